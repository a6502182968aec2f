"""The one place where pages encode: kept for the session, with every failure in words."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
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
_ASKING = ThreadPoolExecutor(2, "asking")


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


def checked(text: str, tokenizer: Tokenizer, *, special: bool = False) -> tuple[Encoded, str | None]:
    """`encoded`, and a sentence on what tiktoken says to the same text; None where that says nothing.

    It is tiktoken with the published vocabulary, asked directly, whatever way the ids came about. It is asked at the
    same time, on another core, so that nobody waits for it.
    """
    if not isinstance(tokenizer, RankTokenizer) or not text or len(text) > _CHECKED_UP_TO:
        return encoded(text, tokenizer, special=special), None
    asked = _ASKING.submit(_ask, text, tokenizer, special)
    found = encoded(text, tokenizer, special=special)
    try:
        ids = asked.result()
    except (TextError, ValueError):
        return found, "tiktoken itself fails on this text"
    same = np.array_equal(ids, found.ids)
    return found, "✓ ids checked against tiktoken" if same else "✗ tiktoken gives other ids"


def _ask(text: str, tokenizer: RankTokenizer, special: bool) -> list[int]:
    asked = tokenizer.encoding
    return _careful(
        lambda: asked.encode(text, allowed_special="all") if special else asked.encode_ordinary(text), tokenizer
    )


def _careful(call: Callable[[], _T], tokenizer: Tokenizer) -> _T:
    """A panic in a tokenizer's compiled code is no Exception, and would pass every handler of the page."""
    try:
        return call()
    except BaseException as error:
        if type(error).__name__ == "PanicException":
            raise TextError(f"{tokenizer.name} broke on this text; its compiled code gave up.") from None
        raise
