"""Training and warming up: what drives the compiled functions of `merging`, `wordtable` and `encoder`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from playground.core import merging, recounting
from playground.core.bpe import Learned, Merge, Ties
from playground.core.wordcounts import WordCounts


class Trainer:
    """Learns merges, as many at a time as the caller asks for; between two calls everything is consistent.

    `ties="first"`: of the most frequent pairs the one that stands earliest wins. `"lowest"`: the lowest (left, right).

    >>> Trainer({b"abab": 1}).advance(10)
    [Merge(left=97, right=98, id=256, count=2), Merge(left=256, right=256, id=257, count=1)]
    """

    def __init__(self, word_counts: Mapping[bytes, int], ties: Ties = "first"):
        words = WordCounts.of(word_counts)
        self.finished = False
        self._won = [np.empty((3, 0), np.int64)]
        self._lowest = ties == "lowest"
        self._state = np.zeros(6, np.int64)
        self._state[merging.VOCAB] = 256
        # From numpy, which asks the system for large pages: places all over the text are visited.
        self._cells = np.empty((len(words.blob) + len(words.counts) + 1, 2), np.int32)
        self._weights = recounting.lay_out(self._cells, words.blob, words.offsets, words.counts)
        self._length = np.ones(512, np.int32)
        self._sides = np.full((2, 512), merging.NOTHING, np.int32)
        self._lists: tuple[Any, ...] = ()
        self._recount()

    def advance(self, n: int) -> list[Merge]:
        """The next `n` merges; fewer where no pair is left (then `finished` is true)."""
        first = int(self._state[merging.VOCAB])
        self.learn(n)
        return list(Learned(self._won[-1], first))

    def learn(self, n: int) -> int:
        """Learn the next `n` merges, as `advance` does, and answer only how many there were."""
        n = min(n, len(self._cells))  # no text has more merges than bytes
        self._reserve(int(self._state[merging.VOCAB]) + n)
        won = np.empty((3, n), np.int64)
        done = 0
        while done < n and not self.finished:
            words, lists = (self._cells, self._weights, self._length), self._lists
            done, answer = merging.merge_best(*words, *lists, self._sides, self._state, won, done, self._lowest)
            if answer == merging.NEEDS_RECOUNT:
                self._recount()
            elif answer == merging.NO_PAIRS:
                self.finished = True
        self._won.append(won[:, :done])
        return done

    @property
    def learned(self) -> Learned:
        """All merges so far."""
        self._won = [np.concatenate(self._won, axis=1)]
        return Learned(self._won[0])

    @property
    def work(self) -> int:
        """How many cells, places and heap entries have been looked at: what the time grows with."""
        return int(self._state[merging.WORK])

    def _recount(self) -> None:
        size = recounting.squeeze(self._cells, self._weights, self._length)
        self._cells = self._cells[:size]
        keys, totals = recounting.count_pairs(self._cells, self._weights, int(self._state[merging.VOCAB]))
        least = recounting.threshold(totals, size // 2)
        self._lists = ()  # the old ones go before new ones are made
        self._lists = merging.list_frequent(self._cells, keys, totals, least, self._state, self._lowest)
        self.finished = self._state[merging.PAIRS] == 0

    def _reserve(self, vocab: int) -> None:
        if vocab > len(self._length):
            more = max(vocab, 2 * len(self._length)) - len(self._length)
            self._length = np.concatenate((self._length, np.ones(more, np.int32)))
            self._sides = np.full((2, len(self._length)), merging.NOTHING, np.int32)


def warm() -> None:
    """Compile everything, or load it from disk; for a background thread at start."""
    from playground.core.bpe import BPETokenizer
    from playground.core.pretokenize import count_words

    text = "warm up, " * 20
    words = count_words(text, "cl100k")
    merges = Trainer(words).advance(20)
    for pattern in (None, "cl100k"):
        tokenizer = BPETokenizer(merges, pattern)
        tokenizer.encode(text)
        tokenizer.replacements(words)
