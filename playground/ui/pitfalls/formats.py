"""Formats: the same thing, written in the ways programs write it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playground.components.chip_table import Look, Row, chip_table
from playground.components.statement import statement
from playground.components.token_view import Pane, token_view
from playground.core.pitfalls import formats
from playground.core.tokens import Tokenizer
from playground.ui.pitfalls import fields
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import TEXT

_TABLE = """city,country,population,lat,lon
Berlin,Germany,3677472,52.52,13.405
Ljubljana,Slovenia,284293,46.0569,14.5058
São Paulo,Brazil,11451999,-23.5505,-46.6333
Ōsaka,Japan,2753862,34.6937,135.5023
"""
_URL = "https://shop.example.org/find?q=straw berry&page=2&lang=de#results"


def _costs(tokenizers: Sequence[Tokenizer], made: Mapping[str, str], what: str, key: str, look: Look) -> None:
    statement(
        formats.statement(formats.costs(dict(made), tokenizers), what),
        "All of these cost the same.",
        key=f"{key}_found",
    )
    rows = [Row(name, [t.encoded(text) for t in tokenizers]) for name, text in made.items()]
    chip_table([t.name for t in tokenizers], rows, key=f"{key}_costs", look=look)


def _table(tokenizers: Sequence[Tokenizer]) -> None:
    pasted = fields.text("A table: CSV, TSV, or a JSON list of objects", _TABLE, "table", height=170)
    made = formats.table_formats(formats.read_table(pasted))
    _costs(tokenizers, made, "table", "table", Look(tokens=False, bars=True))
    name = fields.choice("See it as", list(made), "as_format")
    token_view([Pane(t, t.encoded(made[name])) for t in tokenizers], key="table_view", height="content", toolbar=False)


def _text(tokenizers: Sequence[Tokenizer]) -> None:
    plain = fields.line("A text or address", _URL, "plain")
    _costs(tokenizers, formats.text_formats(plain), "text", "text", Look(bars=True, most=24))


def _identifier(tokenizers: Sequence[Tokenizer]) -> None:
    typed = fields.line("A UUID", "550e8400-e29b-41d4-a716-446655440000", "uuid", most=60)
    _costs(tokenizers, formats.id_formats(typed), "identifier", "uuid", Look(bars=True, most=60))


EXPERIMENT = Experiment(
    id="formats",
    title="Formats",
    icon="📦",
    idea="The same content in another format can cost **several times as many tokens**.",
    parts={"A table": _table, "A text or address": _text, "An identifier": _identifier},
    state={"table": TEXT, "as_format": TEXT, "plain": TEXT, "uuid": TEXT},
    examples={
        "Cities": {"formats_part": "A table", "table": _TABLE},
        "Nested names": {
            "formats_part": "A table",
            "table": '[{"first_name": "Ada", "last_name": "Lovelace"}, {"first_name": "Alan", "last_name": "Turing"}]',
        },
        "An address": {"formats_part": "A text or address", "plain": _URL},
        "Cyrillic": {"formats_part": "A text or address", "plain": "Привет, мир!"},
        "A UUID": {"formats_part": "An identifier", "uuid": "550e8400-e29b-41d4-a716-446655440000"},
    },
)
