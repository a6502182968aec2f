"""Arithmetic: numbers whose digits do not line up."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.digit_grid import digit_grid
from playground.components.number_map import number_map
from playground.components.statement import statement
from playground.core.errors import TextError
from playground.core.pitfalls import arithmetic, numbers, ways
from playground.core.tokens import Tokenizer
from playground.ui.pitfalls import fields, links
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import FLAG, TEXT, one_of

_FORMS = "2024 2025 3.14159 1,234,567 2024-12-31 31.12.2024 -42 −42 0xFF 12:30 $19.99 ٣٤٥٦"


def _in_column(tokenizers: Sequence[Tokenizer]) -> None:
    left, middle, right, switch = st.columns([3, 1.7, 3, 1.8], vertical_alignment="bottom")
    with left:
        first = fields.line("First number", "1234", "a", most=60)
    with middle:
        operation = fields.choice("Operation", arithmetic.OPERATIONS, "op")
    with right:
        second = fields.line("Second number", "12345", "b", most=60)
    with switch:
        spaced = fields.flag("With spaces", "spaced", help="Around the signs: a token may then begin with the space.")
    # Read only now: all boxes stay where they are while one of them holds no number.
    a, b = arithmetic.parse(first), arithmetic.parse(second)
    columns = [arithmetic.column(tokenizer, a, operation, b, spaced) for tokenizer in tokenizers]
    texts = [number.text for number in columns[0].numbers]
    statement(arithmetic.statement(columns), "The numbers share no place to compare.", key="arithmetic_found")
    digit_grid(operation, columns, [arithmetic.in_threes(texts), arithmetic.by_digit(texts)], key="arithmetic_grid")
    line = arithmetic.written(a, operation, b, spaced)[0]
    st.caption(
        "A thick bar is where one token ends and the next begins. ✓ under a place: all tokens there end together."
    )
    links.mechanism(line, tokenizers[0])


def _every_number(tokenizers: Sequence[Tokenizer]) -> None:
    chosen = fields.choice("Range", list(numbers.RANGES), "numbers")
    spaced = fields.flag("With a space before", "number_space", help="As a number stands inside a sentence.")
    maps = [numbers.number_map(tokenizer, chosen, spaced) for tokenizer in tokenizers]
    statement(numbers.map_statement(maps), "Choose a tokenizer.", key="numbers_found")
    number_map(maps, key="numbers_map")
    st.caption("One square a number, row after row. Point at a square, or use the arrow keys, to read it.")


def _ways(tokenizers: Sequence[Tokenizer]) -> None:
    names = [t.name for t in tokenizers]
    number = arithmetic.parse(fields.line("A whole number", "1000000", "number", most=60))
    if "." in number:
        raise TextError("A whole number has no decimal point. The numbers further down in the example may have one.")
    written = ways.ways_to_write(number)
    statement(ways.ways_statement(written, tokenizers), "Every way costs the same.", key="ways_found")
    rows = [
        Row(way, [t.encoded(text) for t in tokenizers], note=text)
        for way, text in (written | ways.negatives(number)).items()
    ]
    chip_table(names, rows, key="ways_table")


def _forms(tokenizers: Sequence[Tokenizer]) -> None:
    forms = fields.line("Years, dates and other numbers, with spaces between", _FORMS, "forms").split()
    statement(
        ways.neighbours_statement(forms, tokenizers),
        "Write two whole numbers that are one apart, such as 2024 and 2025, to compare them.",
        key="forms_found",
    )
    if forms:
        rows = [Row(form, [t.encoded(form) for t in tokenizers]) for form in dict.fromkeys(forms)]
        chip_table([t.name for t in tokenizers], rows, key="forms_table", look=Look(ranked=False))


EXPERIMENT = Experiment(
    id="arithmetic",
    title="Arithmetic",
    icon="🧮",
    idea="At school, ones stand under ones. **Tokens are cut by habit or by pattern**, not by place.",
    parts={"In column": _in_column, "Every number": _every_number, "Ways to write": _ways, "Years and dates": _forms},
    state={
        "a": TEXT,
        "op": one_of(*arithmetic.OPERATIONS),
        "b": TEXT,
        "spaced": FLAG,
        "numbers": one_of(*numbers.RANGES),
        "number_space": FLAG,
        "number": TEXT,
        "forms": TEXT,
    },
    examples={
        "Four and five digits": {"arithmetic_part": "In column", "a": "1234", "op": "+", "b": "12345"},
        "Long numbers": {"arithmetic_part": "In column", "a": "987654321", "op": "+", "b": "12345678"},
        "Decimals": {"arithmetic_part": "In column", "a": "3.14159", "op": "×", "b": "-2.5"},
        "Lines up": {"arithmetic_part": "In column", "a": "127", "op": "+", "b": "677"},
        "All years": {"arithmetic_part": "Every number", "numbers": "Years 1000 to 2199"},
        "A million": {"arithmetic_part": "Ways to write", "number": "1000000"},
        "2024 and 2025": {"arithmetic_part": "Years and dates", "forms": _FORMS},
    },
)
