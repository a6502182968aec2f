"""Where one tokenizer needs fewer tokens than another on the same text: piece by piece, weighted by frequency."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import regex
from numpy.typing import NDArray

from playground.core.tokens import Encoded, byte_offsets

# Pieces that favour no tokenizer: a word, or a run of marks, each with one space before it; other white space.
_PIECE = regex.compile(
    r" ?[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*| ?[^\s\p{L}\p{M}\p{N}]+|\s+(?!\S)|\s+",
)


@dataclass(frozen=True, eq=False)
class Pieces:
    """The pieces of a text, which tile it: piece number `i` is `kinds[index[i]]` and ends at byte `ends[i]`."""

    kinds: list[str]
    index: NDArray[np.int64]
    ends: NDArray[np.int64]

    @classmethod
    def of(cls, text: str) -> Pieces:
        """Cut `text` into words and runs of marks, each with one space before it, and other white space."""
        seen: dict[str, int] = {}
        index, ends = [], []
        for match in _PIECE.finditer(text):
            index.append(seen.setdefault(match.group(), len(seen)))
            ends.append(match.end())
        return cls(list(seen), np.asarray(index, np.int64), byte_offsets(text)[np.asarray(ends, np.int64)])

    @cached_property
    def counts(self) -> NDArray[np.int64]:
        """How often each kind occurs."""
        return np.bincount(self.index, minlength=len(self.kinds)).astype(np.int64)

    def tokens(self, encoded: Encoded) -> NDArray[np.int64]:
        """Tokens spent on each kind, over the whole text. A token belongs to the piece that holds its last byte.

        So nothing is counted twice: the sum is the number of tokens.
        """
        if not len(self.index):
            return np.zeros(0, np.int64)
        last = np.maximum(encoded.ends - 1, 0)
        place = np.minimum(np.searchsorted(self.ends, last, "right"), len(self.ends) - 1)
        return np.bincount(self.index[place], minlength=len(self.kinds)).astype(np.int64)


@dataclass(frozen=True)
class Difference:
    """One kind of piece: how often it occurs, and the tokens that two tokenizers spend on all of them."""

    piece: str
    count: int
    mine: int
    theirs: int

    @property
    def saved(self) -> int:
        """Tokens saved by mine over the whole text; negative where it spends more."""
        return self.theirs - self.mine


def differences(pieces: Pieces, mine: Encoded, theirs: Encoded) -> list[Difference]:
    """Each kind of piece on which the two differ, most saved by mine first; `saved` adds up to the whole difference."""
    a, b = pieces.tokens(mine), pieces.tokens(theirs)
    order = np.argsort(a - b, kind="stable")
    return [
        Difference(pieces.kinds[i], int(pieces.counts[i]), int(a[i]), int(b[i])) for i in order.tolist() if a[i] != b[i]
    ]


@dataclass(frozen=True)
class Saving:
    """One token of mine: how often this text uses it, and the tokens that theirs spends on the same places."""

    id: int
    count: int
    theirs: int

    @property
    def saved(self) -> int:
        """Tokens saved over the whole text; negative where theirs gets by with fewer."""
        return self.theirs - self.count


def savings(mine: Encoded, theirs: Encoded) -> list[Saving]:
    """What each token of mine saves on this text, most first; `saved` adds up to the whole difference.

    A token of theirs belongs to the token of mine that holds its last byte.
    """
    if not len(mine) or not len(theirs):
        return []
    ids, index = np.unique(mine.ids, return_inverse=True)
    last = np.maximum(theirs.ends - 1, 0)
    place = np.minimum(np.searchsorted(mine.ends, last, "right"), len(mine) - 1)
    counts = np.bincount(index, minlength=len(ids))
    spent = np.bincount(index[place], minlength=len(ids))
    order = np.argsort(counts - spent, kind="stable").tolist()
    return [Saving(int(ids[i]), int(counts[i]), int(spent[i])) for i in order]
