"""Words and how often they occur, held in three arrays instead of a dictionary."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from playground.core.errors import TrainingError

_T = TypeVar("_T", bound=np.generic)


class WordCounts(Mapping[bytes, int]):
    """A mapping from words to counts, in order of first appearance.

    Word `i` is `blob[offsets[i]:offsets[i + 1]]` (uint8, int64) and occurs `counts[i]` times (int64).
    """

    def __init__(self, blob: NDArray[np.uint8], offsets: NDArray[np.int64], counts: NDArray[np.int64]):
        self.blob, self.offsets, self.counts = _read_only(blob), _read_only(offsets), _read_only(counts)

    @classmethod
    def of(cls, words: Mapping[bytes, int]) -> WordCounts:
        """The same counts as a table; a table is returned as it is."""
        if isinstance(words, WordCounts):
            return words
        if any(count < 0 for count in words.values()):
            raise TrainingError("A word cannot occur fewer than 0 times.")
        kept = {word: count for word, count in words.items() if word and count}
        blob = np.frombuffer(b"".join(kept), np.uint8)
        offsets = np.zeros(len(kept) + 1, np.int64)
        np.cumsum(np.fromiter(map(len, kept), np.int64, len(kept)), out=offsets[1:])
        return cls(blob, offsets, np.fromiter(kept.values(), np.int64, len(kept)))

    @property
    def longest(self) -> int:
        """The length in bytes of the longest word."""
        return int(np.diff(self.offsets).max(initial=0))

    @property
    def total_bytes(self) -> int:
        """The length in bytes of the text the words came from."""
        return int((np.diff(self.offsets) * self.counts).sum())

    def __len__(self) -> int:
        return len(self.counts)

    def __iter__(self) -> Iterator[bytes]:
        data = self.blob.tobytes()
        ends = self.offsets.tolist()
        return (data[start:end] for start, end in itertools.pairwise(ends))

    def __getitem__(self, word: bytes) -> int:
        return self._by_word[word]

    @cached_property
    def _by_word(self) -> dict[bytes, int]:
        return dict(zip(self, self.counts.tolist(), strict=True))

    def __repr__(self) -> str:
        return f"WordCounts({len(self):,} different words, {int(self.counts.sum()):,} in all)"


def _read_only(array: NDArray[_T]) -> NDArray[_T]:
    """A view that cannot be written. Compiled functions know arrays by it, so all tables must be alike."""
    view = array.view()
    view.flags.writeable = False
    return view
