"""Every token of a tokenizer."""

import streamlit as st

from playground.core import oddities
from playground.core.scripts import KINDS
from playground.core.vocabulary import FLAGS, HOWS
from playground.ui import inputs, share
from playground.ui.navigation import require_frame
from playground.ui.vocabulary import lexicon, shelves

TABS = ("Search", "By script", "Longest and strangest", "Glitch shelf")
STATE = {
    "tokenizer": share.TOKENIZER,
    "text": share.TEXT,
    "vocabulary_tab": share.one_of(*TABS),
    "lexicon_how": share.one_of(*HOWS),
    "lexicon_text": share.TEXT,
    "lexicon_case": share.FLAG,
    "lexicon_kinds": share.some_of(*KINDS),
    "lexicon_flags": share.some_of(*FLAGS),
    lexicon.LENGTHS: share.counts(),
    "lexicon_order": share.TEXT,
    "odd_shelf": share.one_of(*oddities.SHELVES),
}

require_frame()
share.restore(STATE)
share.heading("Vocabulary", "Every token of a tokenizer: search it, see how each was built, find the odd ones.", STATE)
tokenizer = inputs.tokenizer()
text = inputs.shared_text()
search, scripts, odd, glitch = st.tabs(TABS, key="vocabulary_tab", on_change="rerun")
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
