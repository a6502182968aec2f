"""Train a tokenizer on a file of your own."""

import streamlit as st

from playground.sample_corpora import SAMPLES
from playground.ui import share
from playground.ui.navigation import require_frame
from playground.ui.train import corpora, resuming, served, trained, training, training_plan

STATE = {
    "text": share.TEXT,
    "train_source": share.one_of(*corpora.sources()),
    "train_server": share.one_of(*served.names()),
    "train_sample": share.one_of(*SAMPLES),
    "train_algorithm": share.one_of(*training_plan.ALGORITHMS),
    "train_lowercase": share.FLAG,
    "train_end_mark": share.FLAG,
    "train_byte_fallback": share.FLAG,
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
    "Learn a tokenizer from a text of your own, and look at what it has learned.",
    STATE,
)
left, right = st.columns([3, 2], gap="large")
with left:
    corpus = corpora.choose()
with right:
    training.run(corpus, training_plan.plan(corpus), lambda: resuming.luggage(STATE))
trained.show()
