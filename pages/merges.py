"""Watch byte-pair merges happen: while a tokenizer is made, and while it reads."""

import streamlit as st

from playground.ui import merges, merges_view, share
from playground.ui.navigation import require_frame

require_frame()
share.restore(merges.STATE)
share.heading(
    "Merges",
    "Byte-pair encoding glues the most frequent pair of neighbours, again and again. It reads in the same order.",
    merges.STATE,
)
shown = merges.chosen()
if shown is None:
    st.info("Write a text, and its merges can be watched.")
    st.stop()
merges_view.play(shown)
merges_view.download(shown)
merges_view.table(shown)
