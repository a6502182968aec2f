"""Encoding with a tokenizer of our own, beside tiktoken and Hugging Face.

    python tests/benchmarks/encoding.py

Ours is trained on the standard library with the cl100k pattern. tiktoken encodes with cl100k itself, and with our
vocabulary; Hugging Face with our merges. With the same vocabulary the ids are compared before any time is shown.
The hostile texts have no border to cut at; a merge loop that is quadratic would take minutes.

Then comes the memory that each takes, and last how long the published vocabularies take until they have encoded a first
sentence, read anew each time: ours from the file that came with a package, tiktoken from its own kind of file.
"""

from __future__ import annotations

import argparse
import gzip
import random
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

import numpy as np
import tiktoken
import tokenizers
from tiktoken.load import load_tiktoken_bpe

from playground import registry
from playground.core.bpe import BPETokenizer, train_bpe
from playground.core.pretokenize import PATTERNS
from playground.core.ranks import RankTokenizer
from tests.benchmarks import harness
from tests.benchmarks.training import PLAIN, STAND_INS


def as_tiktoken(tokenizer: BPETokenizer) -> tiktoken.Encoding:
    """tiktoken with our vocabulary."""
    ranks = {tokenizer.token_bytes(id): id for id in range(tokenizer.vocab_size)}
    return tiktoken.Encoding("ours", pat_str=PATTERNS["cl100k"], mergeable_ranks=ranks, special_tokens={})


def as_huggingface(tokenizer: BPETokenizer) -> tokenizers.Tokenizer:
    """Hugging Face with our merges; its ids are ours."""
    names = ["".join(STAND_INS[b] for b in tokenizer.token_bytes(id)) for id in range(tokenizer.vocab_size)]
    merges = [(names[merge.left], names[merge.right]) for merge in tokenizer.merges]
    model = tokenizers.models.BPE({name: id for id, name in enumerate(names)}, merges)
    theirs = tokenizers.Tokenizer(model)
    split = tokenizers.pre_tokenizers.Split(tokenizers.Regex(PLAIN["cl100k"]), "isolated")
    byte_level = tokenizers.pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.Sequence([split, byte_level])
    return theirs


