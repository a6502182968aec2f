"""Glitch tokens: entries that a model never learned."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.statement import statement
from playground.core.pitfalls import glitch
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.ui.pitfalls import fields, links
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import TEXT

_FORUM = (
    "1 2 3 said SolidGoldMagikarp. 4 said SolidGoldMagikarp. 5 6 said another. 7 said SolidGoldMagikarp again.\n"
    "8 9 said SolidGoldMagikarp. The counting goes on, said another, and SolidGoldMagikarp said 10."
)
_BOOKS = "The counting goes on, said the cat. Again and again another cat said: the solid gold is in the other box."


def _look(tokenizers: Sequence[Tokenizer]) -> None:
    text = fields.line("Text", " SolidGoldMagikarp", "glitch", help="Mind the space at the beginning.", most=80)
    looks = [glitch.look(t, text) for t in tokenizers]
    statement(
        glitch.statement(looks),
        "This text is not one token in one and several in another tokenizer.",
        key="glitch_found",
    )
    rows = [
        Row("as typed", [t.encoded(text) for t in tokenizers], marked=True),
        Row("without the first space", [t.encoded(text.lstrip(" ")) for t in tokenizers]),
        Row("in lower case", [t.encoded(text.lower()) for t in tokenizers]),
    ]
    chip_table([t.name for t in tokenizers], rows, key="glitch_table", look=Look(ids=True))
    links.mechanism(text, tokenizers[0])


def _make(tokenizers: Sequence[Tokenizer]) -> None:
    left, right = st.columns(2)
    with left:
        first = fields.text("The tokenizer is trained on", _FORUM, "tokenizer_text", height=170)
    with right:
        second = fields.text("The model is trained on", _BOOKS, "model_text", height=170)
    found = glitch.mismatch(first, second)
    statement(
        glitch.mismatch_statement(found),
        "The model's text uses every token that the tokenizer learned.",
        key="make_found",
    )
    if found.unused:
        st.dataframe(
            [{"never used": visible(data), "bytes": len(data), "counted": n} for data, n in found.unused],
            hide_index=True,
            key="make_list",
        )
        longest = found.unused[0][0].decode(errors="replace")
        rows = [Row("the longest of them, elsewhere", [t.encoded(longest) for t in tokenizers], note=longest)]
        chip_table([t.name for t in tokenizers], rows, key="make_table", look=Look(ids=True, ranked=False))


EXPERIMENT = Experiment(
    id="glitch",
    title="Glitch tokens",
    icon="👾",
    idea="Some entries of a vocabulary were **hardly ever seen by the model**. Shown one, it behaves strangely.",
    parts={"Look at one": _look, "Make your own": _make},
    state={"glitch": TEXT, "tokenizer_text": TEXT, "model_text": TEXT},
    examples={
        **{text.strip(): {"glitch_part": "Look at one", "glitch": text} for text in glitch.KNOWN[:4]},
        "An ordinary word": {"glitch_part": "Look at one", "glitch": " hello"},
        "A forum and a book": {"glitch_part": "Make your own", "tokenizer_text": _FORUM, "model_text": _BOOKS},
    },
)
