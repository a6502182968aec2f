"""The classic pitfalls, each a live experiment."""

import streamlit as st

from playground.ui import share
from playground.ui.navigation import require_frame
from playground.ui.pitfalls import chooser, experiment

require_frame()
chooser.restore()
title, choice, link = st.columns([4.6, 4.6, 2.2], vertical_alignment="bottom")
with title:
    st.title("Pitfalls")
    st.caption("Ten small experiments on your own input: what goes wrong between text and tokens, and why.")
with choice:
    tokenizers = chooser.tokenizers()
chosen = chooser.experiment()
with link:
    share.button(chooser.state_of(chosen))
experiment.show(chosen, tokenizers)
chooser.neighbours(chosen)
chooser.let_address_follow()
