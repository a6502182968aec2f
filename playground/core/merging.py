"""Byte-pair training without recounting, compiled.

The plain trainer counts every pair again before each merge. Here nothing is counted twice:

- Words lie one after another in `cells`, a sentinel between them. A cell holds a token and the number of the pair
  that starts there. A token that covers several cells is written in its first and its last one, so both
  neighbours are found by lengths alone.
- Each pair keeps its count and its positions, in text order, in one stretch of `arena`. Positions that have
  been overwritten stay in the list; they are known by their cell, which names another pair by then.
- A heap orders pairs by (count, tie). A pair that exists can only lose: its count falls, its first position moves
  right. So an entry that is out of date is corrected when it comes to the top, and no earlier.
- A merge makes new pairs only around its own new token, all at once, so they are numbered by their other token: no
  hash table.
- Most pairs are rare and never win. Only pairs counted at least `threshold` times are listed. When none of them is
  left, everything is counted once more (`recounting`), and the next ones are listed: about log(text) times in all.
"""

# The compiled functions take arrays and numbers only; numba infers their types, so they carry none here.
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

import numpy as np

from playground.core.compiled import BIT, INT_ROWS, INTS, LONG, LONG_ROWS, LONGS, VOID, compiled, fetch, part

NOTHING = -1  # as in `recounting`

AHEAD = 16  # places; so many accesses to memory are under way at once

# What `merge_best` answers.
ENOUGH, NEEDS_RECOUNT, NO_PAIRS = range(3)
# Where `state` keeps its numbers.
PAIRS, TOP, HEAP, THRESHOLD, VOCAB, WORK = range(6)


@part(LONG, LONG, INT_ROWS, INT_ROWS, INTS, BIT)
def _tie(pair, pairs, span, arena, lowest):
    """What orders pairs of equal count: smaller wins."""
    if lowest:
        return np.int64(pairs[pair, 0]) << 32 | np.int64(pairs[pair, 1])
    return np.int64(arena[span[pair, 0]])


@part(BIT, LONG_ROWS, LONG, LONG, LONG)
def _before(heap, i, count, tie):
    return (heap[i, 0] > count) | ((heap[i, 0] == count) & (heap[i, 1] < tie))  # nobody could predict a branch here


@part(LONG, LONG_ROWS, LONG, LONG)
def _first_child(heap, size, i):
    """The child of entry `i` that comes first, or where one would be."""
    child = 2 * i + 1
    if child + 1 < size:
        child += np.int64(_before(heap, child + 1, heap[child, 0], heap[child, 1]))
    return child


@part(VOID, LONG_ROWS, LONG, LONG, LONG, LONG)
def _rise(heap, i, count, tie, pair):
    """Put an entry in place `i`, or above it."""
    while i and not _before(heap, (i - 1) >> 1, count, tie):
        heap[i] = heap[(i - 1) >> 1]
        i = (i - 1) >> 1
    heap[i, 0], heap[i, 1], heap[i, 2] = count, tie, pair


@part(VOID, LONG_ROWS, LONGS, LONG, LONG, LONG)
def _push(heap, state, count, tie, pair):
    state[HEAP] += 1
    _rise(heap, state[HEAP] - 1, count, tie, pair)


@part(VOID, LONG_ROWS, LONGS, LONG, LONG, LONG)
def _correct(heap, state, count, tie, pair):
    """Put an entry in the place of the top one, or below it."""
    size, i = state[HEAP], 0
    while True:
        child = _first_child(heap, size, i)
        if child >= size or not _before(heap, child, count, tie):
            break
        heap[i] = heap[child]
        i = child
    heap[i, 0], heap[i, 1], heap[i, 2] = count, tie, pair


@part(VOID, LONG_ROWS, LONGS)
def _pop(heap, state):
    """Take the top away. The last entry fills the gap; it belongs low, so the gap sinks all the way first."""
    state[HEAP] -= 1
    size, i = state[HEAP], 0
    last = heap[size]
    child = _first_child(heap, size, i)
    while child < size:
        heap[i] = heap[child]
        i = child
        child = _first_child(heap, size, i)
    _rise(heap, i, last[0], last[1], last[2])


