"""Train a tokenizer on a file of your own."""

import streamlit as st

from playground.ui import corpora, trained, training, training_plan
from playground.ui.navigation import require_frame

require_frame()
st.title("Train")
st.caption("Learn a tokenizer from a text: the most frequent pair of neighbours becomes one token, again and again.")
left, right = st.columns([3, 2], gap="large")
with left:
    corpus = corpora.choose()
with right:
    training.run(corpus, training_plan.plan(corpus))
trained.show()
