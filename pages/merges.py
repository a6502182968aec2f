"""Watch byte-pair merges happen: while a tokenizer is made, and while it reads."""

import streamlit as st

from playground.ui import share
from playground.ui.merges import sources, view
from playground.ui.navigation import require_frame

require_frame()
share.restore(sources.STATE)
share.heading(
    "Merges",
    "Byte-pair encoding glues the most frequent pair of neighbours, again and again. It reads in the same order.",
    sources.STATE,
)
shown = sources.chosen()
if shown is None:
    st.info("Write a text, and its merges can be watched.")
    st.stop()
view.play(shown)
view.download(shown)
view.table(shown)
