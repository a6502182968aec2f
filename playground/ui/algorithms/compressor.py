"""The 1994 compressor: pairs become unused bytes, with the size at each step and exact expansion."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from playground.core.gage import THRESHOLD, Block, blocks, compress_block, expand
from playground.core.visible import visible
from playground.plots import gage as plot
from playground.ui import share
from playground.ui.algorithms.corpus import whole

_TEXT, _THRESHOLD = "gage_text", "gage_threshold"
STATE = {_TEXT: share.TEXT, _THRESHOLD: share.number(2, 10)}
"""What a link restores of it."""
_EXAMPLE = (
    "the cat sat on the mat and the rat sat on the hat. the bat and the cat chat about that and this. "
    "that cat, this cat, the other cat: the mat is flat where the cats sat. "
) * 3
_LONGEST = 20_000


def show() -> None:
    """The text above; its blocks, the pairs, the sizes, and what it shares with tokenizers below."""
    st.session_state.setdefault(_TEXT, _EXAMPLE)
    st.session_state.setdefault(_THRESHOLD, THRESHOLD)
    text = whole(st.text_area("Text", key=_TEXT, height=120, max_chars=_LONGEST, persist_state="session"))
    threshold = st.slider("A pair must be counted at least so often", 2, 10, key=_THRESHOLD,
                          persist_state="session")  # fmt: skip
    if not text:
        st.info("Type a text to compress.")
        return
    found = _blocks(text, threshold)
    number = 1
    if len(found) > 1:
        number = st.selectbox("Block", range(1, len(found) + 1), format_func=lambda n: f"{n} of {len(found)}") or 1
    block = found[number - 1]
    _totals(text, found)
    left, right = st.columns(2, gap="medium")
    with left:
        st.dataframe(table(block), hide_index=True, height=340, width="stretch")
    with right:
        empty = len(Block(b"", (), b"").written())
        last = block.steps[-1].total if block.steps else len(block.written())
        sentence = (
            f"Block {number}: {len(block.original):,} bytes become {len(block.data):,} bytes of data, {last:,} with "
            f"the table, after {len(block.steps):,} pairs."
        )
        st.plotly_chart(plot.sizes(len(block.original), block.steps, empty), alt=sentence, width="stretch")
        st.caption(sentence)
    _shared(block)


def _totals(text: str, found: list[Block]) -> None:
    written = b"".join(block.written() for block in found)
    original = len(text.encode())
    exact = expand(written) == text.encode()
    boxes = st.columns(4)
    boxes[0].metric("Original", f"{original:,} bytes")
    boxes[1].metric("Compressed", f"{len(written):,} bytes")
    boxes[2].metric("Of the original", f"{len(written) / original:.0%}")
    boxes[3].metric("Expands exactly", "yes" if exact else "no")


def table(block: Block) -> pd.DataFrame:
    """The pairs in the order they were replaced. A byte that stands for a pair is shown with all it expands to."""
    means: dict[int, bytes] = {}
    rows = []
    for i, step in enumerate(block.steps, start=1):
        left, right = (means.get(byte, bytes([byte])) for byte in (step.left, step.right))
        means[step.byte] = left + right
        rows.append((i, visible(left), visible(right), f"{step.byte:02X}", step.count, step.size, step.total))
    return pd.DataFrame(rows, columns=["Step", "Left", "Right", "Byte", "Counted", "Data", "With table"])


def _shared(block: Block) -> None:
    used, free = len(set(block.original)), 256 - len(set(block.original))
    none_free = len(block.steps) == free
    why = "no byte value was free any more" if none_free else "no pair was counted often enough"
    st.markdown(
        f"**Shared with today's tokenizers:** count the pairs of neighbours, replace the commonest everywhere, "
        f"repeat. The first pairs are those that BPE on the same bytes would merge first.\n\n"
        f"**Different:** the data uses {used} of 256 byte values, so at most {free} pairs can have a byte of their "
        f"own; a tokenizer's ids go on as far as one likes. Here it stopped after {len(block.steps)} because {why}. "
        f"The table belongs to this block alone and is sent with it; a tokenizer's merges are learned once and used "
        f"for every text."
    )


@st.cache_data(scope="session", max_entries=8, show_spinner=False)
def _blocks(text: str, threshold: int) -> list[Block]:
    return [compress_block(block, threshold) for block in blocks(text.encode())]
