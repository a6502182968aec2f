"""The search part of the Vocabulary page: what to look for, the rows found, and one entry in full."""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st
from numpy.typing import NDArray

from playground import registry, sentences
from playground.components.token_card import token_card
from playground.core import reach
from playground.core.anatomy import entry
from playground.core.cuts import cut_bytes
from playground.core.errors import PlaygroundError
from playground.core.scripts import KINDS
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.core.vocabulary import FLAGS, HOWS, Query, Rows, Vocabulary
from playground.ui import inputs, measured, tables
from playground.ui.faults import plain

LENGTHS = "lexicon_lengths"
"""Where the session keeps the lengths that are looked for."""
_EXAMPLE = "straw"
_ORDERS = ("by id", "longest first", "shortest first", "most used first")


def query(vocabulary: Vocabulary) -> Query:
    """What the visitor looks for."""
    if "lexicon_text" not in st.session_state:
        # An example that finds something: in a small vocabulary that is anything.
        st.session_state["lexicon_text"] = _EXAMPLE if len(vocabulary.find(Query(_EXAMPLE))) else ""
    st.session_state.setdefault("lexicon_order", "longest first")
    left, middle, right = st.columns([2, 4, 1.4], vertical_alignment="bottom")
    how = left.selectbox("Search by", HOWS, key="lexicon_how", persist_state="session")
    text = middle.text_input(
        "for", key="lexicon_text", persist_state="session",
        placeholder="text, bytes such as f0 9f, a regular expression, or ids such as 100-110",
    )  # fmt: skip
    case = right.toggle("Match case", value=True, key="lexicon_case", persist_state="session")
    with st.expander("Filters"):
        first, second, third = st.columns([2, 2, 2])
        known = [kind for kind in KINDS if kind in vocabulary.by_kind()]
        wanted = st.session_state.get("lexicon_kinds", [])
        inputs.put("lexicon_kinds", [kind for kind in wanted if kind in known])
        kinds = first.multiselect("Script", known, key="lexicon_kinds", persist_state="session")
        flags = second.multiselect("Only those with", FLAGS, key="lexicon_flags", persist_state="session")
        with third:
            shortest, longest = _lengths(max(int(vocabulary.lengths.max(initial=1)), 2))
    return Query(text, how, case, tuple(kinds), tuple(flags), shortest, longest)


def _lengths(most: int) -> tuple[int, int]:
    """The least and the largest length; kept from vocabulary to vocabulary, though the longest entry of each differs.

    What is kept is the wish, so that "up to the longest" stays that: an end that is not set is not in it.
    """
    wish: dict[str, int] = st.session_state.setdefault(LENGTHS, {})
    low, high = (min(wish.get(end, default), most) for end, default in (("from", 1), ("to", most)))
    low = min(low, high)
    # A slider of other ends is another one to Streamlit, and would begin at them.
    key = f"_lexicon_lengths_{most}"
    inputs.put(key, (low, high))
    st.slider("Length in bytes", 1, most, key=key, on_change=_keep_lengths, args=(key, most))
    return low, high


def _keep_lengths(key: str, most: int) -> None:
    low, high = st.session_state[key]
    st.session_state[LENGTHS] = {"from": low} | ({} if high == most else {"to": high})


def search(tokenizer: Tokenizer, text: str) -> None:
    """Search the vocabulary, list what is found, and show one entry in full. `text` is where use is counted."""
    vocabulary = measured.vocabulary(tokenizer)
    asked = query(vocabulary)
    try:
        rows = vocabulary.find(asked)
    except PlaygroundError as error:
        st.error(plain(str(error)))
        return
    used = uses(tokenizer, text)
    left, right = st.columns([3, 1], vertical_alignment="bottom")
    left.markdown(plain(sentences.found(len(rows), len(vocabulary))))
    order = right.selectbox("Order", _ORDERS, key="lexicon_order", label_visibility="collapsed")
    if not len(rows):
        return
    rows = _ordered(vocabulary, rows, used, order)
    place = listing(vocabulary, rows, used, key="vocabulary", select=True)
    if place is not None:
        detail(tokenizer, int(vocabulary.ids[rows[place]]), used)


def uses(tokenizer: Tokenizer, text: str) -> NDArray[np.int64]:
    """How often each id occurs in `text`."""
    return np.bincount(measured.encoded(tokenizer, text).ids, minlength=tokenizer.vocab_size).astype(np.int64)


def _ordered(vocabulary: Vocabulary, rows: Rows, used: NDArray[np.int64], order: str) -> Rows:
    if order == "by id":
        return rows
    by = vocabulary.lengths[rows] if order != "most used first" else used[vocabulary.ids[rows]]
    return rows[np.argsort(by if order == "shortest first" else -by, kind="stable")]


def listing(
    vocabulary: Vocabulary, rows: Rows, used: NDArray[np.int64], *, key: str, select: bool = False
) -> int | None:
    """The entries in `rows` as a table."""
    return tables.show(
        lambda n: _frame(vocabulary, rows[:n], used), len(rows), key=key, alt="Entries of the vocabulary",
        height=390, select=select,
        columns={
            "token": st.column_config.TextColumn(help="A space is drawn as ␣, and what cannot be seen by its name."),
            "in the text": st.column_config.NumberColumn(help="How often the text of the other pages uses it."),
        },
    )  # fmt: skip


def _frame(vocabulary: Vocabulary, rows: Rows, used: NDArray[np.int64]) -> pd.DataFrame:
    data = [vocabulary.data[row] for row in rows]
    return pd.DataFrame(
        {
            "id": vocabulary.ids[rows],
            "token": [visible(each) for each in data],
            "length": vocabulary.lengths[rows],
            "bytes": [each.hex(" ") for each in data],
            "script": [vocabulary.kind(row) for row in rows],
            "in the text": used[vocabulary.ids[rows]],
        }
    )


def detail(tokenizer: Tokenizer, id: int, used: NDArray[np.int64]) -> None:
    """One entry in full: its characters and merges, whether it can be reached, and the same bytes elsewhere."""
    st.caption("Click the box before a row to look at its token.")
    token_card(entry(tokenizer, id, int(used[id])), key="entry", tokenizer=tokenizer.name)
    data = tokenizer.token_bytes(id)
    if id not in tokenizer.special_tokens.values():
        if reach.knows_reach(tokenizer):
            st.markdown(plain(sentences.reached(reach.own_encoding(tokenizer, data) == [id], data)))
        others = [registry.get(name) for name in registry.NAMES if name != tokenizer.name]
        frame = pd.DataFrame(
            {
                "tokenizer": [other.name for other in others],
                "id of the same token": pd.array([other.id_of(data) for other in others], dtype="Int64"),
                "tokens": [len(reach.own_encoding(other, data)) for other in others],
                "cut": [cut_bytes(other, data) for other in others],
            }
        )
        tables.show(frame.head, len(frame), key="elsewhere", alt="The same bytes in other tokenizers")
