"""The same paragraph in many languages, and what each costs."""

import streamlit as st

from playground.languages import languages
from playground.ui import share
from playground.ui.languages import parts
from playground.ui.navigation import require_frame

require_frame()
share.restore(parts.STATE)
share.heading(
    "Languages",
    f"One paragraph with the same meaning in {len(languages())} languages: the tokens each needs, against English.",
    parts.STATE,
)
tokenizers = parts.tokenizers()
own = parts.own_paragraph()
costs = [parts.cost_of(each, own) for each in tokenizers]
parts.story(costs, tokenizers)
parts.chart(costs, tokenizers)
st.subheader("What it means")
parts.meaning(costs, tokenizers)
st.subheader("All figures")
parts.table(costs, tokenizers)
st.subheader("The paragraph")
parts.paragraphs(own, tokenizers)
