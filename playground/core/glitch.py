"""Tokens that look under-trained, by what can be known without the model.

Rumbelow and Watkins found in 2023 that GPT-2's ` SolidGoldMagikarp` and others stand for names that were frequent in
the text the vocabulary was learned from, and nearly absent from the text the model was trained on. Land and Bartolo
2024, "Fishing for Magikarp", list what such tokens have in common; what needs the model's weights is left out here.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

import regex

from playground.core.tokens import Tokenizer

_WORD = regex.compile(r"[ _.\-/]?[\p{L}\p{N}_]{2,}")
_INNER_CAPITAL = regex.compile(r"\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}")
_INNER_DIGIT = regex.compile(r"\p{L}\p{N}|\p{N}\p{L}")


@dataclass(frozen=True)
class Suspect:
    """A token with its signs of being under-trained."""

    id: int
    data: bytes
    elsewhere: tuple[int, ...]
    """The ids that the other tokenizer needs for the same bytes: two or more, since it has no such token."""
    odd_shape: bool
    """Capitals or digits inside the word, as in names of users and of variables."""
    scaffold: bool
    """Exactly one longer token begins with it, so that it may never have stood alone."""
    late: bool
    """In the last fifth of the vocabulary: it was rare even where it was learned."""

    @property
    def signs(self) -> int:
        """How many of the signs there are, beside being absent from the other vocabulary."""
        return self.odd_shape + self.scaffold + self.late


def suspects(tokenizer: Tokenizer, other: Tokenizer, shortest: int = 8) -> list[Suspect]:
    """Words of at least `shortest` bytes that `tokenizer` has as one token and `other` cuts in three or more.

    Scripts that `other` knows only by their bytes are left out. The most cut come first, then those with more signs.
    """
    special = set(tokenizer.special_tokens.values())
    entries = {id: tokenizer.token_bytes(id) for id in tokenizer.ids() if id not in special}
    ordered = sorted(entries.values())
    late = sorted(entries)[len(entries) * 4 // 5]
    found = []
    for id, data in entries.items():
        if len(data) < shortest or other.id_of(data) is not None:
            continue
        try:
            text = data.decode()
        except UnicodeDecodeError:
            continue
        if not _WORD.fullmatch(text):
            continue
        elsewhere = tuple(other.encode(text))
        # More tokens than characters: the other vocabulary does not know the script, which says nothing about the word.
        if not 3 <= len(elsewhere) <= 1.3 * len(text):
            continue
        odd = bool(_INNER_CAPITAL.search(text) or _INNER_DIGIT.search(text))
        found.append(Suspect(id, data, elsewhere, odd, _longer(ordered, data) == 1, id >= late))
    return sorted(found, key=lambda s: (-len(s.elsewhere) - s.signs, -len(s.data), s.id))


def _longer(ordered: list[bytes], data: bytes) -> int:
    """How many of the sorted entries begin with `data` and are longer; two stand for many."""
    place = bisect_left(ordered, data) + 1
    return sum(1 for other in ordered[place : place + 2] if other.startswith(data))
