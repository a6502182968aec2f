"""Watch byte-pair merges happen."""

import streamlit as st

from playground.components.merge_player import merge_player, payload
from playground.core import trace
from playground.ui.navigation import require_frame

require_frame()
st.title("Merges")
st.caption("Watch byte-pair encoding learn: the pair that stands together most often is glued, again and again.")
W = (
    "How much wood would a woodchuck chuck if a woodchuck could chuck wood? "
    "He would chuck, he would, as much as he could, and chuck as much wood as a woodchuck would "
    "if a woodchuck could chuck wood."
)
t = trace.of_text(W, pattern="gpt2", start="characters", merges=40)
data = payload.training(t)
step = merge_player(data, key="player")
st.write(step)
