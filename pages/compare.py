"""The same text under several tokenizers."""

import streamlit as st

from playground.ui import inputs, share
from playground.ui.navigation import require_frame

STATE = {"text": share.TEXT, "tokenizers": share.TOKENIZERS}

require_frame()
share.restore(STATE)
st.title("Compare")
st.caption("The same text under several tokenizers, one under the other.")
share.button(STATE)
chosen = inputs.tokenizers()
text = inputs.text()
for tokenizer in chosen:
    st.metric(tokenizer.name, f"{len(tokenizer.encode(text)):,}")
