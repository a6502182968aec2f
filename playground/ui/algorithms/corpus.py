"""The small corpus of the Algorithms page: a table of words and counts that can be edited, and words to try."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from playground import toys
from playground.core.characters import repair
from playground.ui import share

_WORDS = "toy_words"
_TABLE = "toy_table"
_BASE = "_toy_base"
_CHOICE = "toy"
_UNSEEN = "toy_unseen"
_SHOWN = "_toy_shown"
STATE = {
    _CHOICE: share.one_of(*toys.TOYS),
    _WORDS: share.counts(toys.MOST_WORDS),
    _UNSEEN: share.text(120),
}
"""What a link restores of it."""


def words() -> dict[str, int]:
    """The corpus as it stands; what the visitor typed is kept while they visit other pages."""
    names = list(toys.TOYS)
    if _WORDS not in st.session_state:
        _take(names[0])
    st.selectbox("Corpus", names, key=_CHOICE, on_change=_taken, persist_state="session")
    if st.session_state[_WORDS] != st.session_state.get(_SHOWN):  # a link or a scene brought other words
        st.session_state.pop(_TABLE, None)
    if _TABLE not in st.session_state:  # the first time, or back from another page: edits start from the last state
        rows = list(st.session_state[_WORDS].items())
        st.session_state[_BASE] = pd.DataFrame(rows, columns=["Word", "Count"])
    edited = st.data_editor(
        st.session_state[_BASE],
        key=_TABLE,
        num_rows="dynamic",
        height=225,
        width="stretch",
        column_config={
            "Word": st.column_config.TextColumn(required=True, max_chars=toys.LONGEST_WORD),
            "Count": st.column_config.NumberColumn(required=True, min_value=1, max_value=10**9, step=1, default=1),
        },
    )
    found = toys.cleaned([(whole(word), n) for word, n in edited.itertuples(index=False)])
    if len(edited) > toys.MOST_WORDS:
        st.warning(f"The first {toys.MOST_WORDS} words are used.")
    st.session_state[_WORDS] = st.session_state[_SHOWN] = found
    return found


def unseen() -> list[str]:
    """Up to four words to try, typed with spaces between them."""
    st.session_state.setdefault(_UNSEEN, toys.TOYS[st.session_state.get(_CHOICE) or next(iter(toys.TOYS))].unseen)
    st.text_input("Unseen words", key=_UNSEEN, max_chars=120, persist_state="session")
    return unseen_words()


def unseen_words() -> list[str]:
    """The words to try as they were last typed."""
    return [word[: toys.LONGEST_WORD] for word in whole(st.session_state.get(_UNSEEN)).split()[:4]]


def whole(text: object) -> str:
    """Text as typed with broken half characters replaced; nothing for anything else."""
    return repair(text)[0] if isinstance(text, str) else ""


def _taken() -> None:
    _take(st.session_state[_CHOICE])


def _take(name: str) -> None:
    """Start from the toy corpus `name`."""
    st.session_state[_WORDS] = dict(toys.TOYS[name].words)
    st.session_state[_UNSEEN] = toys.TOYS[name].unseen
    st.session_state.pop(_TABLE, None)
