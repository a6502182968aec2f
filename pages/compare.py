"""The same text under several tokenizers."""

import streamlit as st

from playground.ui import measured, share
from playground.ui.compare import comparing, duel, overlapping, sizing
from playground.ui.navigation import require_frame

require_frame()
share.restore(comparing.STATE)
share.heading(
    "Compare",
    "The same text under several tokenizers: who needs the fewest tokens, and where they cut differently.",
    comparing.STATE,
)
chosen = comparing.fair_fight(comparing.tokenizers())
text = comparing.text(chosen)
measures = [measured.measures(each, text) for each in chosen]
comparing.verdict(measures)
comparing.table(measures)
comparing.panes(chosen, text, measures)

mine, theirs = duel.pair(chosen)
charts, words, domain, size, overlap = st.tabs(comparing.TABS, key="compare_tab", on_change="rerun")
if charts.open:
    with charts:
        comparing.charts(measures)
if words.open:
    with words:
        duel.words(mine, theirs, text)
if domain.open:
    with domain:
        duel.domain(mine, theirs, text)
if size.open:
    with size:
        sizing.show(chosen)
if overlap.open:
    with overlap:
        overlapping.show(mine, theirs)
