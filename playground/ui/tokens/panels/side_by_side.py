"""Several tokenizers on the same text, at once."""

from __future__ import annotations

import streamlit as st

from playground.components.token_view import Pane, token_view
from playground.core.tokens import Encoded, Tokenizer
from playground.ui import encoding, inputs


def side_by_side(_: Tokenizer, encoded: Encoded) -> None:
    """Two to four tokenizers on the page's text; boundaries that differ are marked, one hover lights up all."""
    chosen = inputs.tokenizers()
    special = bool(encoded.special.any())
    panes = [Pane(one, encoding.encoded(encoded.text, one, special=special)) for one in chosen]
    if len(panes) == 1:
        st.caption("Choose a second tokenizer to compare.")
    else:
        st.caption(
            "A small red corner marks a token that starts where another tokenizer does not cut. "
            "Hover over a token to light up the same place in all."
        )
    token_view(panes, key="side_by_side", height=260, mark_differences=True)
