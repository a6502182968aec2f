"""My own pitfall: any variants, one a line."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.statement import statement
from playground.core.pitfalls import variants
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.ui.pitfalls import fields
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import FLAG, TEXT

_LINES = "two words\ntwo  words\nTwo Words\nTWO WORDS\ntwo_words\ntwoWords\ntwo-words\ntwo\\nwords"


def _compare(tokenizers: Sequence[Tokenizer]) -> None:
    typed = fields.text(
        "Variants, one a line",
        _LINES,
        "variants",
        height=220,
        help=r"Spaces count. Write \n for a line end, \t for a tab, \s for a space, \u{200B} for any code point.",
    )
    show_ids = fields.flag("Show ids", "variant_ids")
    texts = variants.parse(typed)
    found = variants.compare(texts, tokenizers)
    statement(variants.statement(found), "Write at least two variants to compare.", key="own_found")
    rows = [Row(visible(text), [t.encoded(text) for t in tokenizers], marked=not i) for i, text in enumerate(texts)]
    if rows:
        chip_table([t.name for t in tokenizers], rows, key="own_table", look=Look(ids=show_ids))
    if len(texts) == variants.MOST:
        st.caption(f"The table takes the first {variants.MOST} variants.")


EXPERIMENT = Experiment(
    id="own",
    title="My own",
    icon="🧪",
    idea="Found something odd? Write its **variants, one a line**, and share the link.",
    parts={"Compare": _compare},
    state={"variants": TEXT, "variant_ids": FLAG},
    examples={
        "Two words": {"variants": _LINES},
        "Greetings": {"variants": "hello\n hello\nHello\nHELLO\nhello!\nhello !\nh e l l o"},
        "Days": {"variants": "2024-12-31\n31.12.2024\n12/31/24\n31 December 2024\nDec 31, 2024"},
        "Languages": {"variants": "Good morning\nGuten Morgen\nДоброе утро\nおはようございます\nसुप्रभात\nصباح الخير"},
    },
)
