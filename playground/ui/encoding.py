"""The one place where pages encode: kept for the session, with every failure in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import numpy as np
import streamlit as st

from playground.core.errors import TextError
from playground.core.ranks import RankTokenizer
from playground.core.tokens import Encoded, Tokenizer

_T = TypeVar("_T")
_KEPT = "_encoded"
_MOST_KEPT = 8
_CHECKED_UP_TO = 300_000  # characters; encoding twice takes twice as long


def encoded(text: str, tokenizer: Tokenizer, *, special: bool = False) -> Encoded:
    """`tokenizer.encoded(text)`, kept for this session, so that a click on the page need not encode again."""
    # By identity, so that a tokenizer trained anew under an old name is never mixed up with it.
    kept: dict[tuple[int, bool], tuple[Tokenizer, Encoded]] = st.session_state.setdefault(_KEPT, {})
    place = (id(tokenizer), special)
    found = kept.pop(place, None)
    if found is None or found[0] is not tokenizer or found[1].text != text:
        found = (tokenizer, _careful(lambda: tokenizer.encoded(text, special=special), tokenizer))
    kept[place] = found
    while len(kept) > _MOST_KEPT:
        del kept[next(iter(kept))]
    return found[1]


def check(found: Encoded, tokenizer: Tokenizer, *, special: bool = False) -> str | None:
    """Encode the same text with tiktoken itself and compare: a sentence, or None where that says nothing.

    It is tiktoken with the published vocabulary, asked directly, whatever way `found` came about.
    """
    if not isinstance(tokenizer, RankTokenizer) or not len(found) or len(found.text) > _CHECKED_UP_TO:
        return None
    asked = tokenizer.encoding
    try:
        ids = _careful(
            lambda: asked.encode(found.text, allowed_special="all") if special else asked.encode_ordinary(found.text),
            tokenizer,
        )
    except (TextError, ValueError):
        return "tiktoken itself fails on this text"
    return "✓ ids checked against tiktoken" if np.array_equal(ids, found.ids) else "✗ tiktoken gives other ids"


def _careful(call: Callable[[], _T], tokenizer: Tokenizer) -> _T:
    """A panic in a tokenizer's compiled code is no Exception, and would pass every handler of the page."""
    try:
        return call()
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise TextError(f"{tokenizer.name} broke on this text; its compiled code gave up.") from None
        raise
