"""The same text under several tokenizers."""

import streamlit as st

from playground.ui import inputs
from playground.ui.navigation import require_frame

require_frame()
st.title("Compare")
st.caption("The same text under several tokenizers, one under the other.")
chosen = inputs.tokenizers()
text = inputs.text()
for tokenizer in chosen:
    st.metric(tokenizer.name, f"{len(tokenizer.encode(text)):,}")
