"""A tokenizer as a file for another tool: what each format can hold, and how that tool loads it."""

from __future__ import annotations

import streamlit as st

from playground.core.tokens import Tokenizer
from playground.formats.detect import FORMATS, Format, what_fits
from playground.ui.faults import plain

_KIND = "export_kind"


def save_as(tokenizer: Tokenizer) -> None:
    """The formats, the download, and where a format cannot hold the tokenizer the reason and what it can hold."""
    key = st.selectbox(
        "File for", list(FORMATS), format_func=lambda key: FORMATS[key].name, key=_KIND, persist_state="session"
    )
    chosen = FORMATS[key]
    data, reason, offer = what_fits(tokenizer, key)
    if data is None:
        st.warning(plain(reason))
        if offer and st.checkbox(plain(offer), key=f"export_lossy_{key}"):
            data = chosen.dumps(tokenizer, True)
    if data is not None:
        _download(tokenizer, chosen, data)


def _download(tokenizer: Tokenizer, chosen: Format, data: bytes) -> None:
    name = chosen.file_name(tokenizer)
    st.download_button(
        f"Download ({len(data) / 1000:,.0f} kB)", data, file_name=name, mime="application/octet-stream",
        on_click="ignore", icon=":material/save:", key="export_download",
    )  # fmt: skip
    st.caption("To load it there:")
    st.code(chosen.usage(tokenizer, name), language="python")
