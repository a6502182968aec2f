"""From which two tokens a rank table makes each of its tokens: the merges that a list of ranks leaves unsaid.

A rank table joins whatever neighbours make a known token, lowest rank first. A stretch of text whose ends are still
borders has been joined inside just as if it stood alone. So a token is made from one pair of tokens only, in every
text: from the two that its own bytes end in, joined alone.
"""

# The compiled functions take arrays and numbers only; numba infers their types, so they carry none here.
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from playground.core.compiled import INT, INTS, LONG, LONGS, TEXT, compiled, part

NONE = np.iinfo(np.int32).max  # the number of what is no token


def last_pairs(ranks: Mapping[bytes, int]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All ranks, rising, and beside each the ranks of the two tokens that make its token.

    A row of -1 stands for a single byte, and for a token that no joining makes: only a piece that is this token gets
    it, where whole pieces are looked up first.

    >>> last_pairs({b"a": 0, b"b": 1, b"ab": 2, b"xy": 3})[1].tolist()
    [[-1, -1], [-1, -1], [0, 1], [-1, -1]]
    """
    order = sorted(ranks, key=ranks.__getitem__)
    blob = np.frombuffer(b"".join(order), np.uint8)
    offsets = np.array([0, *accumulate(map(len, order))], np.int64)
    ids = np.array([ranks[token] for token in order], np.int64)
    found = _last_pairs(blob, offsets)
    return ids, np.where(found >= 0, ids[found], -1) if len(ids) else found


def warm() -> None:
    """Compile, or load what an earlier process compiled."""
    last_pairs({b"a": 0})


@part(LONG, TEXT, LONG, LONG, LONG)
def _home(blob, start, end, mask):
    key = np.uint64(0xCBF29CE484222325)
    for i in range(start, end):
        key = (key ^ np.uint64(blob[i])) * np.uint64(0x100000001B3)
    return np.int64((key * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(33)) & mask


@part(INT, TEXT, LONGS, INTS, LONG, LONG, LONG)
def _number(blob, offsets, table, longest, start, end):
    """The number of the token with these bytes, or NONE."""
    if end - start > longest:
        return np.int32(NONE)
    mask = len(table) - 1
    slot = _home(blob, start, end, mask)
    while table[slot] >= 0:
        token = table[slot]
        first = offsets[token]
        if offsets[token + 1] - first == end - start:
            same = True
            for i in range(end - start):
                if blob[first + i] != blob[start + i]:
                    same = False
                    break
            if same:
                return token
        slot = (slot + 1) & mask
    return np.int32(NONE)


@compiled
def _last_pairs(blob, offsets):
    """For each token (its number is its place by rank) the numbers of the two that make it, or -1 twice."""
    tokens = len(offsets) - 1
    size = 16
    while size < 3 * tokens:
        size *= 2
    table = np.full(size, -1, np.int32)
    longest = 0
    for token in range(tokens):
        longest = max(longest, offsets[token + 1] - offsets[token])
        slot = _home(blob, offsets[token], offsets[token + 1], size - 1)
        while table[slot] >= 0:
            slot = (slot + 1) & (size - 1)
        table[slot] = token
    found = np.full((tokens, 2), -1, np.int64)
    border = np.empty(longest + 1, np.int64)
    rank = np.empty(longest + 1, np.int32)
    for token in range(tokens):
        first, end = offsets[token], offsets[token + 1]
        parts = end - first
        if parts < 2:
            continue
        for i in range(parts + 1):
            border[i] = first + i
        for i in range(parts - 1):
            rank[i] = _number(blob, offsets, table, longest, border[i], border[i + 2])
        while parts > 2:
            best = 0
            for i in range(1, parts - 1):
                if rank[i] < rank[best]:
                    best = i
            if rank[best] == NONE:
                break
            parts -= 1
            for i in range(best + 1, parts + 1):
                border[i] = border[i + 1]
            for i in range(best + 1, parts - 1):
                rank[i] = rank[i + 1]
            if best:
                rank[best - 1] = _number(blob, offsets, table, longest, border[best - 1], border[best + 1])
            if best < parts - 1:
                rank[best] = _number(blob, offsets, table, longest, border[best], border[best + 2])
        if parts == 2:
            left = _number(blob, offsets, table, longest, border[0], border[1])
            right = _number(blob, offsets, table, longest, border[1], border[2])
            if left != NONE and right != NONE:
                found[token, 0], found[token, 1] = left, right
    return found
