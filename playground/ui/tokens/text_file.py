"""Opening a file as the text of a page."""

from __future__ import annotations

import streamlit as st

from playground import corpus, settings
from playground.core.errors import CorpusError
from playground.ui import faults, uploads

_NOTES, _ERROR = "_text_file_notes", "_text_file_error"


def opener(state: str, most: int) -> None:
    """A button that opens a file, into `st.session_state[state]`: its first `most` characters."""
    with st.popover("Open a file", icon=":material/upload_file:", use_container_width=True):
        upload = f"_text_file_{st.session_state.get('_text_file_round', 0)}"
        uploads.uploader(
            "Text, gzip, zip or JSON lines",
            settings.current().upload_mb,
            key=upload,
            on_change=_open,
            args=(upload, state, most),
            help="Line ends and NUL characters stay as they are in the file.",
        )
        if _ERROR in st.session_state:
            st.error(faults.plain(st.session_state.pop(_ERROR)))


def notes(state: str) -> None:
    """What there is to say about the file, for as long as its text is the text."""
    text, said = st.session_state.get(_NOTES, (None, []))
    if text is not None and text == st.session_state.get(state):
        for note in said:
            st.caption(faults.plain(note))


def _open(upload: str, state: str, most: int) -> None:
    file = st.session_state[upload]
    if file is None:
        return
    try:
        documents = corpus.read(file.name, file.getvalue())
        found = corpus.join(documents)
    except CorpusError as error:
        st.session_state[_ERROR] = str(error)
        return
    text, notes = found.text, [f"{found.name}: {found.characters:,} characters.", *found.notes]
    if len(text) > most:
        text = text[:most]
        notes.append(f"Shown are the first {most:,} characters.")
    st.session_state[state], st.session_state[_NOTES] = text, (text, notes)
    # A fresh uploader: the file is not kept, and the same one can be opened again.
    st.session_state["_text_file_round"] = st.session_state.get("_text_file_round", 0) + 1
