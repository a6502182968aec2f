"""Watch byte-pair merges happen: while a tokenizer is made, and while it reads."""

import streamlit as st

from playground.ui import merges, merges_view, share
from playground.ui.navigation import require_frame

require_frame()
share.restore(merges.STATE)
st.title("Merges")
st.caption(
    "Byte-pair encoding learns by gluing the pair of neighbours that it sees most often, again and again. "
    "It reads by gluing in the same order."
)
shown = merges.chosen()
if shown is None:
    st.info("Write a text, and its merges can be watched.")
    st.stop()
merges_view.play(shown)
with st.container(horizontal=True):
    share.button(merges.STATE)
    merges_view.download(shown)
merges_view.table(shown)
