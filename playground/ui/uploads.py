"""The one door for files: every page uploads through here, and none where this server is read-only."""

from __future__ import annotations

from typing import Any

import streamlit as st
from streamlit import config
from streamlit.runtime.uploaded_file_manager import UploadedFile

from playground import settings
from playground.core.errors import CorpusError

CLOSED = "This server is read-only: it takes no files."


def uploader(label: str, most_mb: int, **options: Any) -> Any:
    """`st.file_uploader` for files of at most `most_mb` MB; where the server is read-only a sentence, and None."""
    if settings.current().read_only:
        st.info(CLOSED)
        return [] if options.get("accept_multiple_files") else None
    return st.file_uploader(label, max_upload_size=most_mb, **options)


def content(file: UploadedFile, most_mb: int) -> bytes:
    """The bytes of an uploaded file; CorpusError where it is larger than the page's uploader lets through."""
    if file.size > most_mb * 1_000_000:
        raise CorpusError(f"The file has {file.size / 1e6:,.1f} MB; at most {most_mb:,} MB are read here.")
    return file.getvalue()


def closed() -> bool:
    """Whether this server takes no files."""
    return settings.current().read_only


def limit_server() -> None:
    """Let the server itself refuse what no page takes, whatever a client sends. The router calls it."""
    known = settings.current()
    most = 0 if known.read_only else max(known.upload_mb, known.tokenizer_mb)
    if config.get_option("server.maxUploadSize") != most:
        config.set_option("server.maxUploadSize", most)
