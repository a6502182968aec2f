"""Train a tokenizer on a file of your own."""

import streamlit as st

from playground.sample_corpora import SAMPLES
from playground.ui import corpora, share, trained, training, training_plan
from playground.ui.navigation import require_frame

STATE = {
    "text": share.TEXT,
    "train_source": share.one_of(corpora.SAMPLE, corpora.FILES, corpora.TEXT),
    "train_sample": share.one_of(*SAMPLES),
    "train_size": share.number(0, 10**7),
    "_train_size_touched": share.FLAG,
    "train_pattern": share.one_of(*training_plan.PATTERNS),
    "train_own_pattern": share.TEXT,
    "train_name": share.text(60),
    "train_specials": share.TEXT,
    "train_ties": share.one_of(*training_plan.TIES),
    "train_held_out": share.FLAG,
}

require_frame()
share.restore(STATE)
share.heading(
    "Train",
    "Learn a tokenizer from a text: the most frequent pair of neighbours becomes one token, again and again.",
    STATE,
)
left, right = st.columns([3, 2], gap="large")
with left:
    corpus = corpora.choose()
with right:
    training.run(corpus, training_plan.plan(corpus))
trained.show()
