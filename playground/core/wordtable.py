"""The table in which the pieces of a text are told apart and counted, compiled.

Most words are short, and most have been seen before. So a word of up to 15 bytes is its own key: two numbers that
hold its bytes and its length, read from the text eight bytes at a time. What one look-up needs, the key and the
count, stands in one row of the table, so that it costs one access to memory.
"""

# The compiled functions take arrays and numbers only; numba infers their types, so they carry none here.
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from playground.core.compiled import BIT, BITS, BITS_ROWS, LONG, LONGS, TEXT, TWO, compiled, eight, fetch, part

# What a row of the table holds: both halves of the key, which word it is, and how often it occurs. An empty row has
# no length, which is part of the second half.
FIRST, SECOND, WORD, COUNT = range(4)
ROWS = 1 << 10  # at the start; a power of two, and at most half of the rows are taken

AHEAD = 8  # words; as many rows of the table are on their way from memory at once
LONGEST = 15  # bytes; the key of a longer word is a hash and the length, and its bytes are compared as well
# Which bits of two times eight bytes belong to a word of so many bytes.
_LOW = np.array([(1 << 8 * min(length, 8)) - 1 for length in range(LONGEST + 1)], np.uint64)
_HIGH = np.array([(1 << 8 * max(length - 8, 0)) - 1 for length in range(LONGEST + 1)], np.uint64)
_BYTE, _HALF, _LENGTH = np.uint64(8), np.uint64(32), np.uint64(56)
_LONG = np.uint64(0xFF << 56)
_MIX, _MIX_TOO = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)
_ONE = np.uint64(1)


@part(BITS, TEXT, LONG, LONG)
def _few(data, start, stop):
    """Up to eight bytes as one number, where the text ends too soon to read eight at once."""
    number = np.uint64(0)
    for i in range(stop - 1, start - 1, -1):
        number = number << _BYTE | np.uint64(data[i])
    return number


@part(BITS, TEXT, LONG, LONG)
def _hash(data, start, stop):
    """Of a long word, eight bytes at a time; the last eight may overlap those before."""
    hash = np.uint64(0)
    for i in range(start, stop - 8, 8):
        hash = (hash ^ eight(data, i)) * _MIX
        hash ^= hash >> _HALF
    return (hash ^ eight(data, stop - 8)) * _MIX


@part(TWO, TEXT, LONG, LONG)
def _key(data, start, stop):
    """Both halves of the key of a word. Below the length stand up to seven bytes."""
    length = stop - start
    if length > LONGEST:
        return _hash(data, start, stop), _LONG | np.uint64(length)
    if start + 16 <= len(data):
        first, second = eight(data, start) & _LOW[length], eight(data, start + 8) & _HIGH[length]
    else:
        middle = min(start + 8, stop)
        first, second = _few(data, start, middle), _few(data, middle, stop)
    return first, second | np.uint64(length) << _LENGTH


@part(BIT, TEXT, LONG, TEXT, LONG, LONG)
def _same(data, start, other, other_start, length):
    """Whether two long words have the same bytes."""
    for i in range(0, length - 8, 8):
        if eight(data, start + i) != eight(other, other_start + i):
            return False
    return eight(data, start + length - 8) == eight(other, other_start + length - 8)


@part(LONG, BITS_ROWS, BITS, BITS)
def _home(table, first, second):
    """The row where the search for a key begins."""
    hash = (first ^ second * _MIX_TOO) * _MIX
    hash = (hash ^ hash >> _HALF) * _MIX_TOO  # upper bits of a product depend on all bits of its factors
    return np.int64(hash >> _HALF) & (len(table) - 1)


@part(BITS_ROWS, BITS_ROWS)
def _grown(table):
    """The same rows in a table twice as large."""
    larger = np.zeros((2 * len(table), 4), np.uint64)
    for row in range(len(table)):
        if table[row, SECOND]:
            slot = _home(larger, table[row, FIRST], table[row, SECOND])
            while larger[slot, SECOND]:
                slot = (slot + 1) & (len(larger) - 1)
            larger[slot] = table[row]
    return larger


@part(LONGS, BITS_ROWS, LONG)
def _counts(table, words):
    """How often each word occurs."""
    counts = np.empty(words, np.int64)
    for row in range(len(table)):
        if table[row, SECOND]:
            counts[np.int64(table[row, WORD])] = np.int64(table[row, COUNT])
    return counts


@compiled
def number_pieces(data, ends):
    """Number the pieces of `data` that end at `ends` (int32): equal ones alike, in order of first appearance.

    Answers each different one's first place (start, length) and count. `ends` then holds the number of each piece.
    """
    table = np.zeros((ROWS, 4), np.uint64)
    places = np.empty((ROWS // 2, 2), np.int64)
    words = start = 0
    for piece in range(len(ends)):
        stop = np.int64(ends[piece])
        first, second = _key(data, start, stop)
        slot = _home(table, first, second)
        while table[slot, SECOND] and not (
            table[slot, FIRST] == first
            and table[slot, SECOND] == second
            and (second < _LONG or _same(data, start, data, places[np.int64(table[slot, WORD]), 0], stop - start))
        ):
            slot = (slot + 1) & (len(table) - 1)
        table[slot, COUNT] += _ONE
        ends[piece] = np.int32(table[slot, WORD])
        if table[slot, SECOND] == 0:
            table[slot, FIRST], table[slot, SECOND], table[slot, WORD] = first, second, np.uint64(words)
            ends[piece] = words
            places[words, 0], places[words, 1] = start, stop - start
            words += 1
            if words == len(places):
                table = _grown(table)
                places = np.concatenate((places, np.empty((len(table) // 2 - words, 2), np.int64)))
        start = stop
    return places[:words], _counts(table, words)


@compiled
def absorb(table, blob, offsets, words, data, places, counts):
    """Add the words of one text to those of the texts before it; answers the arrays, which may have grown."""
    for new in range(len(places)):
        if new + 2 * AHEAD < len(places):
            fetch(data, places[new + 2 * AHEAD, 0])
            start, length = places[new + AHEAD]
            first, second = _key(data, start, start + length)
            fetch(table, _home(table, first, second))
        start, length = places[new]
        first, second = _key(data, start, start + length)
        slot = _home(table, first, second)
        while table[slot, SECOND] and not (
            table[slot, FIRST] == first
            and table[slot, SECOND] == second
            and (second < _LONG or _same(data, start, blob, offsets[np.int64(table[slot, WORD])], length))
        ):
            slot = (slot + 1) & (len(table) - 1)
        table[slot, COUNT] += np.uint64(counts[new])
        if table[slot, SECOND] == 0:
            table[slot, FIRST], table[slot, SECOND], table[slot, WORD] = first, second, np.uint64(words)
            at = offsets[words]
            while at + length > len(blob):
                blob = np.concatenate((blob, np.empty_like(blob)))
            for i in range(length):
                blob[at + i] = data[start + i]
            words += 1
            offsets[words] = at + length
            if 2 * words == len(table):
                table = _grown(table)
                offsets = np.concatenate((offsets, np.empty(len(table) // 2 - words, np.int64)))
    return table, blob, offsets, words


@compiled
def counted(table, words):
    """How often each word of a table occurs, in order of first appearance."""
    return _counts(table, words)


def empty_table() -> tuple[NDArray[np.uint64], NDArray[np.uint8], NDArray[np.int64], int]:
    """What `absorb` starts from: the rows, the bytes of all words, where each word ends in them, and how many."""
    return np.zeros((ROWS, 4), np.uint64), np.empty(8 * ROWS, np.uint8), np.zeros(ROWS // 2 + 1, np.int64), 0
