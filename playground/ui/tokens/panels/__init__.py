"""What the Tokens page can say about a text beside its tokens: one function a panel, one tab each."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from playground.core.tokens import Encoded, Tokenizer
from playground.ui import faults, share
from playground.ui.tokens.panels.chat import chat
from playground.ui.tokens.panels.costs import costs
from playground.ui.tokens.panels.hidden import hidden_characters
from playground.ui.tokens.panels.ids import ids_to_text
from playground.ui.tokens.panels.side_by_side import side_by_side
from playground.ui.tokens.panels.special import read_as_special, special_switch, special_tokens
from playground.ui.tokens.panels.streaming import streaming

__all__ = ["PANELS", "STATE", "read_as_special", "show", "special_switch"]

PANELS: dict[str, Callable[[Tokenizer, Encoded], None]] = {
    "Side by side": side_by_side,
    "Special tokens": special_tokens,
    "Hidden characters": hidden_characters,
    "Streaming": streaming,
    "Ids to text": ids_to_text,
    "Chat": chat,
    "Costs": costs,
}
STATE = {
    "panel": share.one_of(*PANELS),
    "special": share.FLAG,
    "tokenizers": share.TOKENIZERS,
    "ids": share.TEXT,
    "chat": share.rows("role", "content"),
    "price": share.number(0.0, 1e9),
    "window": share.number(1, 10**12),
    "requests": share.number(1, 10**12),
    "baseline": share.TEXT,
}
"""What a link to the page restores of the panels."""


@st.fragment
def show(tokenizer: Tokenizer, encoded: Encoded) -> None:
    """The panels in tabs. Only the open one runs, and what happens in it runs nothing else on the page."""
    for tab, panel in zip(st.tabs(list(PANELS), key="panel", on_change="rerun"), PANELS.values(), strict=True):
        if tab.open:
            with tab, faults.shown():
                panel(tokenizer, encoded)
