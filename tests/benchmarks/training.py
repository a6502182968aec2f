"""Training, text in and merges out, beside the trainers a user would pick instead.

    python tests/benchmarks/training.py            the main rows, five rounds
    python tests/benchmarks/training.py --all      every text, pattern and size
    python tests/benchmarks/training.py --texts mixed --patterns gpt2 raw --entries 4096   those only
    python tests/benchmarks/training.py --memory   how much memory each takes as well

Ours is trained with both tie rules. Before any time is shown the results are compared: with the plain teaching loop
(its first merges and counts), with rustbpe (all tokens), and with Hugging Face and gigabpe (all merges, after their
order of bytes). Each trainer gets the text as it likes it best, made ready before the clock starts: as bytes, in
parts of a megabyte, or as a file. It is done when Python holds its tokens or merges in the form it gives them.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from functools import cache, partial
from itertools import product
from pathlib import Path
from typing import IO, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))

from playground.core import pretokenize
from playground.core.bpe import BPETokenizer, train_bpe
from playground.core.chunks import cut
from playground.core.kernel import Trainer
from playground.core.pretokenize import PATTERNS, count_words
from tests.benchmarks import harness
from tests.core import reference

# Onigruma reads {1,3}+ in its own way; this is the same pattern in words it shares.
PLAIN = {
    "gpt2": r"'(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+",
    "cl100k": r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]|\s+(?!\S)|\s+",
    "o200k": PATTERNS["o200k"],
}
# A name for the command line, one for the table, how it is made, and megabytes.
TEXTS: dict[str, tuple[str, Callable[[int], str], float]] = {
    "prose": ("Prose", harness.prose, 0.15),
    "source": ("Standard library", harness.source, 12),
    "mixed": ("Mixed languages", harness.mixed, 40),
}
MAIN = [
    ("source", "gpt2", 32_768),
    ("source", "cl100k", 32_768),
    ("mixed", "cl100k", 32_768),
    ("source", "raw", 4_096),
]
Tokens = list[bytes]


class Peer(NamedTuple):
    """Another trainer: what it wants instead of a text, how it is run, and the tokens in what it answers.

    `tokens` is None where ties fall by another rule, or pieces are characters: such results are not compared.
    """

    given: Callable[[str], Any]
    train: Callable[[Any, str | None, int], Any]
    tokens: Callable[[Any], Tokens] | None
    patterns: Sequence[str | None]

    def whole(self, text: str, pattern: str | None, size: int) -> None:
        self.train(self.given(text), pattern, size)


def parts_of(text: str) -> list[str]:
    data = text.encode()
    return [data[start:end].decode() for start, end in cut(data, 0, len(data))]


def file_of(text: str) -> IO[bytes]:
    """A file that is gone when nobody holds it any more."""
    file = tempfile.NamedTemporaryFile(suffix=".txt")  # noqa: SIM115  (its end is that of the run)
    file.write(text.encode())
    file.flush()
    return file


def ours(text: str | bytes, pattern: str | None, size: int) -> Tokens:
    return learned(train_bpe(text, size, pattern))


def ours_lowest(text: str | bytes, pattern: str | None, size: int) -> Tokens:
    return learned(train_bpe(text, size, pattern, ties="lowest"))


def learned(tokenizer: BPETokenizer) -> Tokens:
    return [tokenizer.token_bytes(id) for id in range(256, tokenizer.vocab_size)]


def by_rustbpe(parts: list[str], pattern: str | None, size: int) -> list[tuple[list[int], int]]:
    import rustbpe

    tokenizer = rustbpe.Tokenizer()
    tokenizer.train_from_iterator(parts, size, pattern=PATTERNS[pattern or ""])
    return tokenizer.get_mergeable_ranks()  # type: ignore[no-any-return]


def by_huggingface(parts: list[str], pattern: str | None, size: int) -> dict[str, int]:
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    split = pre_tokenizers.Split(Regex(PLAIN[pattern or ""]), "isolated")
    byte_level = pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, byte_level])
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trainer = trainers.BpeTrainer(vocab_size=size, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator(parts, trainer)
    return tokenizer.get_vocab()  # type: ignore[no-any-return]


def by_gigabpe(file: IO[bytes], pattern: str | None, size: int) -> list[tuple[str, str]]:
    import gigabpe

    _, merges = gigabpe.train_bpe([file.name], size, pretokenizer="bytelevel", threads=2)
    return merges  # type: ignore[no-any-return]


def by_ffbpe(parts: list[str], pattern: str | None, size: int) -> Any:
    import ffbpe

    return ffbpe.train_bpe(parts, vocab_size=size)


def by_bpeasy(parts: list[str], pattern: str | None, size: int) -> dict[bytes, int]:
    import bpeasy

    return bpeasy.train_bpe(iter(parts), PLAIN[pattern or ""], 1_000, size)  # type: ignore[no-any-return]


def by_sentencepiece(lines: list[str], pattern: str | None, size: int) -> None:
    import io

    import sentencepiece

    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_writer=io.BytesIO(),
        model_type="bpe",
        vocab_size=size,
        hard_vocab_limit=False,
        character_coverage=0.9995,
        minloglevel=2,
        num_threads=2,
        max_sentence_length=1 << 20,
    )


def ranked(ranks: Iterable[tuple[Any, int]]) -> list[Any]:
    """What the ranks belong to, in their order, without the single bytes."""
    return [token for token, _ in sorted(ranks, key=lambda item: item[1])][256:]


PEERS: dict[str, Peer] = {
    "gigabpe": Peer(file_of, by_gigabpe, lambda got: [plain_bytes(left + right) for left, right in got], ["gpt2"]),
    "ffbpe": Peer(parts_of, by_ffbpe, None, ["gpt2"]),
    "rustbpe": Peer(parts_of, by_rustbpe, lambda got: list(map(bytes, ranked(got))), ["gpt2", "cl100k", "o200k"]),
    "tokenizers": Peer(
        parts_of, by_huggingface, lambda got: list(map(plain_bytes, ranked(got.items()))), ["gpt2", "cl100k", "o200k"]
    ),
    "bpeasy": Peer(parts_of, by_bpeasy, lambda got: ranked(got.items()), ["gpt2", "cl100k"]),
    "sentencepiece": Peer(lambda text: text.split("\n"), by_sentencepiece, None, ["cl100k"]),
}


def plain_bytes(token: str) -> bytes:
    """The bytes behind the printable stand-ins that byte-level tokenizers of Hugging Face write."""
    return bytes(STAND_INS.index(character) for character in token)


def _stand_ins() -> str:
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    spare = iter(range(256, 512))
    return "".join(chr(b) if b in printable else chr(next(spare)) for b in range(256))


STAND_INS = _stand_ins()


def in_their_order(text: str, pattern: str | None, size: int, by_line: bool = False) -> Tokens:
    """Our merges with ties by the order in which Hugging Face numbers bytes: that of their stand-ins."""
    order = sorted(range(256), key=STAND_INS.__getitem__)
    number = bytes(order.index(b) for b in range(256))
    words: dict[bytes, int] = {}
    # At line feeds only: str.splitlines knows other line ends too.
    for part in re.findall(r"[^\n]*\n|[^\n]+", text) if by_line else [text]:
        for word, n in count_words(part, pattern).items():
            word = word.translate(number)
            words[word] = words.get(word, 0) + n
    back = bytes(order)
    return [token.translate(back) for token in learned(train_bpe(words, size, ties="lowest"))]


def check(text: str, pattern: str | None, size: int, peers: Sequence[str], plain: int) -> list[str]:
    """Sentences that say with whom the results are equal; AssertionError where they are not."""
    words = dict(count_words(text, pattern))
    first = reference.train(words, plain)
    merges = Trainer(words).advance(size - 256)
    assert [tuple(merge) for merge in merges[:plain]] == first, "not the plain loop's merges"
    said = [f"the plain loop's first {len(first)} merges and counts"]
    for peer in peers:
        given, train, tokens, _ = PEERS[peer]
        if not tokens:
            continue
        expected = tokens(train(given(text), pattern, size))
        if peer in ("tokenizers", "gigabpe"):  # gigabpe reads its file line by line
            got = in_their_order(text, pattern, size, by_line=peer == "gigabpe")
        else:
            got = ours_lowest(text, pattern, size)
        same = equal_from_the_start(got, expected)
        assert same == min(len(got), len(expected)), f"{peer}: equal up to merge {same} only"
        said.append(f"{peer}'s {same:,} of {len(expected):,} merges")
    return said


def equal_from_the_start(ours: Tokens, theirs: Tokens) -> int:
    return next((i for i, (a, b) in enumerate(zip(ours, theirs, strict=False)) if a != b), min(len(ours), len(theirs)))


def alone(function: Callable[[bytes, str | None, int], Tokens], text: bytes, pattern: str | None, size: int) -> None:
    """One thread instead of all cores."""
    from playground.core import chunks

    many = pretokenize.in_order
    pretokenize.in_order = partial(chunks.in_order, workers=1)  # type: ignore[assignment]
    try:
        function(text, pattern, size)
    finally:
        pretokenize.in_order = many


def compare(
    text: str, pattern: str | None, size: int, repeat: int, plain: int, memory: bool, named: Iterable[str] = PEERS
) -> str:
    peers = {name: PEERS[name] for name in named if pattern in PEERS[name].patterns}
    said = check(text, pattern, size, list(peers), plain)
    data = text.encode()
    runs: dict[str, Callable[[], object]] = {
        "ours": partial(ours, data, pattern, size),
        "ours, 1 thread": partial(alone, ours, data, pattern, size),
    }
    runs |= {name: partial(peer.train, peer.given(text), pattern, size) for name, peer in peers.items()}
    seconds = harness.alternate(runs, repeat)
    rows = [["", "seconds", "times ours", "MB/s"]]
    megabytes = len(data) / harness.MEGABYTE
    for name, took in seconds.items():
        rows.append([name, f"{took:.3f}", f"{took / seconds['ours']:.2f}", f"{megabytes / took:.1f}"])
    if memory:
        rows[0].append("bytes per byte")
        for row in rows[1:]:
            function = ours if row[0].startswith("ours") else PEERS[row[0]].whole
            row.append(f"{harness.peak(function, text, pattern, size) / len(data):.1f}")
    title = f"{megabytes:.1f} MB, {pattern or 'raw'}, {size:,} entries. Equal: {'; '.join(said)}."
    return f"{title}\n{harness.table(rows)}\n"


def per_merge(text: str, size: int, plain: int) -> str:
    """Ours against the plain loop, by the time of one merge."""
    words = {text.encode(): 1}
    start = time.perf_counter()
    reference.train(words, plain)
    slow = (time.perf_counter() - start) / plain
    train_bpe(text, 257)
    start = time.perf_counter()
    merges = train_bpe(text, size).merges
    fast = (time.perf_counter() - start) / len(merges)
    ratio = f"{slow / fast:,.0f} times as fast"
    return f"A merge of the plain loop {slow * 1e3:.2f} ms, of ours {fast * 1e6:.1f} µs: {ratio}.\n"


@cache
def text_of(name: str, scale: float) -> str:
    _, make, megabytes = TEXTS[name]
    return make(int(megabytes * harness.MEGABYTE * scale))


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--scale", type=float, default=1.0, help="size of the corpora, 1 is the full one")
    parser.add_argument("--texts", nargs="+", choices=TEXTS)
    parser.add_argument("--patterns", nargs="+", choices=("gpt2", "cl100k", "o200k", "raw"))
    parser.add_argument("--entries", nargs="+", type=int)
    parser.add_argument("--peers", nargs="+", choices=PEERS, default=list(PEERS))
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--memory", action="store_true")
    chosen = parser.parse_args(arguments)
    print(harness.machine("numba", "numpy", *PEERS), end="\n\n")

    book = text_of("prose", chosen.scale)
    print(f"Prose, {len(book.encode()):,} bytes, raw, 4,096 entries")
    print(per_merge(book, min(4096, 256 + len(book)), 64 if chosen.scale == 1 else 8))
    rows = MAIN
    if chosen.all or chosen.texts or chosen.patterns or chosen.entries:
        patterns = chosen.patterns or ("raw", "gpt2", "cl100k", "o200k")
        rows = list(product(chosen.texts or TEXTS, patterns, chosen.entries or (4_096, 32_768, 100_000)))
    for name, pattern, size in rows:
        print(TEXTS[name][0], end=", ", flush=True)
        text, known = text_of(name, chosen.scale), None if pattern == "raw" else pattern
        print(compare(text, known, size, chosen.repeat, 2, chosen.memory, chosen.peers), flush=True)


if __name__ == "__main__":
    main()
