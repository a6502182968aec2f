"""The published teaching loops, as slow and as plain as they are: the judges of the fast code."""

from __future__ import annotations

import itertools
from collections.abc import Iterable


def pair_counts(words: Iterable[tuple[list[int], int]]) -> dict[tuple[int, int], int]:
    stats: dict[tuple[int, int], int] = {}
    for ids, n in words:
        for pair in itertools.pairwise(ids):
            stats[pair] = stats.get(pair, 0) + n
    return stats


def replace(ids: list[int], pair: tuple[int, int], new: int) -> list[int]:
    out, i = [], 0
    while i < len(ids):
        if i < len(ids) - 1 and ids[i] == pair[0] and ids[i + 1] == pair[1]:
            out.append(new)
            i += 2
        else:
            out.append(ids[i])
            i += 1
    return out


def train(words: dict[bytes, int], n: int, ties: str = "first") -> list[tuple[int, int, int, int]]:
    """(left, right, id, count) of up to `n` merges."""
    rows = [(list(word), count) for word, count in words.items()]
    merges = []
    for new in range(256, 256 + n):
        stats = pair_counts(rows)
        if not stats:
            break
        lowest = min(stats, key=lambda pair: (-stats[pair], pair))
        best = max(stats, key=stats.get) if ties == "first" else lowest  # type: ignore[arg-type]
        merges.append((*best, new, stats[best]))
        rows = [(replace(ids, best, new), count) for ids, count in rows]
    return merges


def encode(piece: bytes, merges: Iterable[tuple[int, int, int]]) -> list[int]:
    """Every merge in the order of training, each over the whole piece."""
    ids = list(piece)
    for left, right, new in merges:
        ids = replace(ids, (left, right), new)
    return ids
