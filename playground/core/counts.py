"""Word counts that merge: counted apart, added up in any order, and trained on as if counted in one go.

Ties between pairs fall to the one that stands first in the text, so a count alone is not enough: each word also
carries where it was first seen. Adding two tables adds the counts and keeps the smaller position. Both are
commutative and associative, so neither the cutting of the corpus nor the order of arrival can change the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.core import adding
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
        counts = self.words.counts
        kept = counts >= floor
        lost = counts[~kept]
        pairs = int((lost * (np.diff(self.words.offsets)[~kept] - 1)).sum())
        return self._only(kept), Cut(floor, len(lost), int(lost.sum()), pairs)

    def split(self, number: int) -> list[CountTable]:
        """The table in `number` parts. A word goes to the same part in every table, so parts can be merged apart."""
        share = adding.shares(self.words.blob, self.words.offsets, number)
        return [self._only(share == part) for part in range(number)]

    def _only(self, kept: NDArray[np.bool_]) -> CountTable:
        lengths = np.diff(self.words.offsets)
        offsets = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths[kept])))
        words = WordCounts(self.words.blob[np.repeat(kept, lengths)], offsets, self.words.counts[kept])
        return CountTable(words, self.first[kept])


def merge(tables: Iterable[CountTable]) -> CountTable:
    """The counts of all stretches together.

    >>> left, right = CountTable.at(0, {b"a": 2, b"b": 1}), CountTable.at(10, {b"b": 5, b"c": 1})
    >>> dict(merge([right, left]).words)
    {b'a': 2, b'b': 6, b'c': 1}
    """
    tables = list(tables)
    if not tables:
        return CountTable.at(0, {})
    first = np.concatenate([table.first for table in tables])
    lengths = np.concatenate([np.diff(table.words.offsets) for table in tables])
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(lengths)))[:-1]
    blob, offsets, sums, first = adding.add_up(
        np.concatenate([table.words.blob for table in tables]),
        starts,
        lengths,
        np.concatenate([table.words.counts for table in tables]),
        first,
        np.argsort(first, kind="stable"),
    )
    return CountTable(WordCounts(blob, offsets, sums), first)


def cut_together(cuts: Sequence[Cut]) -> Cut:
    """One account of what the same floor left out of several tables that share no word."""
    return Cut(
        cuts[0].floor if cuts else 1,
        sum(cut.words for cut in cuts),
        sum(cut.occurrences for cut in cuts),
        sum(cut.pairs for cut in cuts),
    )
