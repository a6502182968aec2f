"""Ways from an experiment to the pages that show its mechanism, with the same text in hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from playground import registry
from playground.core.encode_steps import can_trace
from playground.core.tokens import Tokenizer
from playground.formats import view_state
from playground.ui.merges.sources import MOST_READ
from playground.ui.navigation import ENTRIES
from playground.ui.share import PARAMETER


def mechanism(text: str, tokenizer: Tokenizer) -> None:
    """Links to the Tokens page, which says why each cut is there, and to the merges that made the tokens."""
    with st.container(horizontal=True):
        to("tokens", "Why these cuts? The Tokens page", {"text": text, "tokenizer": tokenizer.name})
        traced = tokenizer.name in registry.NAMES or can_trace(tokenizer)
        if traced and text and "\n" not in text and len(text) <= MOST_READ:
            state = {"merges_mode": "Encoding", "merges_word": text, "merges_reader": tokenizer.name}
            to("merges", "Watch the merges that made them", state)


def to(page: str, label: str, state: Mapping[str, Any]) -> None:
    """A link to another page that opens with this state; nothing where it is too long for a link."""
    entry = next(entry for entry in ENTRIES if entry.file == page)
    packed = view_state.pack(state)
    if len(packed) <= view_state.LONGEST_LINK:
        st.page_link(f"pages/{page}.py", label=label, icon=entry.icon, query_params={PARAMETER: packed})
