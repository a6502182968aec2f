"""How long a search in o200k_base takes: `python tests/benchmarks/vocabulary.py`. The aim is 0.3 s."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from playground import registry
from playground.core.vocabulary import FLAGS, Query, Vocabulary

AIM = 0.3
QUERIES = {
    "text": Query("straw"),
    "text, any case": Query("straw", case=False),
    "starts with": Query(" un", "starts with"),
    "exactly": Query(" the", "is"),
    "bytes": Query("f0 9f", "bytes"),
    "ids": Query("1000-90000", "id"),
    "regex": Query("^ ?[aeiou]{3,}$", "regex"),
    "regex, any case": Query("straw|berry", "regex", case=False),
    "regex, watched": Query("^ ?([ab]+c)+$", "regex"),
    "filters": Query("", kinds=("Cyrillic", "Greek"), flags=FLAGS[:1], shortest=4, longest=20),
}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeat", type=int, default=5)
    chosen = parser.parse_args(arguments)
    start = time.perf_counter()
    vocabulary = Vocabulary(registry.get("o200k_base"))
    print(f"{len(vocabulary):,} entries read in {time.perf_counter() - start:.2f} s (once a process)\n")
    print(f"{'search':<18}{'rows':>9}{'first':>9}{'best':>11}   within {AIM} s")
    for name, query in QUERIES.items():
        times = []
        for _ in range(chosen.repeat):
            start = time.perf_counter()
            rows = vocabulary.find(query)
            times.append(time.perf_counter() - start)
        verdict = "yes" if min(times) <= AIM else "NO"
        print(f"{name:<18}{len(rows):>9,}{times[0]:>8.3f}s{min(times):>10.3f}s   {verdict}")


if __name__ == "__main__":
    main()