@compiled
def list_frequent(cells, keys, totals, threshold, state, lowest):
    """List the places of the pairs that are counted at least `threshold` times, and order them in a heap."""
    state[WORK] += len(cells)
    found = len(keys)
    most = listed = widest = top = 0
    for pair in range(found):
        most = max(most, totals[pair, 0])
        if totals[pair, 0] >= threshold:
            listed += 1
            top += totals[pair, 1]
            widest = max(widest, totals[pair, 1])
    room = listed + max(listed, 2 * (most // threshold), len(cells) // 32) + 1024
    pairs = np.empty((room, 2), np.int32)
    count = np.empty(room, np.int64)
    span = np.empty((room, 2), np.int32)
    heap = np.empty((room, 3), np.int64)
    arena = np.empty(top + max(2 * widest, len(cells) // 2) + 1024, np.int32)
    state[PAIRS] = state[TOP] = 0
    state[THRESHOLD] = threshold
    numbers = np.full(found, NOTHING, np.int32)
    for pair in range(found):
        if totals[pair, 0] < threshold:
            continue
        number = numbers[pair] = state[PAIRS]
        state[PAIRS] += 1
        pairs[number, 0], pairs[number, 1] = keys[pair] >> 32, keys[pair] & 0xFFFFFFFF
        count[number] = totals[pair, 0]
        span[number, 0] = span[number, 1] = state[TOP]
        state[TOP] += totals[pair, 1]
    for i in range(len(cells) - 1):
        pair = cells[i, 1]
        if pair >= 0:
            number = cells[i, 1] = numbers[pair]
            if number >= 0:
                arena[span[number, 1]] = i
                span[number, 1] += 1
    state[HEAP] = 0
    for number in range(state[PAIRS]):
        _push(heap, state, count[number], _tie(number, pairs, span, arena, lowest), number)
    return pairs, count, span, heap, arena


@part(VOID, INT_ROWS, LONGS, LONG)
def _fetch(cells, weights, i):
    """What a merge reads of cell `i`."""
    fetch(cells, i)
    if len(weights) > 1:
        fetch(weights, i)


@compiled
def _replace(cells, weights, length, count, arena, begin, end, pair, left, new, sides, around, seen):
    """Put `new` wherever `pair` is listed, from left to right; note the pairs that arise around it.

    `around` gets a row for each pair that arises (other token, side, count, places), `seen` its positions with the
    row; a cell names its row r as -r - 2 until the caller has numbered the pair. Answers both lengths and how much
    was replaced.
    """
    uniform = len(weights) == 1
    rows = notes = replaced = 0
    left_length, new_length = length[left], length[new]
    for place in range(begin, end):
        i = arena[place]
        if place + AHEAD < end:
            _fetch(cells, weights, arena[place + AHEAD])
        if cells[i, 1] != pair:
            continue
        weight = weights[0] if uniform else weights[i]
        replaced += weight
        j, k = i + left_length, i + new_length
        before, after = cells[i - 1, 0], cells[k, 0]
        old = cells[j, 1]  # the pair that the right part began
        if old >= 0:
            count[old] -= weight
        cells[j, 1] = NOTHING
        cells[i, 1] = NOTHING
        cells[i, 0] = cells[k - 1, 0] = new
        if before >= 0:
            h = i - length[before]
            old = cells[h, 1]
            if old >= 0:
                count[old] -= weight
            elif old < NOTHING:  # a pair that arose one step ago, where `pair` stands twice in a row
                around[-old - 2, 2] -= weight
                around[-old - 2, 3] -= 1
            row = sides[0, before]
            if row < 0:
                row = sides[0, before] = rows
                around[row, 0], around[row, 1], around[row, 2], around[row, 3] = before, 0, 0, 0
                rows += 1
            around[row, 2] += weight
            around[row, 3] += 1
            cells[h, 1] = -row - 2
            seen[notes, 0], seen[notes, 1] = h, row
            notes += 1
        if after >= 0:
            row = sides[1, after]
            if row < 0:
                row = sides[1, after] = rows
                around[row, 0], around[row, 1], around[row, 2], around[row, 3] = after, 1, 0, 0
                rows += 1
            around[row, 2] += weight
            around[row, 3] += 1
            cells[i, 1] = -row - 2
            seen[notes, 0], seen[notes, 1] = i, row
            notes += 1
    for row in range(rows):
        sides[around[row, 1], around[row, 0]] = NOTHING
    return rows, notes, replaced


@compiled
def _list_new(cells, pairs, count, span, arena, state, around, rows, seen, notes, new):
    """Number the frequent ones of the pairs that arose and list their places; the number goes to `around[row, 2]`."""
    for row in range(rows):
        if around[row, 2] < state[THRESHOLD]:
            around[row, 2] = NOTHING
            continue
        number = state[PAIRS]
        state[PAIRS] += 1
        other = around[row, 0]
        pairs[number, 0] = new if around[row, 1] else other
        pairs[number, 1] = other if around[row, 1] else new
        count[number] = around[row, 2]
        span[number, 0] = span[number, 1] = state[TOP]
        state[TOP] += around[row, 3]
        around[row, 2] = number
    for note in range(notes):
        i, row = seen[note]
        if note + AHEAD < notes:
            fetch(cells, seen[note + AHEAD, 0])
        if cells[i, 1] == -row - 2:
            number = cells[i, 1] = around[row, 2]
            if number >= 0:
                arena[span[number, 1]] = i
                span[number, 1] += 1


@compiled
def merge_best(cells, weights, length, pairs, count, span, heap, arena, sides, state, won, done, lowest):
    """Merge the best pair until `won` is full or the listed pairs are used up."""
    seen = np.empty((1024, 2), np.int32)
    around = np.empty((1024, 4), np.int64)
    while done < won.shape[1]:
        state[WORK] += 1
        if state[HEAP] == 0:
            return done, NEEDS_RECOUNT if state[THRESHOLD] > 1 else NO_PAIRS
        pair = heap[0, 2]
        if count[pair] < state[THRESHOLD]:  # unlisted pairs may be better; this one gets its chance after a recount
            _pop(heap, state)
            continue
        while cells[arena[span[pair, 0]], 1] != pair:
            span[pair, 0] += 1
        tie = _tie(pair, pairs, span, arena, lowest)
        if heap[0, 0] != count[pair] or heap[0, 1] != tie:
            _correct(heap, state, count[pair], tie, pair)
            continue
        places = span[pair, 1] - span[pair, 0]
        fresh = min(2 * places, 2 * (count[pair] // state[THRESHOLD]))
        if state[TOP] + 2 * places > len(arena) or state[PAIRS] + fresh > len(pairs):
            return done, NEEDS_RECOUNT
        if 2 * places > len(seen):
            seen = np.empty((4 * places, 2), np.int32)
            around = np.empty((4 * places, 4), np.int64)
        _pop(heap, state)
        for other in range(min(3, state[HEAP])):  # one of these comes next, unless a new pair does
            _fetch(cells, weights, arena[span[heap[other, 2], 0]])
        state[WORK] += places
        new = state[VOCAB]
        state[VOCAB] += 1
        left, right = pairs[pair, 0], pairs[pair, 1]
        won[0, done], won[1, done], won[2, done] = left, right, count[pair]
        done += 1
        length[new] = length[left] + length[right]
        rows, notes, _ = _replace(
            cells, weights, length, count, arena, span[pair, 0], span[pair, 1], pair, left, new, sides, around, seen
        )
        _list_new(cells, pairs, count, span, arena, state, around, rows, seen, notes, new)
        for row in range(rows):
            number = around[row, 2]
            if number >= 0:
                _push(heap, state, count[number], _tie(number, pairs, span, arena, lowest), number)
    return done, ENOUGH
