"""Encoding with a list of merges, compiled: for short words pair by pair, for long ones merge by merge.

Both give what replaying every merge in the order of training gives. A short word takes its lowest merge again and
again; that is quadratic in the word, and fastest below some dozens of bytes. Long words are laid out together and
the merges go over them in order, each visiting only the places where its pair stands: linear in the text.
"""

# The compiled functions take arrays and numbers only; numba infers their types, so they carry none here.
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from playground.core.compiled import INT, INT_ROWS, INTS, LONG, LONGS, compiled, part
from playground.core.wordcounts import WordCounts

SHORT = 48  # bytes; longer words are encoded merge by merge
NONE = np.iinfo(np.int32).max  # the rank of a pair that no merge joins


class MergeTable:
    """Merges in the form the compiled functions read.

    They come as rows (left, right) of int64. Rank r is the place in the list and makes token 256 + r.
    """

    def __init__(self, merges: NDArray[np.int64]):
        self.merges = merges
        # Pairs of bytes are looked up in a square, all others in an open-addressing table.
        self.square, self.keys, self.ranks = _index(self.merges)

    def encode_words(self, words: WordCounts) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The ids of all words, one after another, and where each word's ids start (one more than there are words)."""
        places = np.empty((len(words), 2), np.int64)
        places[:, 0], places[:, 1] = words.offsets[:-1], np.diff(words.offsets)
        return self.encode_places(words.blob, places)

    def encode_places(
        self, data: NDArray[np.uint8], places: NDArray[np.int64]
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """The same for words that are slices (start, length) of `data`."""
        return _encode(data, places, self.merges, self.square, self.keys, self.ranks)  # type: ignore[no-any-return]

    def replacements(self, words: WordCounts) -> NDArray[np.int64]:
        """How often each merge is replaced when the words are encoded."""
        places = np.empty((len(words), 2), np.int64)
        places[:, 0], places[:, 1] = words.offsets[:-1], np.diff(words.offsets)
        replaced = np.zeros(len(self.merges), np.int64)
        _replay(words.blob, places, words.counts.copy(), self.merges, self.square, self.keys, self.ranks, replaced)
        return replaced


@part(LONG, LONGS, LONG)
def _slot(keys, key):
    mask = len(keys) - 1
    slot = np.int64((np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(33)) & mask
    while keys[slot] >= 0 and keys[slot] != key:
        slot = (slot + 1) & mask
    return slot


@compiled
def _index(merges):
    """The rank of each pair. Where a pair is named twice the last place counts."""
    size = 16
    while size < 3 * len(merges):
        size *= 2
    square = np.full((256, 256), NONE, np.int32)
    keys = np.full(size, -1, np.int64)
    ranks = np.full(size, NONE, np.int32)
    for rank in range(len(merges)):
        left, right = merges[rank]
        if left < 256 and right < 256:
            square[left, right] = rank
        else:
            key = left << 32 | right
            slot = _slot(keys, key)
            keys[slot] = key
            ranks[slot] = rank
    return square, keys, ranks


@part(INT, INT_ROWS, LONGS, INTS, LONG, LONG)
def _rank(square, keys, ranks, left, right):
    if left < 256 and right < 256:
        return square[left, right]
    return ranks[_slot(keys, np.int64(left) << 32 | np.int64(right))]


@part(LONG, LONGS, INTS, LONG, INT_ROWS, LONGS, INTS)
def _join(token, rank, length, square, keys, ranks):
    """Merge the lowest rank, the first of equals, until no pair has one; answers how many tokens are left."""
    for i in range(length - 1):
        rank[i] = square[token[i], token[i + 1]]
    while length > 1:
        best = 0
        for i in range(1, length - 1):
            if rank[i] < rank[best]:
                best = i
        if rank[best] == NONE:
            break
        token[best] = 256 + rank[best]
        length -= 1
        for i in range(best + 1, length):
            token[i] = token[i + 1]
            rank[i] = rank[i + 1]
        if best:
            rank[best - 1] = _rank(square, keys, ranks, token[best - 1], token[best])
        if best < length - 1:
            rank[best] = _rank(square, keys, ranks, token[best], token[best + 1])
    return length


@part(LONG, INT_ROWS, INT_ROWS, LONG, LONG, LONG)
def _append(chain, ends, links, rank, place):
    chain[links, 0], chain[links, 1] = place, -1
    if ends[rank, 0] < 0:
        ends[rank, 0] = links
    else:
        chain[ends[rank, 1], 1] = links
    ends[rank, 1] = links
    return links + 1


@compiled
def _replay(data, places, weights, merges, square, keys, ranks, replaced):
    """Every merge in turn over all words at once; adds to `replaced` (if it is not empty) how often, by `weights`.

    A cell holds a token and the rank of the pair that starts there. A token that covers several cells stands in its
    first and its last one; -1 stands between words. Places of a pair are chained in `chain` in text order; all of
    them come from one merge, the later one of the pair's two tokens, so appending keeps them in order.
    """
    total = np.int64(0)
    for word in range(len(places)):
        total += places[word, 1] + 1
    cells = np.empty((total + 1, 2), np.int32)
    cells[0, 0], cells[0, 1] = -1, NONE
    at = 1
    for word in range(len(places)):
        start, length = places[word]
        for i in range(start, start + length):
            cells[at, 0], cells[at, 1] = data[i], NONE
            at += 1
        cells[at, 0], cells[at, 1] = -1, NONE
        at += 1
    lengths = np.ones(256 + len(merges), np.int32)
    ends = np.full((len(merges), 2), -1, np.int32)  # first and last link of each chain
    chain = np.empty((total + 16, 2), np.int32)  # a place, and the next link
    links = 0
    for i in range(1, total):
        if cells[i, 0] >= 0 and cells[i + 1, 0] >= 0:
            rank = square[cells[i, 0], cells[i + 1, 0]]
            if rank != NONE:
                cells[i, 1] = rank
                links = _append(chain, ends, links, rank, i)
    for rank in range(len(merges)):
        link = ends[rank, 0]
        if link < 0:
            continue
        left, new = merges[rank, 0], 256 + rank
        left_length = lengths[left]
        lengths[new] = new_length = left_length + lengths[merges[rank, 1]]
        while link >= 0:
            i, link = chain[link]
            if cells[i, 1] != rank:
                continue
            k = i + new_length
            cells[i + left_length, 1] = NONE
            cells[i, 0] = cells[k - 1, 0] = new
            cells[i, 1] = NONE
            if links + 2 > len(chain):
                chain = np.concatenate((chain, np.empty_like(chain)))
            before, after = cells[i - 1, 0], cells[k, 0]
            if before >= 0:
                h = i - lengths[before]
                other = _rank(square, keys, ranks, before, new)
                cells[h, 1] = other
                if other != NONE:
                    links = _append(chain, ends, links, other, h)
            if after >= 0:
                other = _rank(square, keys, ranks, new, after)
                cells[i, 1] = other
                if other != NONE:
                    links = _append(chain, ends, links, other, i)
    # Collect what is left, and count.
    ids = np.empty(total, np.int32)
    offsets = np.zeros(len(places) + 1, np.int64)
    size = 0
    at = 1
    for word in range(len(places)):
        while cells[at, 0] >= 0:
            ids[size] = cells[at, 0]
            at += lengths[ids[size]]
            if len(replaced):
                replaced_in = ids[size]
                if replaced_in >= 256:
                    replaced[replaced_in - 256] += weights[word]
            size += 1
        at += 1
        offsets[word + 1] = size
    # A token was made by its own merge and by those of its parts.
    for rank in range(len(replaced) - 1, -1, -1):
        for side in range(2):
            if merges[rank, side] >= 256:
                replaced[merges[rank, side] - 256] += replaced[rank]
    return ids[:size].copy(), offsets


@compiled
def _encode(data, places, merges, square, keys, ranks):
    words = len(places)
    offsets = np.zeros(words + 1, np.int64)
    total = long = 0
    for word in range(words):
        total += places[word, 1]
        long += places[word, 1] > SHORT
    long_places = np.empty((long, 2), np.int64)
    long = 0
    for word in range(words):
        if places[word, 1] > SHORT:
            long_places[long] = places[word]
            long += 1
    replaced = np.zeros(0, np.int64)
    if long:
        long_ids, long_offsets = _replay(data, long_places, replaced, merges, square, keys, ranks, replaced)
    else:
        long_ids, long_offsets = np.empty(0, np.int32), np.zeros(1, np.int64)
    ids = np.empty(total, np.int32)
    token = np.empty(SHORT + 1, np.int64)
    rank = np.empty(SHORT + 1, np.int32)
    at = long = 0
    for word in range(words):
        start, length = places[word]
        if length > SHORT:
            for i in range(long_offsets[long], long_offsets[long + 1]):
                ids[at] = long_ids[i]
                at += 1
            long += 1
        else:
            for i in range(length):
                token[i] = data[start + i]
            length = _join(token, rank, length, square, keys, ranks)
            for i in range(length):
                ids[at] = token[i]
                at += 1
        offsets[word + 1] = at
    return ids[:at], offsets


@compiled
def emit(sequence, ids, offsets):
    """The ids of all words of `sequence`, given those of the different words."""
    total = 0
    for word in sequence:
        total += offsets[word + 1] - offsets[word]
    out = np.empty(total, np.int32)
    at = 0
    for word in sequence:
        for i in range(offsets[word], offsets[word + 1]):
            out[at] = ids[i]
            at += 1
    return out
