"""What two vocabularies have in common: counts, charts by length and script, and a table to search in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

import pandas as pd
import streamlit as st

from playground import sentences
from playground.core.baselines import CharacterTokenizer
from playground.core.overlap import LONG, Overlap, length_group
from playground.core.scripts import KINDS, script_of
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.plots import overlap as plots
from playground.ui import measured, tables
from playground.ui.faults import plain


def show(mine: Tokenizer, theirs: Tokenizer) -> None:
    """The overlap of two vocabularies."""
    if isinstance(mine, CharacterTokenizer) or isinstance(theirs, CharacterTokenizer):
        st.info("Plain characters have all of Unicode for a vocabulary, so there is no overlap to look at.")
        return
    both = measured.overlap(mine, theirs)
    st.markdown(plain(sentences.overlap(mine.name, theirs.name, both)))
    by_length, by_script = st.columns(2)
    names = [mine.name, theirs.name]
    with by_length:
        lengths = {
            f"{n}+" if n == LONG else str(n): counts for n, counts in sorted(both.by(length_group).items())
        }  # fmt: skip
        st.plotly_chart(
            plots.shares(lengths, names, "length in bytes"), key="overlap_length", config={"displayModeBar": False},
            alt="Tokens in both and in one only, by length in bytes. A table has the numbers.",
        )  # fmt: skip
    with by_script:
        groups = both.by(script_of)
        scripts = {str(kind): groups[kind] for kind in sorted(groups, key=lambda kind: -sum(groups[kind]))}
        st.plotly_chart(
            plots.shares(dict(islice(scripts.items(), 16)), names, "script"), key="overlap_script",
            config={"displayModeBar": False}, alt="Tokens in both and in one only, by script. A table has the numbers.",
        )  # fmt: skip
    with st.expander("The two charts as tables"):
        tables.show(
            _groups(lengths, names, "bytes").head, len(lengths), key="overlap_lengths", alt="By length in bytes"
        )
        tables.show(_groups(scripts, names, "script").head, len(scripts), key="overlap_scripts", alt="By script")
    _search(both, mine, theirs)


def _groups(groups: Mapping[str, tuple[int, int, int]], names: Sequence[str], title: str) -> pd.DataFrame:
    columns = zip(("in both", f"only {names[0]}", f"only {names[1]}"), zip(*groups.values(), strict=True), strict=True)
    return pd.DataFrame({title: list(groups), **{name: list(counts) for name, counts in columns}})


def _search(both: Overlap, mine: Tokenizer, theirs: Tokenizer) -> None:
    parts = {"in both": both.common, f"only {mine.name}": both.only_mine, f"only {theirs.name}": both.only_theirs}
    left, middle, right = st.columns([2, 2, 2])
    part = left.selectbox("Tokens", list(parts), index=1, key="overlap_part")
    kind = middle.selectbox("Script", ["any", *KINDS], key="overlap_kind")
    text = right.text_input("that contain", key="overlap_text")
    needle = text.encode("utf-8", "replace")
    found = sorted(
        (data for data in parts[part] if needle in data and (kind == "any" or script_of(data) == kind)),
        key=lambda data: (-len(data), data),
    )
    st.caption(f"{sentences.counted(len(found), 'token')}, the longest first.")
    tables.show(
        lambda n: _frame(found[:n], mine, theirs),
        len(found),
        key="overlap",
        alt="Tokens of the chosen part",
        height=320,
    )


def _frame(found: list[bytes], mine: Tokenizer, theirs: Tokenizer) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "token": [visible(data) for data in found],
            "bytes": [len(data) for data in found],
            "script": [script_of(data) for data in found],
            f"id in {mine.name}": pd.array([mine.id_of(data) for data in found], dtype="Int64"),
            f"id in {theirs.name}": pd.array([theirs.id_of(data) for data in found], dtype="Int64"),
        }
    )
