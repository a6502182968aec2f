"""Unicode and streaming: characters that arrive in pieces."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.cut_view import cut_view
from playground.components.statement import statement
from playground.core.pitfalls import cutting
from playground.core.tokens import Tokenizer
from playground.ui.pitfalls import fields, links
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import TEXT, number

MOST_TOKENS = 60


def _stream(tokenizers: Sequence[Tokenizer]) -> None:
    left, right = st.columns([2, 1])
    with left:
        text = fields.line("Text", "👩‍👩‍👧‍👦 🇮🇳 𠮷", "stream", most=60)
    longest = min(max((len(t.encode(text)) for t in tokenizers), default=1), MOST_TOKENS)
    with right:
        came = fields.whole("Tokens that have come", 1, max(longest, 2), "came", default=2)
    cuts = [cutting.cut(t, text, came) for t in tokenizers]
    statement(cutting.statement(cuts), "Every token here ends with a whole character.", key="stream_found")
    cut_view(cuts, key="cut_view")
    st.caption("A box is a token with its bytes. A careful program waits for whole characters; a hasty one prints �.")
    rows = [Row("all of it", [t.encoded(text) for t in tokenizers])]
    chip_table([t.name for t in tokenizers], rows, key="stream_table", look=Look(ids=True, ranked=False))
    links.mechanism(text, tokenizers[0])


EXPERIMENT = Experiment(
    id="streaming",
    title="Streaming",
    icon="🌊",
    idea="A token may be **part of a character**. Cut the stream at the wrong place and the screen shows �.",
    parts={"Cut the stream": _stream},
    state={"stream": TEXT, "came": number(1, MOST_TOKENS)},
    examples={
        "A family": {"stream": "👩‍👩‍👧‍👦", "came": 2},
        "A flag": {"stream": "🇮🇳🏴󠁧󠁢󠁷󠁬󠁳󠁿", "came": 1},
        "A rare ideograph": {"stream": "𠮷野家 鎮", "came": 2},
        "Devanagari": {"stream": "नमस्ते", "came": 3},
        "Plain letters": {"stream": "plain letters", "came": 1},
    },
)
