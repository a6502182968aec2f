"""A tokenizer as a file for another tool: what each format can hold, and how that tool loads it."""

from __future__ import annotations

import streamlit as st

from playground.core.tokens import Tokenizer
from playground.formats.detect import FORMATS, Format, what_fits
from playground.ui.faults import plain

_KIND, _WRITTEN = "export_kind", "_export_written"


def save_as(tokenizer: Tokenizer) -> None:
    """The formats, the download, and where a format cannot hold the tokenizer the reason and what it can hold."""
    key = st.selectbox(
        "File for", list(FORMATS), format_func=lambda key: FORMATS[key].name, key=_KIND, persist_state="session"
    )
    chosen = FORMATS[key]
    data, reason, offer = _written(tokenizer, key, False)
    if data is None:
        st.warning(plain(reason))
        if offer and st.checkbox(plain(offer), key=f"export_lossy_{key}"):
            data, reason, _ = _written(tokenizer, key, True)
            if data is None:
                st.warning(plain(reason))
    if data is not None:
        _download(tokenizer, chosen, data)


def _written(tokenizer: Tokenizer, key: str, lossy: bool) -> tuple[bytes | None, str, str]:
    """The file, or why there is none. The last ones are kept: each rerun of the page asks for them again."""
    kept: dict[tuple[str, bool], tuple[Tokenizer, tuple[bytes | None, str, str]]]
    kept = st.session_state.setdefault(_WRITTEN, {})
    known = kept.get((key, lossy))
    if known is None or known[0] is not tokenizer:
        with st.spinner("Writing the file"):
            kept[key, lossy] = known = (tokenizer, what_fits(tokenizer, key, lossy))
    return known[1]


def _download(tokenizer: Tokenizer, chosen: Format, data: bytes) -> None:
    name = chosen.file_name(tokenizer)
    st.download_button(
        f"Download ({len(data) / 1000:,.0f} kB)", data, file_name=name, mime="application/octet-stream",
        on_click="ignore", icon=":material/save:", key="export_download",
    )  # fmt: skip
    st.caption("To load it there:")
    st.code(chosen.usage(tokenizer, name), language="python")
