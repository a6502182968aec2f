"""Files of the user's own as a corpus: what was done to each is said, and what is uncertain can be chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile

from playground import settings
from playground.core.errors import CorpusError
from playground.corpus import ENCODINGS, Corpus, EncodingQuestion, encodings, join, read
from playground.ui import uploads
from playground.ui.faults import plain

READ = "_upload_read"
"""The session key of the files that were read, which outlive their uploader."""
_AUTOMATIC = "automatic"


@dataclass(frozen=True)
class _Source:
    """One uploaded file as it was read: choices made, choices open, or why it was refused."""

    id: str
    name: str
    encoding: str | None = None
    uncertain: bool = False
    fields: tuple[str, ...] = ()
    error: str = ""


@dataclass(frozen=True)
class _Reading:
    """What the files of one moment, under the choices of that moment, gave."""

    signature: tuple[object, ...]
    sources: tuple[_Source, ...]
    corpus: Corpus | None
    error: str = ""


def corpus() -> Corpus | None:
    """The uploader, the choices its files need, and the corpus they make; None where there is none yet.

    The corpus outlives the uploader, which Streamlit empties when the page is left.
    """
    uploaded = uploads.uploader(
        "Text files",
        settings.current().upload_mb,
        accept_multiple_files=True,
        key="train_files",
        help="Plain text in any encoding, JSON lines (.jsonl), gzip or zip of them. Several files become one text.",
    )
    kept: _Reading | None = st.session_state.get(READ)
    if uploaded:
        signature = tuple((file.file_id, *_choices(file.file_id)) for file in uploaded)
        if kept is None or kept.signature != signature:
            kept = st.session_state[READ] = _read(uploaded, signature)
        for source in kept.sources:
            _ask(source)
        if kept.error:
            st.error(plain(kept.error))
    elif kept is not None:
        _forget_raw(kept)
        st.button("Remove the uploaded text", key="train_remove", on_click=st.session_state.pop, args=(READ, None))
    return kept.corpus if kept else None


def _choices(id: str) -> tuple[str | None, str | None]:
    encoding = st.session_state.get(f"encoding-{id}")
    return (None if encoding == _AUTOMATIC else encoding), st.session_state.get(f"field-{id}")


def _read(uploaded: Sequence[UploadedFile], signature: tuple[object, ...]) -> _Reading:
    documents, sources = [], []
    for file in uploaded:
        encoding, field = _choices(file.file_id)
        try:
            found = read(file.name, file.getvalue(), encoding, field)
        except CorpusError as error:
            uncertain = isinstance(error, EncodingQuestion) or encoding is not None
            sources.append(_Source(file.file_id, file.name, encoding, uncertain, error=str(error)))
            continue
        documents += found
        guess = next((document for document in found if document.guessed), found[0])
        fields = next((document.fields for document in found if document.fields), ())
        uncertain = guess.guessed or encoding is not None
        sources.append(_Source(file.file_id, file.name, guess.encoding, uncertain, fields))
    try:
        return _Reading(signature, tuple(sources), join(documents) if documents else None)
    except CorpusError as error:
        return _Reading(signature, tuple(sources), None, str(error))


def _ask(source: _Source) -> None:
    """What one file leaves to the user: its encoding where that is a guess, its field where it has several."""
    if source.error:
        st.error(plain(source.error))
    if source.uncertain:
        automatic = (
            f"Automatic: {encodings.label(source.encoding)}" if source.encoding and not source.error else "Choose"
        )
        st.selectbox(
            f"Encoding of {plain(source.name)}",
            [_AUTOMATIC, *ENCODINGS],
            format_func=lambda name: automatic if name == _AUTOMATIC else ENCODINGS[name],
            key=f"encoding-{source.id}",
        )
    if source.fields:
        st.selectbox(f"Field of {plain(source.name)} that holds the text", source.fields, key=f"field-{source.id}")


def _forget_raw(kept: _Reading) -> None:
    """Drop the bytes of files whose uploader is gone; Streamlit would keep them until the session ends."""
    context = get_script_run_ctx()
    remove = getattr(context and context.uploaded_file_mgr, "remove_file", None)
    if context and remove:
        for source in kept.sources:
            remove(session_id=context.session_id, file_id=source.id)
