"""See the tokens of a text."""

import streamlit as st

from playground.ui import inputs
from playground.ui.navigation import require_frame

require_frame()
st.title("Tokens")
st.caption("Paste text and see where a tokenizer cuts it.")
tokenizer = inputs.tokenizer()
text = inputs.text()
st.metric("Tokens", f"{len(tokenizer.encode(text)):,}")
