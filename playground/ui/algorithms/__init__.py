"""The parts of the Algorithms page, one module each."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from playground.ui import share
from playground.ui.algorithms import corpus, side_by_side

PARTS: dict[str, tuple[str, Callable[[], None]]] = {
    "steps": ("Side by side", side_by_side.show),
}
"""Key in the address -> title and what it shows."""
STATE = {"part": share.one_of(*PARTS), **corpus.STATE, **side_by_side.STATE}
"""What a link to the page restores."""


def choose() -> Callable[[], None]:
    """The part of the page that the visitor chose; it stands in the address."""
    st.session_state.setdefault("part", next(iter(PARTS)))
    chosen = st.segmented_control(
        "Part", list(PARTS), key="part", format_func=lambda part: PARTS[part][0], label_visibility="collapsed",
        bind="query-params",
    )  # fmt: skip
    return PARTS[chosen or next(iter(PARTS))][1]
