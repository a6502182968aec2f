"""Training of what is not byte-level BPE, on the standard library's source, to 8,000 entries.

    python tests/benchmarks/family.py

WordPiece on 12 MB is to take less than a minute on two cores. Its result is checked before the time is shown: the
tokenizers library, given the vocabulary, gives the same ids for the beginning of the corpus.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import tokenizers

sys.path.insert(0, str(Path(__file__).parents[2]))

from playground.core.charbpe import train_char_bpe
from playground.core.spm import train_unigram
from playground.core.tokens import Tokenizer
from playground.core.wordpiece import train_wordpiece
from playground.formats import huggingface
from tests.benchmarks import harness

TRAINERS: dict[str, Callable[[str, int], Tokenizer]] = {
    "WordPiece": train_wordpiece,
    "Character BPE": train_char_bpe,
    "Unigram (sentencepiece)": train_unigram,
}
_CHECKED = 100_000


def check(tokenizer: Tokenizer, text: str) -> None:
    """AssertionError where the tokenizers library does not give the same ids."""
    library = tokenizers.Tokenizer.from_str(huggingface.dumps(tokenizer, lossy=True).decode())
    library.encode_special_tokens = True
    assert library.encode(text).ids == tokenizer.encode(text), f"{tokenizer.algorithm}: other ids"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--megabytes", type=float, default=12)
    parser.add_argument("--entries", type=int, default=8000)
    parser.add_argument("--only", choices=TRAINERS, help="one of them")
    chosen = parser.parse_args(arguments)
    print(harness.machine("numpy", "numba", "sentencepiece", "tokenizers"), end="\n\n")
    text = harness.source(int(chosen.megabytes * harness.MEGABYTE))
    rows = [["", "entries", "seconds", "of computing"]]
    for name, train in TRAINERS.items():
        if chosen.only in (None, name):
            clock, computing = time.perf_counter(), time.process_time()
            tokenizer = train(text, chosen.entries)
            took = [f"{time.perf_counter() - clock:.1f}", f"{time.process_time() - computing:.1f}"]
            check(tokenizer, text[:_CHECKED])
            rows.append([name, f"{tokenizer.vocab_size:,}", *took])
    print(f"{chosen.megabytes:g} MB of source; tokenizers gives the same ids with each vocabulary.")
    print(harness.table(rows))


if __name__ == "__main__":
    main()
