"""The choice of a text that lies on the server, where its operator has named folders of texts."""

from __future__ import annotations

import streamlit as st

from playground import settings
from playground.core.errors import CorpusError
from playground.corpus import Corpus, served
from playground.corpus.served import Served
from playground.sentences.grammar import counted
from playground.ui.faults import plain

KEY = "train_server"
_MEGABYTE = 1_000_000


# These caches hold no visitor's text: the files belong to the operator, and all visitors may read them. So everybody
# who trains on a file shares one copy of it.
@st.cache_resource(ttl=10, max_entries=1, show_spinner=False)
def names() -> dict[str, Served]:
    """What is offered, by name; nothing where the operator has named no folders."""
    return served.offered(settings.current().corpora)


@st.cache_resource(max_entries=3, show_spinner="Reading …")
def _read(chosen: Served, field: str | None) -> tuple[Corpus | None, tuple[str, ...], str]:
    """The corpus, the JSON fields to choose from, and why there is none."""
    try:
        found = served.documents(chosen, field)
        fields = next((document.fields for document in found if document.fields), ())
        return served.corpus(chosen, found), fields, ""
    except CorpusError as error:
        return None, (), str(error)


def corpus() -> Corpus | None:
    """The text that was chosen; None where it cannot be read."""
    options = names()
    if st.session_state.get(KEY) not in options:  # gone since it was chosen
        st.session_state.pop(KEY, None)
    name = st.selectbox(
        "Text on the server",
        list(options),
        format_func=lambda name: _label(options[name]),
        key=KEY,
        persist_state="session",
        help="Folders and files that the operator of this server offers. A folder stands for all files in it.",
    )
    chosen = options[name]
    field_key = f"{KEY}_field_{name}"
    found, fields, error = _read(chosen, st.session_state.get(field_key))
    if fields:
        st.selectbox("Field that holds the text", fields, key=field_key)
    if error:
        st.error(plain(error))
    return found


def _label(entry: Served) -> str:
    files = f"{counted(len(entry.files), 'file')}, " if entry.is_folder else ""
    size = f"{entry.size / _MEGABYTE:,.1f} MB" if entry.size >= _MEGABYTE else f"{entry.size / 1000:,.1f} kB"
    return f"{entry.name} ({files}{size})"
