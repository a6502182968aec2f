"""`steps`, fast: the same merges from counts that are kept up to date, compiled with numba.

Every position of the corpus knows its neighbours. Every pair knows how often it stands there and at which positions,
so that a merge touches only the places where it happens. A pair's count can only fall after the step that made it.
Each step then looks over all live pairs for the best score, because WordPiece's scores move whenever a piece's own
count does; that is a plain loop over arrays, and fast.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numba as nb
import numpy as np
from numpy.typing import NDArray

from playground.core.steps import Word

_GONE = -1
_KEY = nb.types.int64
_INDEX = nb.types.int64


def train_pairs(
    words: Iterable[Word],
    alphabet: Sequence[str],
    wanted: int,
    join: Callable[[str, str], str],
    likelihood: bool = False,
    min_count: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> list[tuple[str, str, int]]:
    """At most `wanted` merges as (left, right, count), in order; ties go to the alphabetically first pair.

    `likelihood` scores by WordPiece's rule instead of by count; pairs counted less than `min_count` never merge.
    `alphabet` holds each piece of `words`, sorted. `progress(done, total)` may raise to cancel.
    """
    id_of = {piece: id for id, piece in enumerate(alphabet)}
    words = list(words)
    lengths = np.fromiter((len(pieces) for pieces, _ in words), np.int64, len(words))
    symbols = np.fromiter((id_of[piece] for pieces, _ in words for piece in pieces), np.int32, int(lengths.sum()))
    weights = np.repeat(np.fromiter((n for _, n in words), np.int64, len(words)), lengths)
    before, after = _neighbours(lengths, len(symbols))
    names, order = list(alphabet), _Order(alphabet, len(alphabet) + wanted)
    counts = np.zeros(len(alphabet) + wanted, np.int64)
    table = _first_pairs(symbols, weights, after, counts)
    merges: list[tuple[str, str, int]] = []
    while len(merges) < wanted:
        best, table.live_size = _best(
            table.live, table.live_size, table.left, table.right, table.count, counts, order.keys, likelihood, min_count
        )
        if best < 0:
            break
        left, right, count = int(table.left[best]), int(table.right[best]), int(table.count[best])
        merges.append((names[left], names[right], count))
        new = len(names)
        names.append(join(names[left], names[right]))
        order.add(names[new])
        table.make_room(count, len(symbols))
        table.pairs, table.places, table.live_size = _merge(
            best, new, symbols, weights, before, after, counts, table.index, table.left, table.right, table.count,
            table.first, table.last, table.place, table.following, table.live, table.pairs, table.places,
            table.live_size,
        )  # fmt: skip
        if progress:
            progress(len(merges), wanted)
    return merges


class _Order:
    """Numbers that compare as the pieces do alphabetically, so that compiled code can break ties."""

    def __init__(self, sorted_pieces: Sequence[str], most: int):
        self._sorted = list(sorted_pieces)
        self._ids = list(range(len(sorted_pieces)))
        self.keys = np.zeros(most, np.float64)
        self._renumber()

    def _renumber(self) -> None:
        self.keys[self._ids] = np.arange(1, len(self._ids) + 1)

    def add(self, piece: str) -> None:
        """A new piece; its id is the number of pieces so far."""
        new, at = len(self._ids), bisect(self._sorted, piece)
        low = self.keys[self._ids[at - 1]] if at else 0.0
        high = self.keys[self._ids[at]] if at < new else self.keys[self._ids[-1]] + 2
        self._sorted.insert(at, piece)
        self._ids.insert(at, new)
        self.keys[new] = (low + high) / 2
        if not low < self.keys[new] < high:
            self._renumber()


class _Table:
    """All pairs ever seen, and the places of each as a linked list in text order."""

    def __init__(self, index: Any, pairs: int, places: int, room: int, length: int):
        self.index = index
        self.pairs, self.places, self.live_size = pairs, places, pairs
        self.left, self.right = np.zeros(room, np.int32), np.zeros(room, np.int32)
        self.count = np.zeros(room, np.int64)
        self.first, self.last = np.full(room, _GONE, np.int64), np.full(room, _GONE, np.int64)
        self.live = np.arange(room, dtype=np.int64)
        self.place, self.following = np.zeros(length, np.int64), np.zeros(length, np.int64)

    def make_room(self, count: int, length: int) -> None:
        """A merge makes at most two pairs, and two places, for each place where it happens."""
        more = 2 * min(count, length) + 2
        for name, used in (("left", self.pairs), ("right", self.pairs), ("count", self.pairs), ("first", self.pairs),
                           ("last", self.pairs), ("live", self.live_size), ("place", self.places),
                           ("following", self.places)):  # fmt: skip
            array = getattr(self, name)
            if used + more > len(array):
                setattr(self, name, np.concatenate((array, np.full(len(array) + more, _GONE, array.dtype))))


def _neighbours(lengths: NDArray[np.int64], total: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Each position's neighbour before and after it in the same word."""
    positions = np.arange(total, dtype=np.int64)
    before, after = positions - 1, positions + 1
    ends = np.cumsum(lengths)
    after[ends - 1] = _GONE
    before[ends - lengths] = _GONE
    return before, after


