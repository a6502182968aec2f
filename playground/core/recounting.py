"""All pairs counted at once, compiled: at the start, and again whenever the frequent ones are used up.

Words lie one after another in `cells`, a border between them. A cell holds a token and the number of the pair that
starts there.
"""

# The compiled functions take arrays and numbers only; numba infers their types, so they carry none here.
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from playground.core.compiled import INTS, LONG, LONGS, compiled, part

NOTHING = -1  # as a token: a border between words; as a pair: a pair that is not listed
FEW = 2048  # up to so many tokens, pairs have a table of all there could be
SHARE = 16  # listed are the pairs that are counted at least 1/16 as often as the most frequent one, or more


@compiled
def lay_out(cells, blob, offsets, counts):
    """Fill the cells with all words; the weight of each cell, or one for all where the words have the same."""
    words = len(counts)
    uniform = words == 0 or (counts == counts[0]).all()
    weights = np.ones(1 if uniform else len(cells), np.int64)
    if uniform and words:
        weights[0] = counts[0]
    at = 0
    cells[0, 0] = cells[0, 1] = NOTHING
    for word in range(words):
        for i in range(offsets[word], offsets[word + 1]):
            at += 1
            cells[at, 0] = blob[i]
            cells[at, 1] = NOTHING
            if not uniform:
                weights[at] = counts[word]
        at += 1
        cells[at, 0] = cells[at, 1] = NOTHING
    return weights


@compiled
def squeeze(cells, weights, length):
    """Give each token one cell, in place; the number of cells left."""
    at = size = 0
    while at < len(cells):
        token = cells[at, 0]
        cells[size, 0] = token
        if len(weights) > 1:
            weights[size] = weights[at]
        size += 1
        at += 1 if token < 0 else length[token]
    length[:] = 1
    return size


@part(LONG, INTS, LONGS, LONG)
def _slot(table, keys, key):
    """Where `key` stands in an open-addressing table of numbers into `keys`, or the free place for it."""
    mask = len(table) - 1
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = np.int64(mixed >> np.uint64(20)) & mask
    while table[slot] >= 0 and keys[table[slot]] != key:
        slot = (slot + 1) & mask
    return slot


@compiled
def count_pairs(cells, weights, vocab):
    """The pairs in order of first appearance, as left << 32 | right, and the weight and the places of each.

    Each cell remembers the number of its pair. As long as tokens are few, a pair finds its number by itself; later
    through a hash table.
    """
    uniform = len(weights) == 1
    direct = vocab <= FEW
    table = np.full(vocab * vocab if direct else 1 << 12, -1, np.int32)
    keys = np.empty(1 << 11, np.int64)
    totals = np.empty((1 << 11, 2), np.int64)
    found = 0
    for i in range(len(cells) - 1):
        a, b = cells[i, 0], cells[i + 1, 0]
        cells[i, 1] = NOTHING
        if a < 0 or b < 0:
            continue
        key = np.int64(a) << 32 | np.int64(b)
        slot = np.int64(a) * vocab + b if direct else _slot(table, keys, key)
        pair = table[slot]
        if pair < 0:
            pair = table[slot] = found
            keys[found] = key
            totals[found, 0] = totals[found, 1] = 0
            found += 1
            if found == len(keys):
                keys = np.concatenate((keys, np.empty_like(keys)))
                totals = np.concatenate((totals, np.empty_like(totals)))
                if not direct:
                    table = np.full(4 * found, -1, np.int32)
                    for other in range(found):
                        table[_slot(table, keys, keys[other])] = other
        totals[pair, 0] += weights[0] if uniform else weights[i]
        totals[pair, 1] += 1
        cells[i, 1] = pair
    return keys[:found], totals[:found]


@compiled
def threshold(totals, enough):
    """From which count on pairs are listed: a `SHARE` of the largest, or less where those have too few places."""
    most = 0
    places = np.zeros(64, np.int64)  # of the pairs whose counts have so many binary digits
    for pair in range(len(totals)):
        most = max(most, totals[pair, 0])
        digits = 0
        while totals[pair, 0] >> digits:
            digits += 1
        places[digits] += totals[pair, 1]
    listed = 0
    for digits in range(63, 0, -1):
        listed += places[digits]
        if listed >= enough:
            return max(1, min(most // SHARE, 1 << (digits - 1)))
    return 1
