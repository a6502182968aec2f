"""Case and typography: texts that look alike and are not."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.statement import statement
from playground.core.hidden import EXPLAINED, cleaned
from playground.core.pitfalls import typography
from playground.core.tokens import Tokenizer
from playground.ui.pitfalls import fields
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import TEXT

_DIRTY = "pass\u00adword for\u00a0you\u200b: c\u200dаfé\ufeff"


def _table(tokenizers: Sequence[Tokenizer], forms: Sequence[typography.Form], key: str) -> None:
    rows = [
        Row(form.name, [t.encoded(form.text) for t in tokenizers], note=form.text, marked=not i)
        for i, form in enumerate(forms)
    ]
    chip_table([t.name for t in tokenizers], rows, key=key, look=Look(ids=True))


def _alike(tokenizers: Sequence[Tokenizer]) -> None:
    phrase = fields.line("Text", "naïve café", "phrase", most=80)
    forms = [form for form in typography.forms(phrase) if form.alike]
    encodings = {t.name: [t.encoded(form.text) for form in forms] for t in tokenizers}
    statement(typography.statement(forms, encodings), "No other form of this text looks the same.", key="alike_found")
    _table(tokenizers, forms, "alike_table")
    st.caption("The small text under each name is the form itself, as your browser draws it.")


def _case(tokenizers: Sequence[Tokenizer]) -> None:
    phrase = fields.line("Text", "hello", "case_phrase", most=80)
    forms = [form for form in typography.forms(phrase) if not form.alike or form.name == typography.AS_TYPED]
    statement(
        typography.case_statement(tokenizers, forms), "No two of these forms are one token each.", key="case_found"
    )
    _table(tokenizers, forms, "case_table")


def _hidden(tokenizers: Sequence[Tokenizer]) -> None:
    pasted = fields.text("Paste a text", _DIRTY, "pasted", height=110)
    clean = cleaned(pasted)
    one = typography.cleaning(pasted, tokenizers)
    statement(typography.cleaning_statement(one), "Nothing is hidden in this text.", key="hidden_found")
    rows = [
        Row("as pasted", [t.encoded(pasted) for t in tokenizers], marked=True),
        Row("cleaned", [t.encoded(clean) for t in tokenizers]),
    ]
    chip_table([t.name for t in tokenizers], rows, key="hidden_table")
    if one.found:
        table = [
            {
                "character": f"U+{ord(h.character):04X}",
                "name": h.name,
                "times": h.count,
                "first at": h.positions[0] + 1,
                f"tokens it costs {tokenizers[0].name}": h.cost,
                "kind": h.kind,
            }
            for h in one.found
        ]
        st.dataframe(table, hide_index=True, key="hidden_list")
        for kind in dict.fromkeys(h.kind for h in one.found):
            st.caption(f"**{kind}** · {EXPLAINED[kind]}")


EXPERIMENT = Experiment(
    id="typography",
    title="Case and typography",
    icon="🔡",
    idea="**Looks the same, is not the same.** Capitals, quotes, accents and invisible characters change the ids.",
    parts={"Look-alikes": _alike, "Case and quotes": _case, "Hidden": _hidden},
    state={"phrase": TEXT, "case_phrase": TEXT, "pasted": TEXT},
    examples={
        "naïve café": {"typography_part": "Look-alikes", "phrase": "naïve café"},
        "paypal": {"typography_part": "Look-alikes", "phrase": "paypal"},
        "hello": {"typography_part": "Case and quotes", "case_phrase": "hello"},
        "Quotes": {"typography_part": "Case and quotes", "case_phrase": '"It\'s fine," she said'},
        "A dirty paste": {
            "typography_part": "Hidden",
            "pasted": _DIRTY,
        },
    },
)
