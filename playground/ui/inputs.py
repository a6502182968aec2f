"""Inputs that several pages share: one text, one choice of tokenizers, kept across pages."""

from __future__ import annotations

from typing import Any

import streamlit as st

from playground import samples, settings
from playground.components import live_text
from playground.core.characters import repair
from playground.core.errors import VocabularyError
from playground.core.tokens import Tokenizer
from playground.ui import session

_REFUSED = "_text_refused"


def put(key: str, value: Any) -> None:
    """Let the input `key` hold `value`; call it before the input. One that holds it already is left alone.

    An input that is set in each run undoes what a visitor does in it while a run is under way.
    """
    if key not in st.session_state or st.session_state[key] != value:
        st.session_state[key] = value


def text(label: str = "Text", height: int = 160) -> str:
    """The text that all pages share, from a text box; lone surrogates are replaced and counted on screen.

    It lives in `st.session_state["text"]`, a plain key: the box is only a view of it, so that every page, a link or a
    file can set it.
    """
    # At the door: a text from a link or a file may hold half characters, on which every widget would fail.
    whole, replaced = repair(st.session_state.setdefault("text", samples.TEXTS["Mixed"]))
    if replaced:
        st.warning(f"{replaced:,} broken half characters were replaced by U+FFFD.")
    st.session_state["text"] = whole
    if live_text.editable(whole):
        put("_text_box", whole)
        st.text_area(label, key="_text_box", height=height, on_change=_keep_text)
    else:
        st.text_area(label, whole[: live_text.BEGINNING], height=height, disabled=True)
        left, right = st.columns([4, 1], vertical_alignment="center")
        left.caption(
            f"The box shows the first {live_text.BEGINNING:,} of {len(whole):,} characters. The figures are of all. "
            "The Tokens page can replace it."
        )
        right.button("Clear the text", key="clear_text", on_click=_clear)
    if refused := st.session_state.pop(_REFUSED, None):
        st.error(refused)
    return whole


def _clear() -> None:
    st.session_state["text"] = ""


def shared_text() -> str:
    """The text that all pages share, where a page needs it without a box to change it in."""
    return repair(st.session_state.get("text", samples.TEXTS["Mixed"]))[0]


def _keep_text() -> None:
    typed, most = st.session_state["_text_box"], settings.current().text_characters
    if len(typed) <= most:
        st.session_state["text"] = typed
    else:
        st.session_state[_REFUSED] = (
            f"The text has {len(typed):,} characters; this server takes up to {most:,}. The one before is still here."
        )


def tokenizer(label: str = "Tokenizer", key: str = "tokenizer") -> Tokenizer:
    """One tokenizer out of those this session has."""
    name = st.selectbox(label, session.names(), key=key, persist_state="session")
    return _load([name])[0]


def tokenizers(label: str = "Tokenizers", key: str = "tokenizers", most: int = 4) -> list[Tokenizer]:
    """Several tokenizers out of those this session has, in the order chosen; at least one."""
    options = session.names()
    st.session_state.setdefault(key, [*list(session.own())[-1:], "cl100k_base", "o200k_base"])
    chosen = st.multiselect(label, options, key=key, max_selections=most, persist_state="session")
    return _load(chosen or options[:1])


def _load(names: list[str]) -> list[Tokenizer]:
    """The tokenizers that can be had; what is missing is said and left out, and the page stops where none is left."""
    found = []
    for name in names:
        try:
            found.append(session.tokenizer(name))
        except VocabularyError as error:
            st.error(str(error))
    if not found:
        st.stop()
    return found