def _first_pairs(
    symbols: NDArray[np.int32], weights: NDArray[np.int64], after: NDArray[np.int64], counts: NDArray[np.int64]
) -> _Table:
    index = nb.typed.Dict.empty(_KEY, _INDEX)
    table = _Table(index, 0, 0, 1024, len(symbols) + 1)
    pairs = _count(symbols, weights, after, counts, index)
    table = _Table(index, pairs, 0, max(1024, 2 * pairs), len(symbols) + 1)
    table.places = _fill(
        symbols, weights, after, index, table.left, table.right, table.count, table.first, table.last, table.place,
        table.following,
    )  # fmt: skip
    return table


@nb.njit(cache=True, nogil=True)
def _count(symbols, weights, after, counts, index):  # type: ignore[no-untyped-def]
    for i in range(len(symbols)):
        counts[symbols[i]] += weights[i]
        if after[i] >= 0:
            key = (nb.int64(symbols[i]) << 32) | nb.int64(symbols[after[i]])
            if key not in index:
                index[key] = len(index)
    return len(index)


@nb.njit(cache=True, nogil=True)
def _fill(symbols, weights, after, index, left, right, count, first, last, place, following):  # type: ignore[no-untyped-def]
    places = 0
    for i in range(len(symbols)):
        if after[i] >= 0:
            pair = index[(nb.int64(symbols[i]) << 32) | nb.int64(symbols[after[i]])]
            left[pair], right[pair] = symbols[i], symbols[after[i]]
            count[pair] += weights[i]
            places = _note(pair, i, first, last, place, following, places)
    return places


@nb.njit(cache=True, nogil=True, inline="always")
def _note(pair, position, first, last, place, following, places):  # type: ignore[no-untyped-def]
    """Append `position` to the places of `pair`."""
    place[places], following[places] = position, -1
    if first[pair] < 0:
        first[pair] = places
    else:
        following[last[pair]] = places
    last[pair] = places
    return places + 1


@nb.njit(cache=True, nogil=True)
def _best(live, size, left, right, count, counts, keys, likelihood, min_count):  # type: ignore[no-untyped-def]
    """The winner, or -1; pairs that can never win again are dropped from `live` on the way."""
    best, best_score, kept = -1, -1.0, 0
    for i in range(size):
        pair = live[i]
        if count[pair] < min_count or count[pair] == 0:
            continue
        live[kept] = pair
        kept += 1
        score = float(count[pair])
        a, b = left[pair], right[pair]
        if likelihood:
            score /= float(counts[a]) * float(counts[b])
        if score > best_score:
            best, best_score = pair, score
        elif score == best_score:
            c, d = left[best], right[best]
            if keys[a] < keys[c] or (a == c and keys[b] < keys[d]):
                best = pair
    return best, kept


@nb.njit(cache=True, nogil=True)
def _merge(  # type: ignore[no-untyped-def]
    best, new, symbols, weights, before, after, counts, index, left, right, count, first, last, place, following, live,
    pairs, places, live_size,
):  # fmt: skip
    """Replace the pair `best` by the piece `new` wherever it stands, and bring all counts up to date."""
    a, b = left[best], right[best]
    at = first[best]
    while at >= 0:
        i = place[at]
        at = following[at]
        j = after[i]
        if symbols[i] != a or j < 0 or symbols[j] != b:
            continue  # another merge took one of the two
        w = weights[i]
        p, n = before[i], after[j]
        count[best] -= w
        if p >= 0:
            count[index[(nb.int64(symbols[p]) << 32) | nb.int64(a)]] -= w
        if n >= 0:
            count[index[(nb.int64(b) << 32) | nb.int64(symbols[n])]] -= w
        counts[a] -= w
        counts[b] -= w
        counts[new] += w
        symbols[i], symbols[j] = new, -1
        after[i] = n
        if n >= 0:
            before[n] = i
        for side in range(2):
            start = p if side == 0 else i
            end = i if side == 0 else n
            if start < 0 or end < 0:
                continue
            key = (nb.int64(symbols[start]) << 32) | nb.int64(symbols[end])
            if key in index:
                pair = index[key]
            else:
                pair = pairs
                index[key] = pair
                left[pair], right[pair], count[pair] = symbols[start], symbols[end], 0
                first[pair] = -1
                live[live_size] = pair
                pairs += 1
                live_size += 1
            count[pair] += w
            places = _note(pair, start, first, last, place, following, places)
    count[best] = 0
    return pairs, places, live_size
