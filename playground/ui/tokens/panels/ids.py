"""Ids to text: paste ids, see what they say."""

from __future__ import annotations

import numpy as np
import streamlit as st

from playground.components.token_view import Pane, token_view
from playground.core import idlist, utf8
from playground.core.tokens import Encoded, Tokenizer
from playground.ui import faults

_EXAMPLE = "Ids are all that a model sees: 👋🏽 鎮"
_MOST_ROWS = 2000


def ids_to_text(tokenizer: Tokenizer, _: Encoded) -> None:
    """A box for ids in any usual form; the text and the tokens they stand for, or why they are none."""
    st.caption(
        "Paste ids in any usual form: a list, JSON, one a line, a printed tensor. "
        f"They are read as ids of {faults.plain(tokenizer.name)}."
    )
    st.session_state.setdefault("ids", idlist.shown(tokenizer.encode(_EXAMPLE)))
    pasted = st.text_area("Token ids", key="ids", height=100, persist_state="session") or ""
    read = idlist.read_ids(pasted, tokenizer)
    for line in idlist.summary(read.faults):
        st.error(line)
    if not read.ids:
        st.info("There are no ids to decode." if not read.faults else "None of these is an id of this tokenizer.")
        return
    if read.faults:
        st.caption(f"What follows is decoded from the other {len(read.ids):,}.")
    data = tokenizer.decode_bytes(read.ids)
    broken = utf8.invalid(data)
    if broken:
        _broken(tokenizer, read.ids, data, broken)
        return
    text = tokenizer.decode(read.ids)
    encoded = _spans(tokenizer, read.ids, text)
    if encoded is None:
        st.code(text, language=None, wrap_lines=True)
        _table(tokenizer, read.ids)
    else:
        token_view(
            Pane(tokenizer, encoded), key="ids_view", height="content" if len(text) < 500 else 240, toolbar=False
        )
    _round_trip(tokenizer, read.ids, text)


def _spans(tokenizer: Tokenizer, ids: list[int], text: str) -> Encoded | None:
    """The ids over the text they decode to, or None where it cannot be told which id covers what."""
    lengths = [len(tokenizer.token_bytes(id)) for id in ids]
    if sum(lengths) == len(text.encode()):
        ends = np.cumsum(lengths, dtype=np.int64)
        special = np.isin(ids, list(tokenizer.special_tokens.values()))
        return Encoded(text, np.array(ids, np.int32), ends - lengths, ends, special)
    again = tokenizer.encoded(text)
    return again if again.ids.tolist() == ids else None


def _broken(tokenizer: Tokenizer, ids: list[int], data: bytes, broken: list[utf8.Invalid]) -> None:
    count = utf8.replacements(data)
    places = "place is" if count == 1 else f"{count:,} places are"
    st.warning(
        f"These ids are not a whole text: {'one ' if count == 1 else ''}{places} not UTF-8. "
        f"Below, each byte that is no character is written as two hex digits after \\\\x."
    )
    st.code(data.decode("utf-8", "backslashreplace"), language=None, wrap_lines=True)
    ends = np.cumsum([len(tokenizer.token_bytes(id)) for id in ids])
    first = np.searchsorted(ends, [place.start for place in broken], side="right")
    last = np.searchsorted(ends, [place.end - 1 for place in broken], side="right")
    st.dataframe(
        {
            "Byte": [f"{place.start:,}" for place in broken],
            "Bytes": [data[place.start : place.end].hex(" ").upper() for place in broken],
            "Token": [str(a) if a == b else f"{a} to {b}" for a, b in zip(first + 1, last + 1, strict=True)],
            "Why it is no character": [place.reason for place in broken],
        },
        hide_index=True,
        column_config={"Why it is no character": st.column_config.TextColumn(width="large")},
    )
    if count > len(broken):
        st.caption(f"The first {len(broken):,} of {count:,} places are listed.")
    _table(tokenizer, ids)


def _table(tokenizer: Tokenizer, ids: list[int]) -> None:
    pieces = [tokenizer.token_bytes(id) for id in ids[:_MOST_ROWS]]
    control = set(tokenizer.special_tokens.values())
    st.dataframe(
        {
            "Token": range(1, len(pieces) + 1),
            "Id": [str(id) for id in ids[:_MOST_ROWS]],
            "Bytes": [piece.hex(" ").upper() for piece in pieces],
            "Text": [piece.decode("utf-8", "backslashreplace") for piece in pieces],
            "Special": [id in control for id in ids[:_MOST_ROWS]],
        },
        hide_index=True,
        height=240,
    )
    if len(ids) > _MOST_ROWS:
        st.caption(f"The first {_MOST_ROWS:,} of {len(ids):,} tokens are listed.")


def _round_trip(tokenizer: Tokenizer, ids: list[int], text: str) -> None:
    """Say whether encoding the text again gives these ids: often it does not, and a model notices."""
    special = bool(set(ids) & set(tokenizer.special_tokens.values()))
    again = tokenizer.encode(text, special=special)
    how = ", with special tokens on," if special else ""
    if again == ids:
        st.caption(f"Encoding this text again{how} gives the same {len(ids):,} ids.")
        return
    at = next((i for i, (a, b) in enumerate(zip(ids, again, strict=False)) if a != b), min(len(ids), len(again)))
    st.info(
        f"Encoding this text again{how} gives other ids: {len(again):,} instead of {len(ids):,}. "
        f"The first difference is at token {at + 1:,}. A tokenizer has one way to write a text; ids can have many."
    )
    st.code(idlist.shown(again[:200]) + (" ..." if len(again) > 200 else ""), language=None, wrap_lines=True)
