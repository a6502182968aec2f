"""Every token of a tokenizer."""

import streamlit as st

from playground.ui import inputs, lexicon, shelves
from playground.ui.navigation import require_frame

require_frame()
st.title("Vocabulary")
st.caption("Every token of a tokenizer: search it, see how each was built, and find the odd ones.")
tokenizer = inputs.tokenizer()
text = inputs.shared_text()
search, scripts, odd, glitch = st.tabs(
    ["Search", "By script", "Longest and strangest", "Glitch shelf"], key="vocabulary_tab", on_change="rerun"
)
if search.open:
    with search:
        lexicon.search(tokenizer, text)
if scripts.open:
    with scripts:
        shelves.scripts(tokenizer)
if odd.open:
    with odd:
        shelves.odd(tokenizer, text)
if glitch.open:
    with glitch:
        shelves.glitch(tokenizer)
