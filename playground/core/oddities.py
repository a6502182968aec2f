"""Shelves of odd entries of a vocabulary: the longest, the repeated, the mixed, the unreachable."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from playground.core.scripts import KINDS, MIXED
from playground.core.vocabulary import Rows, Vocabulary

LONGEST, WORDS, REPEATED = "Longest", "Longest words", "One character repeated"
SPACES, MIXTURES, PARTIALS = "White space only", "Several scripts", "Part of a character"
UNREACHABLE = "Cannot be reached"
SHELVES = (LONGEST, WORDS, REPEATED, SPACES, MIXTURES, PARTIALS, UNREACHABLE)


def shelf(vocabulary: Vocabulary, name: str, unreachable: Sequence[int] = ()) -> Rows:
    """The rows on the shelf called `name`, the longest first; `unreachable` are the ids for the last shelf."""
    keep = ~vocabulary.special
    if name == WORDS:
        keep &= _where(vocabulary, lambda text: text.strip().isalpha())
    elif name == REPEATED:
        keep &= _where(vocabulary, lambda text: len(text) >= 4 and len(set(text)) == 1)
    elif name == SPACES:
        keep &= vocabulary.flag("white space only")
    elif name == MIXTURES:
        keep &= vocabulary.kind_codes == KINDS.index(MIXED)
    elif name == PARTIALS:
        keep &= vocabulary.flag("part of a character")
    elif name == UNREACHABLE:
        keep &= np.isin(vocabulary.ids, list(unreachable))
    rows = np.flatnonzero(keep)
    return rows[np.argsort(-vocabulary.lengths[rows], kind="stable")]


def _where(vocabulary: Vocabulary, test: object) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    assert callable(test)
    return np.fromiter(map(test, vocabulary.texts), np.bool_, len(vocabulary))
