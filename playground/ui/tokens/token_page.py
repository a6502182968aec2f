"""The Tokens page's main view: a text box that is followed while one types, and the tokens under it."""

from __future__ import annotations

import streamlit as st

from playground import samples, settings
from playground.components.live_text import kept, live_text
from playground.components.pulse import pulse
from playground.components.token_card import token_card
from playground.components.token_view import Pane, ViewState, option_key, token_view
from playground.core.anatomy import anatomy
from playground.core.tokens import Encoded, Tokenizer
from playground.ui import encoding, faults, inputs, share, warming
from playground.ui.tokens import panels, text_file
from playground.ui.turns import in_turn

TEXT, VIEW = "text", "tokens"
STATE = {
    option_key(VIEW, "view"): share.one_of("text", "ids", "bytes", "lines"),
    option_key(VIEW, "colour"): share.one_of("position", "token"),
    option_key(VIEW, "whitespace"): share.FLAG,
    option_key(VIEW, "wrap"): share.FLAG,
    option_key(VIEW, "chunks"): share.FLAG,
    option_key(VIEW, "limit"): share.number(0, 10**9),
}
"""What a link to the page restores of the view."""
_WOKEN = "_tokens_drawn_once"
_SHOWN = "_tokens_shown"  # the tokenizer, and whether special tokens are read as such, of what is shown last


def choices() -> Tokenizer:
    """The tokenizer, and texts to begin with. They stand outside what runs at each key, which they would double."""
    st.session_state.setdefault(TEXT, samples.TEXTS["Mixed"])
    first, second, third = st.columns([3, 3, 3], vertical_alignment="bottom")
    with first:
        tokenizer = inputs.tokenizer()
    with second:
        st.selectbox(
            "Example", samples.TEXTS, index=None, key="_example", placeholder="Try one", on_change=_take_example
        )
    with third:
        text_file.opener(TEXT, settings.current().text_characters)
    return tokenizer


@st.fragment
def explore(tokenizer: Tokenizer) -> None:
    """Text, counts, tokens and the pinned one; runs again at each key."""
    text = kept(TEXT)
    with in_turn(len(text)):
        _explore(text, tokenizer)


def _explore(text: str, tokenizer: Tokenizer) -> None:
    text_file.notes(TEXT)
    share.tidy_address()
    # The tokens are sent first, and all in one go: each piece that comes by itself costs the browser a frame.
    box, switch = st.container(), st.container()
    with faults.shown():
        special = panels.read_as_special(text, tokenizer)
        st.session_state[_SHOWN] = tokenizer, special
        found, check = encoding.checked(text, tokenizer, special=special)
        state = token_view(Pane(tokenizer, found), key=VIEW, height=270, counts=True, check=check, announce=True)
        _card(tokenizer, found, state)
    with box:
        live_text(TEXT, key="tokens_text", height=140)
    with switch, faults.shown():
        panels.special_switch(text, tokenizer)


@st.fragment
def explain() -> None:
    """The panels about the text. They wait until typing pauses, so that the tokens need not wait for them.

    The first time they wait for the first picture too: they need a second vocabulary, and reading it holds everything
    else up for a moment.
    """
    woken = pulse(key="token_panels")
    if not (woken or st.session_state.get(_WOKEN)) and warming.serving():
        return
    st.session_state[_WOKEN] = True
    with faults.shown(), in_turn(len(st.session_state[TEXT])):
        tokenizer, special = st.session_state[_SHOWN]
        panels.show(tokenizer, encoding.encoded(st.session_state[TEXT], tokenizer, special=special))


def _take_example() -> None:
    if st.session_state["_example"]:
        st.session_state[TEXT] = samples.TEXTS[st.session_state["_example"]]


def _card(tokenizer: Tokenizer, found: Encoded, state: ViewState) -> None:
    """The pinned token in full."""
    index = next((index for index in state.pinned if index is not None), None)
    details = None if index is None else anatomy(tokenizer, found, index)
    token_card(details, key="token_card", tokenizer=tokenizer.name, of=len(found))
