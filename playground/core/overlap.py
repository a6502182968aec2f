"""What two vocabularies share, and what only one of them has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Set
from dataclasses import dataclass
from functools import cached_property

from playground.core.tokens import Tokenizer

LONG = 16
"""Tokens of so many bytes or more are counted together."""


def entries(tokenizer: Tokenizer) -> frozenset[bytes]:
    """The bytes of every ordinary token."""
    special = set(tokenizer.special_tokens.values())
    return frozenset(tokenizer.token_bytes(id) for id in tokenizer.ids() if id not in special)


@dataclass(frozen=True)
class Overlap:
    """Two vocabularies as sets of bytes. Ids and special tokens do not count."""

    mine: Set[bytes]
    theirs: Set[bytes]

    @cached_property
    def common(self) -> Set[bytes]:
        """In both."""
        return self.mine & self.theirs

    @cached_property
    def only_mine(self) -> Set[bytes]:
        """In mine and not in theirs."""
        return self.mine - self.theirs

    @cached_property
    def only_theirs(self) -> Set[bytes]:
        """In theirs and not in mine."""
        return self.theirs - self.mine

    @property
    def jaccard(self) -> float:
        """Common tokens divided by all different tokens: 0 for nothing in common, 1 for equal vocabularies."""
        union = len(self.mine) + len(self.theirs) - len(self.common)
        return len(self.common) / union if union else 1.0

    @property
    def share_of_mine(self) -> float:
        """The share of mine that theirs has too."""
        return len(self.common) / len(self.mine) if self.mine else 0.0

    def by(self, group: Callable[[bytes], str | int]) -> dict[str | int, tuple[int, int, int]]:
        """Tokens in common, only mine and only theirs for each value of `group`."""
        counted = [Counter(map(group, part)) for part in (self.common, self.only_mine, self.only_theirs)]
        return {key: (counted[0][key], counted[1][key], counted[2][key]) for key in set().union(*counted)}


def overlap(mine: Tokenizer, theirs: Tokenizer) -> Overlap:
    """The overlap of two vocabularies."""
    return Overlap(entries(mine), entries(theirs))


def length_group(data: bytes) -> int:
    """The length in bytes, with LONG for all that are longer."""
    return min(len(data), LONG)
