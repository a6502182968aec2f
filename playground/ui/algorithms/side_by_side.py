"""BPE, WordPiece and Unigram on one small corpus, step by step."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.family_view import family_view
from playground.core import sidebyside
from playground.core.sidebyside import Column, Start
from playground.ui import share
from playground.ui.algorithms import corpus

_STARTS: dict[Start, str] = {
    "characters": "characters",
    "characters and </w>": "characters and an end mark",
    "bytes": "bytes",
}
STATE = {"bpe_start": share.one_of(*_STARTS)}
"""What a link restores of it."""
_EXPLAINED: dict[Start, str] = {
    "characters": "A character that the corpus never showed has no piece: it becomes <UNK>.",
    "characters and </w>": "Each word is closed by </w>, so that a piece knows whether it ends a word.",
    "bytes": "All 256 bytes are pieces from the start, so nothing is unknown.",
}


def show() -> None:
    """The inputs above, the three columns below."""
    table, choices = st.columns([3, 2], gap="medium")
    with table:
        words = corpus.words()
    with choices:
        unseen = corpus.unseen()
        start = st.radio("BPE starts from", list(_STARTS), format_func=_STARTS.__getitem__, key="bpe_start",
                         persist_state="session")  # fmt: skip
        st.caption(_EXPLAINED[start].replace("<", r"\<"))
    if not words:
        st.info("Type at least one word and how often it occurs.")
        return
    family_view(_columns(tuple(words.items()), tuple(unseen), start), unseen, key="family")


@st.cache_data(scope="session", max_entries=8, show_spinner=False)
def _columns(words: Sequence[tuple[str, int]], unseen: Sequence[str], start: Start) -> list[Column]:
    return sidebyside.columns(dict(words), unseen, start)
