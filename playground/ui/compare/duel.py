"""Two tokenizers head to head: the pieces on which they differ, and what the tokens of one save against the other."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from playground import sentences
from playground.core.cuts import cut, cut_bytes
from playground.core.differences import Difference, Saving, differences, savings
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.plots import duel as plots
from playground.ui import measured, session, tables
from playground.ui.faults import plain


def pair(chosen: Sequence[Tokenizer]) -> tuple[Tokenizer, Tokenizer]:
    """The two tokenizers to look at closer, out of those that are compared."""
    names = [each.name for each in chosen]
    own = [name for name in names if name in session.own()]
    if st.session_state.get("duel_mine") not in names:
        st.session_state["duel_mine"] = own[0] if own else names[-1]
    left, right = st.columns(2)
    first = left.selectbox("Look closer at", names, key="duel_mine")
    others = [name for name in names if name != first]
    second = right.selectbox("against", others, key="duel_theirs")
    return chosen[names.index(first)], chosen[names.index(second)]


def words(mine: Tokenizer, theirs: Tokenizer, text: str) -> None:
    """Where `mine` saves tokens and where it spends more, piece by piece."""
    a, b = measured.encoded(mine, text), measured.encoded(theirs, text)
    rows = differences(measured.pieces(text), a, b)
    st.markdown(plain(sentences.wins_and_losses(mine.name, theirs.name, rows)))
    if not rows:
        return
    st.caption(
        "A piece is a word or a run of marks, with the space before it. Each token belongs to the piece in which it "
        "ends, so nothing is counted twice and the differences add up."
    )
    st.plotly_chart(
        plots.most(rows), key="duel_chart", config={"displayModeBar": False},
        alt="The pieces with the largest difference, both ways. The tables below list them all.",
    )  # fmt: skip
    won = [row for row in rows if row.saved > 0]
    lost = [row for row in reversed(rows) if row.saved < 0]
    parts = [("saves", won, "wins"), ("spends more", lost, "losses")]
    filled = [part for part in parts if part[1]]
    for column, (title, part, key) in zip(st.columns(len(filled)), filled, strict=True):
        with column:
            st.markdown(f"**{plain(mine.name)} {title}**")
            _table(part, mine, theirs, key, f"Pieces on which the first one {title}")


def _table(rows: Sequence[Difference], mine: Tokenizer, theirs: Tokenizer, key: str, alt: str) -> None:
    tables.show(lambda n: _frame(rows[:n], mine, theirs), len(rows), key=key, alt=alt, height=320)


def _frame(rows: Sequence[Difference], mine: Tokenizer, theirs: Tokenizer) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "piece": [visible(row.piece) for row in rows],
            "occurs": [row.count for row in rows],
            "difference": [f"{-row.saved:+,}" for row in rows],
            mine.name: [row.mine for row in rows],
            theirs.name: [row.theirs for row in rows],
            f"{mine.name} cuts": [cut(mine, row.piece) for row in rows],
            f"{theirs.name} cuts": [cut(theirs, row.piece) for row in rows],
        }
    )  # fmt: skip


def domain(mine: Tokenizer, theirs: Tokenizer, text: str) -> None:
    """The tokens that `theirs` lacks, with what each saves on this text."""
    a, b = measured.encoded(mine, text), measured.encoded(theirs, text)
    rows = [
        row for row in savings(a, b)
        if row.id not in mine.special_tokens.values() and theirs.id_of(mine.token_bytes(row.id)) is None
    ]  # fmt: skip
    lacking = len(measured.overlap(mine, theirs).only_mine)
    saved = sum(row.saved for row in rows)
    st.markdown(plain(sentences.domain(mine.name, theirs.name, lacking, len(rows), saved, len(b))))
    if not rows:
        return
    tables.show(
        lambda n: _domain_frame(rows[:n], mine, theirs), len(rows),
        key="domain", alt="Tokens that the other vocabulary lacks, with what each saves", height=420,
    )  # fmt: skip


def _domain_frame(rows: Sequence[Saving], mine: Tokenizer, theirs: Tokenizer) -> pd.DataFrame:
    data = [mine.token_bytes(row.id) for row in rows]
    return pd.DataFrame(
        {
            "token": [visible(each) for each in data],
            "id": [row.id for row in rows],
            "saves": [row.saved for row in rows],
            "used": [row.count for row in rows],
            f"{theirs.name} spends": [row.theirs for row in rows],
            f"{theirs.name} cuts": [cut_bytes(theirs, each) for each in data],
        }
    )
