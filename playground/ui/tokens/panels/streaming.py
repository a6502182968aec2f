"""Streaming: the text as it arrives from an API, token by token."""

from __future__ import annotations

import streamlit as st

from playground.components.stream_view import stream_view
from playground.core.streaming import pieces, stream
from playground.core.tokens import Encoded, Tokenizer

_MOST = 3000


def streaming(_: Tokenizer, encoded: Encoded) -> None:
    """The text of the page, played."""
    played = stream(encoded.ids[:_MOST].tolist(), pieces(encoded, _MOST))
    count = len(played.steps)
    these = f"the first {count:,} of {len(encoded):,}" if len(encoded) > count else f"{count:,}"
    if played.held_back:
        st.caption(
            f"Of {these} tokens, {played.held_back:,} end inside a character. An API holds those bytes back until the "
            f"character is complete. Decoding each token alone prints {played.replaced:,} replacement characters "
            "(U+FFFD) that are not in the text."
        )
    else:
        st.caption(
            f"Of {these} tokens, none ends inside a character, so nothing is held back here. "
            "Put an emoji or a rare character into the text to see the difference."
        )
    stream_view(played, key="stream")
