"""The same paragraph in many languages, and what each costs."""

import streamlit as st

from playground.languages import languages
from playground.ui import babel, share
from playground.ui.navigation import require_frame

require_frame()
share.restore(babel.STATE)
share.heading(
    "Languages",
    f"One paragraph with the same meaning in {len(languages())} languages: the tokens each needs, against English.",
    babel.STATE,
)
tokenizers = babel.tokenizers()
own = babel.own_paragraph()
costs = [babel.cost_of(each, own) for each in tokenizers]
babel.story(costs, tokenizers)
babel.chart(costs, tokenizers)
st.subheader("What it means")
babel.meaning(costs, tokenizers)
st.subheader("All figures")
babel.table(costs, tokenizers)
st.subheader("The paragraph")
babel.paragraphs(own, tokenizers)
