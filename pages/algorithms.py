"""The ways to learn a vocabulary, step by step."""

import streamlit as st

from playground.ui import algorithms, share
from playground.ui.navigation import require_frame

require_frame()
share.restore(algorithms.STATE)
st.title("Algorithms")
st.caption("How BPE, WordPiece and Unigram learn a vocabulary from the same words, step by step.")
share.button(algorithms.STATE)
show = algorithms.choose()
show()
