"""A link or a file that brings a page back as it is: the same text, tokenizers and choices.

A page names the keys of `st.session_state` that make up what it shows, each with its kind:

    STATE = {
        "text": share.TEXT,
        "tokenizers": share.TOKENIZERS,       # or "tokenizer": share.TOKENIZER
        "whitespace": share.FLAG,
        "size": share.number(256, 4096),
        "layer": share.one_of("text", "ids"),
    }
    require_frame()
    share.restore(STATE)     # before the first widget
    share.heading("Title", "What the page shows, in one sentence.", STATE)
    # or share.button(STATE), anywhere on the page, once

Give the widgets those keys (and `persist_state="session"` where the value should survive a change of page). Nothing
else is needed: values from a link are checked by their kind before they reach a widget, what does not fit is left out
and said in one sentence, and the address is cleaned as soon as the page shows something else than the link did.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import streamlit as st

from playground.components.share_link import share_link
from playground.core.errors import FormatError
from playground.formats import view_state
from playground.ui import uploads, views
from playground.ui.navigation import ENTRIES, current_page
from playground.ui.share_kinds import (
    FLAG,
    TEXT,
    TOKENIZER,
    TOKENIZERS,
    Kind,
    counts,
    number,
    one_of,
    rows,
    some_of,
    text,
    tokenizers_or,
)
from playground.ui.talk import deck

__all__ = [
    "FLAG",
    "TEXT",
    "TOKENIZER",
    "TOKENIZERS",
    "button",
    "counts",
    "heading",
    "number",
    "one_of",
    "restore",
    "rows",
    "some_of",
    "text",
    "tidy_address",
    "tokenizers_or",
]

PARAMETER = "share"
"""The name in the query of a link."""
_OPENED, _SEEN, _NOTES = "_share_opened", "_share_seen", "_share_notes"
_KINDS = "_share_kinds"


def restore(state: Mapping[str, Kind]) -> None:
    """Bring back what a link or an opened view file says. Call it before the first widget of the page."""
    session = st.session_state
    waiting = views.take()
    if waiting is not None:
        _apply(state, waiting)
    packed = st.query_params.get(PARAMETER)
    if packed and packed != session.get(_OPENED):
        session[_OPENED] = packed
        try:
            _apply(state, view_state.unpack(packed))
        except FormatError as error:
            session[_NOTES] = [f"{error} The page shows what it would show without it."]
    for note in session.get(_NOTES, []):
        st.warning(note)


def heading(title: str, caption: str, state: Mapping[str, Kind]) -> None:
    """The title of a page, what it shows in one sentence, and the button in the corner."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    with row.container(width="stretch"):
        st.title(title)
        st.caption(caption)
    with row.container(width="content"):
        button(state)


def button(state: Mapping[str, Kind], label: str = "Share") -> None:
    """A button that opens to a link to what the page shows now, and to view files."""
    st.session_state[_KINDS] = state
    tidy_address()
    _panel(state, label)


def _apply(state: Mapping[str, Kind], values: Mapping[str, Any]) -> None:
    session = st.session_state
    notes = []
    session.pop(_SEEN, None)
    for key, kind in state.items():
        if key in values:
            value, note = kind.restored(values[key])
            if value is not None:
                session[key] = value
            notes += [note] if note else []
    session[_NOTES] = list(dict.fromkeys(notes))


def tidy_address() -> None:
    """Take the link out of the address, and its notes off the page, once the page shows something else.

    `button` does it in every run of the page. A fragment that changes what the page shows calls it too.
    """
    session = st.session_state
    state: Mapping[str, Kind] = session.get(_KINDS, {})
    if PARAMETER not in st.query_params and not session.get(_NOTES):
        return
    now = {key: session[key] for key in state if key in session}
    seen = session.setdefault(_SEEN, (current_page(), now))
    if seen[0] != current_page() or any(now.get(key) != value for key, value in seen[1].items()):
        st.query_params.pop(PARAMETER, None)
        for name in (_SEEN, _NOTES):
            session.pop(name, None)


@st.fragment
def _panel(state: Mapping[str, Kind], label: str) -> None:
    # The link is made when the panel opens, not on every run of the page.
    with st.popover(label, icon=":material/link:", on_change="rerun", key="_share_panel") as panel:
        if not panel.open:
            return
        values, notes = _values(state)
        packed = view_state.pack(values)
        if len(packed) <= view_state.LONGEST_LINK:
            st.caption(
                "The link holds everything itself, text included: whoever has it can read the text. "
                "Nothing is kept on the server."
            )
            share_link(PARAMETER, packed, key="_share_link")
        else:
            st.caption(
                f"This is too long for a link: {len(packed):,} characters after compression, "
                f"and links carry {view_state.LONGEST_LINK:,}. A file holds it."
            )
        for note in notes:
            st.caption(note)
        page = current_page()
        st.download_button(
            "Download as a view file",
            lambda: view_state.to_file(page, values),
            file_name=f"{page}-view.json",
            mime="application/json",
            on_click="ignore",
        )
        uploads.uploader("Open a view file", 16, type="json", key="_share_file", on_change=_open_file)
        if "_share_file_error" in st.session_state:
            st.error(st.session_state.pop("_share_file_error"))
        _deck_entry(page, values)
    if views.pending_page():
        st.rerun()


def _deck_entry(page: str, values: Mapping[str, Any]) -> None:
    """The way of a view into the deck of the Talk page."""
    title = st.text_input("Title of the scene", key="_deck_title", placeholder="What the audience should see here")
    if st.button("Add this view to the deck", key="_deck_add", disabled=not title.strip()):
        if deck.add(title, page, values):
            st.caption(f"It is scene {len(deck.scenes()):,} of the deck on the Talk page.")
        else:
            st.error("The deck is full; take a scene out first.")


def _values(state: Mapping[str, Kind]) -> tuple[dict[str, Any], list[str]]:
    """What goes into the link, and what had to be left out, in sentences."""
    values, notes = {}, []
    for key, kind in state.items():
        if key in st.session_state:
            value, note = kind.portable(st.session_state[key])
            if value is not None:
                values[key] = value
            notes += [note] if note else []
    return values, list(dict.fromkeys(notes))


def _open_file() -> None:
    upload = st.session_state["_share_file"]
    if upload is None:
        return
    try:
        page, values = view_state.from_file(upload.getvalue())
        if page not in {entry.file for entry in ENTRIES}:
            raise FormatError("The view file belongs to a page that this playground does not have.")
        views.show(page, values)
    except FormatError as error:
        st.session_state["_share_file_error"] = str(error)
