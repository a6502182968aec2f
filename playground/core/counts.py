"""Word counts that merge: counted apart, added up in any order, and trained on as if counted in one go.

Ties between pairs fall to the one that stands first in the text, so a count alone is not enough: each word also
carries where it was first seen. Adding two tables adds the counts and keeps the smaller position. Both are
commutative and associative, so neither the cutting of the corpus nor the order of arrival can change the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.core.wordcounts import WordCounts


@dataclass(frozen=True)
class Cut:
    """What a floor left out: different words, their occurrences, and the pairs of bytes in them, counted."""

    floor: int
    words: int
    occurrences: int
    pairs: int

    @property
    def sentence(self) -> str:
        """What was cut and what that can change."""
        if not self.words:
            return "Nothing was cut: every word is counted."
        return (
            f"{self.words:,} different words seen fewer than {self.floor:,} times each were cut "
            f"({self.occurrences:,} occurrences). No pair can have lost more than {self.pairs:,} of its count. "
            "Up to the first merge whose lead over the next pair is no larger than that, nothing is changed by the cut."
        )


@dataclass(frozen=True, eq=False)
class CountTable:
    """Words, how often each occurs, and where each was first seen, in order of that place.

    `first` (int64, rising) is in units of the whole corpus: any numbers that stand in text order will do.
    """

    words: WordCounts
    first: NDArray[np.int64]

    @classmethod
    def at(cls, start: int, words: Mapping[bytes, int]) -> CountTable:
        """The counts of a stretch of text that begins at byte `start` of the corpus.

        `words` stand in order of first appearance; the number of a word is smaller than the stretch's bytes, so
        `start` + number stands in text order over all stretches.
        """
        table = WordCounts.of(words)
        return cls(table, start + np.arange(len(table), dtype=np.int64))

    @property
    def nbytes(self) -> int:
        """What the table holds in memory."""
        return int(self.words.blob.nbytes + self.words.offsets.nbytes + self.words.counts.nbytes + self.first.nbytes)

    def __len__(self) -> int:
        return len(self.words)

    def cut(self, floor: int) -> tuple[CountTable, Cut]:
        """The table without the words seen fewer than `floor` times, and an account of what that left out."""
        lengths = np.diff(self.words.offsets)
        counts = self.words.counts
        kept = counts >= floor
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths[kept])))
        words = WordCounts(self.words.blob[np.repeat(kept, lengths)], offsets, counts[kept])
        lost = counts[~kept]
        pairs = int((lost * (lengths[~kept] - 1)).sum())
        return CountTable(words, self.first[kept]), Cut(floor, len(lost), int(lost.sum()), pairs)


def merge(tables: Iterable[CountTable]) -> CountTable:
    """The counts of all stretches together.

    >>> left, right = CountTable.at(0, {b"a": 2, b"b": 1}), CountTable.at(10, {b"b": 5, b"c": 1})
    >>> dict(merge([right, left]).words)
    {b'a': 2, b'b': 6, b'c': 1}
    """
    counts: dict[bytes, int] = {}
    first: dict[bytes, int] = {}
    for table in tables:
        for word, count, place in zip(table.words, table.words.counts.tolist(), table.first.tolist(), strict=True):
            counts[word] = counts.get(word, 0) + count
            if place < first.get(word, place + 1):
                first[word] = place
    order = sorted(first, key=first.__getitem__)
    places = np.fromiter((first[word] for word in order), np.int64, len(order))
    return CountTable(WordCounts.of({word: counts[word] for word in order}), places)
