"""A tokenizer from a file, in any format the playground reads; it then takes part on every page."""

from __future__ import annotations

import streamlit as st

from playground import settings
from playground.core.errors import PlaygroundError
from playground.core.pretokenize import PATTERNS
from playground.formats import detect
from playground.ui import session, uploads
from playground.ui.faults import plain

_FILE, _PATTERN, _NAME, _FAULT = "load_file", "load_pattern", "_load_name", "_load_fault"


def tokenizer_file(shown: str | None = None) -> None:
    """An uploader; what it loads is added to the session, and named in the session key `shown` where one is given."""
    if uploads.closed():
        st.info(uploads.CLOSED)
        return
    st.caption(f"Reads {detect.READABLE}. Nothing in a file is run, and it stays in this session.")
    left, right = st.columns([2, 1], gap="medium")
    with right:
        st.selectbox(
            "Pattern for rank files",
            list(PATTERNS),
            index=list(PATTERNS).index("cl100k"),
            key=_PATTERN,
            persist_state="session",
            help="A tiktoken rank file holds tokens and ranks, but not the pattern that cuts text before any merge.",
        )
    with left:
        uploads.uploader("Tokenizer file", settings.current().tokenizer_mb, key=_FILE, on_change=_load, args=(shown,))
    if fault := st.session_state.get(_FAULT):
        st.error(plain(fault))
    name = st.session_state.get(_NAME)
    if name in session.own():
        loaded = session.own()[name]
        st.success(plain(f"{name} is loaded: {loaded.algorithm}, {loaded.vocab_size:,} entries."))
        for note in loaded.notes:
            st.info(plain(note))


def _load(shown: str | None) -> None:
    file = st.session_state.get(_FILE)
    st.session_state[_FAULT], st.session_state[_NAME] = "", ""
    if file is None:
        return
    try:
        tokenizer = detect.load(
            uploads.content(file, settings.current().tokenizer_mb),
            file.name,
            st.session_state.get(_PATTERN) or "cl100k",
        )
    except PlaygroundError as error:
        st.session_state[_FAULT] = str(error)
        return
    st.session_state[_NAME] = session.add(tokenizer)
    if shown:
        st.session_state[shown] = st.session_state[_NAME]
