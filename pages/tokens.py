"""See the tokens of a text."""

import streamlit as st

from playground.ui import panels, share, token_page
from playground.ui.navigation import require_frame

STATE = {"text": share.TEXT, "tokenizer": share.TOKENIZER, **token_page.STATE, **panels.STATE}

require_frame()
share.restore(STATE)
heading, corner = st.columns([5, 1], vertical_alignment="bottom")
heading.title("Tokens")
heading.caption("Type or paste text and see where a tokenizer cuts it, while you type.")
with corner:
    share.button(STATE)
token_page.explore()
token_page.explain()
