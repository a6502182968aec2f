"""The parts of the Algorithms page, one module each."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from playground.ui import share
from playground.ui.algorithms import compressor, corpus, lattice, normalizing, side_by_side

PARTS: dict[str, Callable[[], None]] = {
    "Side by side": side_by_side.show,
    "Unigram lattice": lattice.show,
    "SentencePiece": normalizing.show,
    "The compressor of 1994": compressor.show,
}
"""Title, which is also the value in the address, -> what it shows."""
_PART = "part"
STATE = {
    _PART: share.one_of(*PARTS),
    **corpus.STATE,
    **side_by_side.STATE,
    **lattice.STATE,
    **normalizing.STATE,
    **compressor.STATE,
}
"""What a link to the page restores."""


def choose() -> Callable[[], None]:
    """The part of the page that the visitor chose; it stands in the address."""
    first = next(iter(PARTS))
    # A default beside a value that a link brought would be one too many.
    default = None if _PART in st.session_state else first
    chosen = st.segmented_control(
        "Part", list(PARTS), default=default, key=_PART, label_visibility="collapsed", bind="query-params"
    )
    return PARTS[chosen or first]
