"""How the time and the memory of training grow with the text: n log n is the line to stay under.

    python tests/benchmarks/growth.py                  up to 200 MB, with the cl100k pattern and raw
    python tests/benchmarks/growth.py --largest 50     up to 50 MB

Each size is trained in a process of its own, from a file, as the command line and the app's worker do. The text is
what the system has, the same mixture in each size and without repeats, so that new words keep coming.
"""

from __future__ import annotations

import argparse
import math
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from playground.core.bpe import train_bpe
from playground.core.kernel import warm
from tests.benchmarks import harness

Row = tuple[float, int, int, int]


def train(path: str, pattern: str | None, entries: int) -> Row:
    """Seconds, bytes of memory at the most, merges, and bytes of text; for a fresh process."""
    warm()
    at_rest = harness.most_memory()
    start = time.perf_counter()
    text = Path(path).read_bytes()
    merges = train_bpe(text, entries, pattern).merges
    return time.perf_counter() - start, harness.most_memory() - at_rest, len(merges), len(text)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--largest", type=float, default=200, help="megabytes")
    parser.add_argument("--doublings", type=int, default=4, help="how many smaller sizes, each half of the next")
    chosen = parser.parse_args(arguments)
    print(harness.machine("numba", "numpy"), end="\n\n")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "corpus.txt"
        for pattern, entries in (("cl100k", 32_768), (None, 4_096)):
            rows = [["MB", "seconds", "ns a byte", "ns / (n log n)", "memory, bytes a byte", "merges"]]
            for halvings in range(chosen.doublings, -1, -1):
                text = harness.mixed(int(chosen.largest * harness.MEGABYTE) >> halvings)
                path.write_text(text, encoding="utf-8", newline="")
                rows.append(described(*harness.apart(train, str(path), pattern, entries)))
            print(f"{pattern or 'raw'}, {entries:,} entries\n{harness.table(rows)}\n", flush=True)


def described(seconds: float, memory: int, merges: int, size: int) -> list[str]:
    each = seconds / size * 1e9
    line = each / math.log2(size)
    megabytes = size / harness.MEGABYTE
    return [f"{megabytes:.3g}", f"{seconds:.2f}", f"{each:.1f}", f"{line:.2f}", f"{memory / size:.1f}", f"{merges:,}"]


if __name__ == "__main__":
    main()
