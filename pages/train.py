"""Train a tokenizer on a file of your own."""

import streamlit as st

from playground.ui.navigation import require_frame

require_frame()
st.title("Train")
st.caption("Train a tokenizer on a file of your own.")
