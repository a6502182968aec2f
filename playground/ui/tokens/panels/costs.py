"""Costs: the text in money, in room, and in the work of attention."""

from __future__ import annotations

import streamlit as st

from playground.core import cost
from playground.core.tokens import Encoded, Tokenizer
from playground.ui import encoding, session

_MOST = 6  # other tokenizers in the table
_CHARACTERS, _BYTES = "one token a character", "one token a byte"


def costs(tokenizer: Tokenizer, encoded: Encoded) -> None:
    """Prices and windows that the visitor types; figures of the text on the page."""
    text = encoded.text
    if not text:
        st.caption("An empty text costs nothing. Put some text into the box above.")
        return
    left, middle, right, last = st.columns(4)
    price = left.number_input(
        "Price per million tokens", 0.0, 1e9, None, key="price", persist_state="session", placeholder="type a price",
        help="In any currency. Take it from the price list of whoever you pay; it is not known here.",
    )  # fmt: skip
    requests = middle.number_input("Times sent", 1, 10**12, 1, key="requests", persist_state="session")
    window = right.number_input(
        "Context window, in tokens", 1, 10**12, None, key="window", persist_state="session", placeholder="type a size"
    )
    special = bool(encoded.special.any())
    others = [session.tokenizer(name) for name in session.names() if name != tokenizer.name]
    counts = {tokenizer.name: len(encoded)}
    counts |= {other.name: len(encoding.encoded(text, other, special=special)) for other in others[:_MOST]}
    sizes = {_CHARACTERS: len(text), _BYTES: len(encoded.data)} | counts
    if st.session_state.get("baseline") not in sizes:  # a tokenizer that is gone, or the word of a link
        st.session_state["baseline"] = _CHARACTERS
    baseline = last.selectbox("Attention compared with", list(sizes), key="baseline", persist_state="session")
    table: dict[str, list[str]] = {
        "Tokenizer": list(counts),
        "Tokens": [f"{count:,}" for count in counts.values()],
    }
    if price is not None:
        table["Cost"] = [cost.amount(cost.price(count, price, requests or 1)) for count in counts.values()]
    if window:
        table["Share of the window"] = [cost.percent(cost.share(count, window)) for count in counts.values()]
        table["Fits"] = [f"{cost.fits(count, window):,} times" for count in counts.values()]
    table["Attention work"] = [cost.times(cost.attention(count, sizes[baseline])) for count in counts.values()]
    st.dataframe(table, hide_index=True)
    st.caption(_sentence(len(encoded), sizes[baseline], price, requests or 1, window))


def _sentence(tokens: int, baseline: int, price: float | None, requests: int, window: int | None) -> str:
    sentences = [f"Under the chosen tokenizer the text is {tokens:,} tokens."]
    if price is not None:
        times = "once" if requests == 1 else f"{requests:,} times"
        sentences.append(f"Sent {times}, it costs {cost.amount(cost.price(tokens, price, requests))}.")
    if window:
        part = cost.share(tokens, window)
        sentences.append(
            f"It fills {cost.percent(part)} of the window."
            if part <= 1
            else f"It does not fit: it is {cost.times(part)} the window."
        )
    sentences.append(
        f"Full attention compares every token with every other, so its work grows with the square: here "
        f"{cost.times(cost.attention(tokens, baseline))} that of {baseline:,} tokens."
    )
    return " ".join(sentences)