def hostile(size: int) -> dict[str, str]:
    letters = random.Random(0).choices("abcdefghijklmnopqrstuvwxyz", k=size // 10)
    return {
        f"{size:,} a": "a" * size,
        f"{size:,} ab": "ab" * (size // 2),
        f"{size // 10:,} random letters": "".join(letters),
    }


def compare(name: str, text: str, ours: BPETokenizer, repeat: int, friendly: bool) -> str:
    same, theirs, cl100k = as_tiktoken(ours), as_huggingface(ours), registry.get("cl100k_base").encoding
    expected = np.asarray(same.encode_ordinary(text), np.int32)
    assert np.array_equal(ours.encode_array(text), expected), f"{name}: not the ids of tiktoken"
    runs: dict[str, Callable[[], object]] = {
        "ours": partial(ours.encode_array, text),
        "ours, as a list": partial(ours.encode, text),
        "tiktoken, cl100k": partial(cl100k.encode_to_numpy, text, disallowed_special=()),
        "tiktoken, cl100k, as a list": partial(cl100k.encode_ordinary, text),
        "tiktoken, our vocabulary": partial(same.encode_to_numpy, text, disallowed_special=()),
    }
    if friendly:
        runs["tokenizers, our merges"] = partial(theirs.encode, text)
    seconds = harness.alternate(runs, repeat)
    megabytes = len(text.encode()) / harness.MEGABYTE
    rows = [["", "seconds", "times ours", "MB/s"]]
    for run, took in seconds.items():
        rows.append([run, f"{took:.4f}", f"{took / seconds['ours']:.2f}", f"{megabytes / took:.1f}"])
    return f"{name}, {megabytes:.2f} MB, {len(expected):,} tokens, equal to tiktoken's\n{harness.table(rows)}\n"


ENCODERS: dict[str, Callable[[BPETokenizer], Callable[[str], object]]] = {
    "ours": lambda ours: ours.encode_array,
    "tiktoken, cl100k": lambda _: partial(registry.get("cl100k_base").encoding.encode_to_numpy, disallowed_special=()),
    "tokenizers, our merges": lambda ours: as_huggingface(ours).encode,
}
_MARK = Path("/proc/self/clear_refs")


def grown(who: str, ours: BPETokenizer, text: str) -> int:
    """How many bytes the memory of this process, a fresh one, grows by at the most while it encodes `text`."""
    encode = ENCODERS[who](ours)
    encode("ready")
    _MARK.write_text("5")  # the highest mark so far, of making ready, is forgotten (`man 5 proc`)
    before = harness.most_memory()
    encode(text)
    return harness.most_memory() - before


def memory(ours: BPETokenizer, text: str) -> str:
    """Each in a process of its own; the text itself is there before."""
    if not _MARK.exists():
        return "How much memory encoding takes is known on Linux only.\n"
    size = len(text.encode())
    rows = [[f"{size / harness.MEGABYTE:.2f} MB", "bytes of memory for a byte of text"]]
    rows += [[who, f"{harness.apart(grown, who, ours, text) / size:.1f}"] for who in ENCODERS]
    return harness.table(rows) + "\n"


def linear(ours: BPETokenizer, size: int, repeat: int) -> str:
    """Time for texts without a border, each twice as long as the one before."""
    sizes = [size << step for step in range(4)]
    runs: dict[str, Callable[[], object]] = {f"{n:,}": partial(ours.encode_array, "abcab" * (n // 5)) for n in sizes}
    seconds = harness.alternate(runs, repeat)
    rows = [["bytes in one piece", "seconds", "ns a byte"]]
    rows += [
        [name, f"{seconds[name]:.4f}", f"{seconds[name] / n * 1e9:.0f}"] for name, n in zip(runs, sizes, strict=True)
    ]
    return harness.table(rows)


def first_sentence(repeat: int) -> str:
    """How long the published vocabularies take from their files to the ids of a first sentence."""
    sentence = "How long does the first one take? 12,345 naïve 漢字 🙂"
    rows = [["from file to first ids", "ours", "tiktoken", "times ours"]]
    with tempfile.TemporaryDirectory() as folder:
        for name in ("cl100k_base", "o200k_base"):
            known, file = registry.get(name), Path(folder) / name
            package, path = registry._CARRIERS[f"{name}.tiktoken"]
            file.write_bytes(gzip.decompress((registry._folder(package) / path).read_bytes()))

            def ours(name: str = name) -> list[int]:
                tokenizer = registry._build(name)
                tokenizer.encoded("ready")  # with all that drawing needs
                return tokenizer.encode(sentence)

            def theirs(file: Path = file, known: RankTokenizer = known) -> list[int]:
                ranks = load_tiktoken_bpe(str(file))
                specials = dict(known.special_tokens)
                encoding = tiktoken.Encoding(
                    "one", pat_str=known.pattern, mergeable_ranks=ranks, special_tokens=specials
                )
                return encoding.encode_ordinary(sentence)

            assert ours() == theirs(), f"{name}: not the ids of tiktoken"
            seconds = harness.alternate({"ours": ours, "tiktoken": theirs}, repeat)
            ratio = seconds["tiktoken"] / seconds["ours"]
            rows.append([name, f"{seconds['ours']:.3f}", f"{seconds['tiktoken']:.3f}", f"{ratio:.2f}"])
    return harness.table(rows)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="size of the texts, 1 is the full one")
    chosen = parser.parse_args(arguments)

    def megabytes(n: float) -> int:
        return int(n * harness.MEGABYTE * chosen.scale)

    print(harness.machine("numba", "numpy", "tiktoken", "tokenizers"), end="\n\n")
    text = harness.source(megabytes(10))
    ours = train_bpe(text, 32_768, "cl100k")
    for name, part in {"2 kB": text[:2000], "1 MB": text[: megabytes(1)], "10 MB": text}.items():
        print(compare(f"Source, {name}", part, ours, chosen.repeat, True))
    print(compare("Mixed languages", harness.mixed(megabytes(10)), ours, chosen.repeat, True))
    for name, part in hostile(megabytes(1)).items():
        print(compare(name, part, ours, chosen.repeat, False))
    print(linear(ours, megabytes(0.25), chosen.repeat))
    print(memory(ours, text))
    print(first_sentence(chosen.repeat))


if __name__ == "__main__":
    main()
