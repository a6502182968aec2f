"""Adding up tables of words: the compiled part of `counts.merge`.

The entries of all tables, in order of their first places, go through one open-addressing table. So each word's entry
with the smallest place comes first and gives the word its place, and the result stands in order of places too.
"""

# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs
from __future__ import annotations

import numpy as np

from playground.core.compiled import HASHES, INTS, LONG, compiled, part


@compiled
def add_up(blob, starts, lengths, counts, places, order):
    """Add entries (slices of `blob`, counts, places) of the same word, taken in `order`, which makes `places` rise.

    Answers the words' bytes, offsets, counts and places.
    """
    entries = len(order)
    table = np.full(1 << 10, -1, np.int32)
    hashes = np.empty(1 << 8, np.uint64)
    chosen = np.empty(1 << 8, np.int64)
    sums = np.empty(1 << 8, np.int64)
    found = size = 0
    for at in range(entries):
        entry = order[at]
        start, length = starts[entry], lengths[entry]
        hash = np.uint64(0xCBF29CE484222325)
        for i in range(start, start + length):
            hash = (hash ^ np.uint64(blob[i])) * np.uint64(0x100000001B3)
        slot = np.int64(hash >> np.uint64(32)) & (len(table) - 1)
        while True:
            word = table[slot]
            if word < 0:
                break
            other = chosen[word]
            if hashes[word] == hash and lengths[other] == length:
                i = 0
                while i < length and blob[start + i] == blob[starts[other] + i]:
                    i += 1
                if i == length:
                    break
            slot = (slot + 1) & (len(table) - 1)
        if word < 0:
            word = table[slot] = found
            hashes[word], chosen[word], sums[word] = hash, entry, 0
            found += 1
            size += length
            if found == len(hashes):
                hashes = np.concatenate((hashes, np.empty_like(hashes)))
                chosen = np.concatenate((chosen, np.empty_like(chosen)))
                sums = np.concatenate((sums, np.empty_like(sums)))
                table = _grown(hashes, found)
        sums[word] += counts[entry]
    words = np.empty(size, np.uint8)
    offsets = np.zeros(found + 1, np.int64)
    first = np.empty(found, np.int64)
    for word in range(found):
        entry = chosen[word]
        start, length, at = starts[entry], lengths[entry], offsets[word]
        words[at : at + length] = blob[start : start + length]
        offsets[word + 1] = at + length
        first[word] = places[entry]
    return words, offsets, sums[:found].copy(), first


@part(INTS, HASHES, LONG)
def _grown(hashes, found):
    """The table for `found` words that are all different, at most a quarter full."""
    table = np.full(4 * len(hashes), -1, np.int32)
    for word in range(found):
        slot = np.int64(hashes[word] >> np.uint64(32)) & (len(table) - 1)
        while table[slot] >= 0:
            slot = (slot + 1) & (len(table) - 1)
        table[slot] = word
    return table


@compiled
def shares(blob, offsets, number):
    """For each word a share from 0 to `number` - 1, the same in every table."""
    found = np.empty(len(offsets) - 1, np.int64)
    for word in range(len(found)):
        hash = np.uint64(0xCBF29CE484222325)
        for i in range(offsets[word], offsets[word + 1]):
            hash = (hash ^ np.uint64(blob[i])) * np.uint64(0x100000001B3)
        # The high bits: the low ones choose nothing else, but are poorly mixed in short words.
        found[word] = np.int64((hash >> np.uint64(32)) % np.uint64(number))
    return found
