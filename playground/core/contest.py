"""The pairs of a text and their counts, kept up to date while merges change the text.

`Row` is the text as a linked list in which a merge touches only the places it changes. `Contest` counts the pairs of
a row and knows the best of them at any time.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from itertools import pairwise

from playground.core.bpe import Pair, Ties

Change = Callable[[Pair, int], None]


class Row:
    """Words in a row, as a linked list over the places of their symbols; pairs never reach across words.

    A token stands at the place of its first symbol. `glue[place]` is the number of the merge that joined the symbol
    there to the one before it, 0 while it still starts a token.
    """

    def __init__(self, words: Sequence[Sequence[int]], weights: Sequence[int]):
        self.token = [id for word in words for id in word]
        self.weight = [weight for word, weight in zip(words, weights, strict=True) for _ in word]
        self.glue = [0] * len(self.token)
        self.next = list(range(1, len(self.token) + 1))
        self.before = list(range(-1, len(self.token) - 1))
        self.places: dict[Pair, list[int]] = {}
        start = 0
        for word in words:
            if word:
                self.before[start], self.next[start + len(word) - 1] = -1, -1
                for place, pair in enumerate(pairwise(word), start):
                    self.places.setdefault(pair, []).append(place)
                start += len(word)

    def holds(self, place: int, pair: Pair) -> bool:
        """Whether `pair` stands at `place` now. (A pair's list of places is never cleaned up.)"""
        after = self.next[place]
        return after >= 0 and self.token[place] == pair[0] and self.token[after] == pair[1]

    def merge(self, pair: Pair, id: int, number: int, change: Change | None = None) -> int:
        """Replace `pair` by `id` from left to right; how often, weighted. `change` hears of each count's change."""
        token, after, before = self.token, self.next, self.before
        new: dict[Pair, list[int]] = {}
        replaced = 0
        for left in self.places.pop(pair, ()):
            if not self.holds(left, pair):
                continue
            right, weight = after[left], self.weight[left]
            previous, following = before[left], after[right]
            if change:
                change(pair, -weight)
                if previous >= 0:
                    change((token[previous], pair[0]), -weight)
                    change((token[previous], id), weight)
                if following >= 0:
                    change((pair[1], token[following]), -weight)
                    change((id, token[following]), weight)
            token[left], token[right], self.glue[right] = id, -1, number
            after[left], after[right] = following, -1
            if following >= 0:
                before[following] = left
                new.setdefault((id, token[following]), []).append(left)
            if previous >= 0:
                new.setdefault((token[previous], id), []).append(previous)
            replaced += weight
        self.places |= new
        return replaced


class Contest:
    """The counts of all pairs of a row, and the best pairs by count and tie rule.

    The heap is corrected late: a pair's count only falls and its first place only moves on once the merge that created
    it is over, so an entry on top that is still true is the best one.
    """

    def __init__(self, row: Row, ties: Ties):
        self.row, self.ties = row, ties
        self.counts: dict[Pair, int] = {}
        self._seen: dict[Pair, int] = {}
        for pair, places in row.places.items():
            self.counts[pair] = sum(row.weight[place] for place in places)
        self._heap = [self._entry(pair) for pair in self.counts]
        heapq.heapify(self._heap)

    def best(self, most: int) -> list[tuple[Pair, int]]:
        """The first `most` pairs in the order of the rule, with their counts."""
        found: list[tuple[int, Pair, Pair]] = []
        while self._heap and len(found) < most:
            entry = heapq.heappop(self._heap)
            pair = entry[2]
            if not self.counts.get(pair):
                continue
            true = self._entry(pair)
            if true == entry:
                found.append(entry)
            else:
                heapq.heappush(self._heap, true)
        for entry in found:
            heapq.heappush(self._heap, entry)
        return [(pair, -negative) for negative, _, pair in found]

    def merge(self, pair: Pair, id: int, number: int) -> int:
        """Replace `pair` by `id` everywhere; how often, weighted."""
        touched: set[Pair] = set()

        def change(changed: Pair, by: int) -> None:
            self.counts[changed] = self.counts.get(changed, 0) + by
            if id in changed:
                touched.add(changed)

        replaced = self.row.merge(pair, id, number, change)
        self.counts.pop(pair, None)
        for created in touched:
            if self.counts[created]:
                heapq.heappush(self._heap, self._entry(created))
        return replaced

    def _entry(self, pair: Pair) -> tuple[int, Pair, Pair]:
        """What the heap sorts by: the count, then the tie rule."""
        return -self.counts[pair], (self._first(pair), 0) if self.ties == "first" else pair, pair

    def _first(self, pair: Pair) -> int:
        """The first place where `pair` stands."""
        places = self.row.places[pair]
        i = self._seen.get(pair, 0)
        while not self.row.holds(places[i], pair):
            i += 1
        self._seen[pair] = i
        return places[i]
