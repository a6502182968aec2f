"""Ways from an experiment to the page that shows its mechanism, with the same text in hand."""

from __future__ import annotations

import streamlit as st

from playground.core.tokens import Tokenizer
from playground.formats import view_state
from playground.registry import NAMES
from playground.ui.navigation import ENTRIES
from playground.ui.share import PARAMETER


def to(page: str, label: str, text: str, tokenizer: Tokenizer | None = None) -> None:
    """A link to another page with `text` (and a published tokenizer) on it; nothing where the page is not there."""
    entry = next((entry for entry in ENTRIES if entry.file == page), None)
    if entry is None:
        return
    state: dict[str, str] = {"text": text}
    if tokenizer is not None and tokenizer.name in NAMES:
        state["tokenizer"] = tokenizer.name
    packed = view_state.pack(state)
    if len(packed) <= view_state.LONGEST_LINK:
        st.page_link(f"pages/{page}.py", label=label, icon=entry.icon, query_params={PARAMETER: packed})
