"""See the tokens of a text."""

import streamlit as st

from playground.components.token_view import Pane, token_view
from playground.ui import inputs, panels, share
from playground.ui.navigation import require_frame

STATE = {"text": share.TEXT, "tokenizer": share.TOKENIZER, **panels.STATE}

require_frame()
share.restore(STATE)
st.title("Tokens")
st.caption("Paste text and see where a tokenizer cuts it.")
share.button(STATE)
tokenizer = inputs.tokenizer()
text = inputs.text()
special = panels.special_switch(text, tokenizer)
encoded = tokenizer.encoded(text, special=special)
token_view(Pane(tokenizer, encoded), key="tokens")
panels.show(tokenizer, encoded)
