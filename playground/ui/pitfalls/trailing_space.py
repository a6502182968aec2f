"""The trailing space: a prompt that ends with a space."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.statement import statement
from playground.core.pitfalls import healing, trailing_space
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.ui.pitfalls import fields, links
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import TEXT


def _next_word(tokenizers: Sequence[Tokenizer]) -> None:
    left, right = st.columns([2, 1])
    with left:
        prompt = fields.line(
            "Prompt", "Sul tetto dorme un", "prompt", help="With or without its last space: both are shown."
        )
    with right:
        word = fields.line("The word that comes next", "gatto", "next").strip(" ")
    names = [t.name for t in tokenizers]
    pairs = [trailing_space.pair(t, prompt, word) for t in tokenizers]
    statement(trailing_space.statement(pairs), "Here the space changes nothing.", key="space_found")
    rows = [
        Row("prompt without the space", [p.without.prompt for p in pairs]),
        Row("… the word it may write", [p.without.word for p in pairs], note=visible(" " + word)),
        Row("prompt with the space", [p.having.prompt for p in pairs], marked=True),
        Row("… the word it must write", [p.having.word for p in pairs], note=visible(word), marked=True),
    ]
    chip_table(names, rows, key="space_table", look=Look(ids=True, ranked=False))
    statement(
        trailing_space.census_statement([trailing_space.census(t) for t in tokenizers]),
        "No entry begins with a space in these vocabularies.",
        key="census_found",
        small=True,
    )
    links.mechanism(f"{prompt.rstrip(' ')} {word}", tokenizers[0])


def _healing(tokenizers: Sequence[Tokenizer]) -> None:
    left, right = st.columns([2, 1])
    with left:
        prompt = fields.line("Prompt", "The address is http:", "heal_prompt")
    with right:
        coming = fields.line("The text that comes next", "//example.org", "heal_next")
    healed = [healing.heal(t, prompt, coming) for t in tokenizers]
    statement(
        healing.healing_statement(healed),
        "Nothing to heal: no longer entry fits than the prompt's last token.",
        key="heal_found",
    )
    names = [t.name for t in tokenizers]
    rows = [
        Row("the prompt", [t.encoded(prompt) for t in tokenizers]),
        Row("… and what comes, after all of it", [t.encoded(coming) for t in tokenizers]),
        Row("cut one token earlier, and healed", [h.healed for h in healed], marked=True),
        Row("all of it encoded at once", [t.encoded(prompt + coming) for t in tokenizers]),
    ]
    chip_table(names, rows, key="heal_table", look=Look(ranked=False))
    table = [
        {
            "tokenizer": h.name,
            "taken back": visible(h.last),
            "entries that begin with it": h.choices,
            "longest that fits": visible(h.longest),
            "the first of them by id": "  ".join(visible(entry) for entry, _ in h.examples),
        }
        for h in healed
    ]
    st.dataframe(table, hide_index=True, key="heal_entries")


def _endings(tokenizers: Sequence[Tokenizer]) -> None:
    prompt = fields.line("Prompt", "Sul tetto dorme un", "prompt", help="Its own last spaces are left out.").rstrip(" ")
    texts = {name: prompt + ending for name, ending in trailing_space.ENDINGS.items()}
    encoded = {t.name: [t.encoded(text) for text in texts.values()] for t in tokenizers}
    statement(trailing_space.endings_statement(encoded), "Every ending costs the same.", key="endings_found")
    rows = [
        Row(f"ends with {name}", [encodings[i] for encodings in encoded.values()], marked=not i)
        for i, name in enumerate(texts)
    ]
    chip_table(list(encoded), rows, key="endings_table", look=Look(ids=True))


EXPERIMENT = Experiment(
    id="trailing-space",
    title="Trailing space",
    icon="␣",
    idea="A prompt that ends with a space has **already spent the space** that the next word wants to begin with.",
    parts={"The next word": _next_word, "Token healing": _healing, "Other endings": _endings},
    state=dict.fromkeys(["prompt", "next", "heal_prompt", "heal_next"], TEXT),
    examples={
        "Un gatto": {"trailing_space_part": "The next word", "prompt": "Sul tetto dorme un", "next": "gatto"},
        "Answer:": {
            "trailing_space_part": "The next word",
            "prompt": "Q: What is the capital of France? A:",
            "next": "Paris",
        },
        "http:": {
            "trailing_space_part": "Token healing",
            "heal_prompt": "The address is http:",
            "heal_next": "//example.org",
        },
        "Two spaces, a line end …": {"trailing_space_part": "Other endings", "prompt": "Sul tetto dorme un"},
        "A lone space": {
            "trailing_space_part": "Token healing",
            "heal_prompt": "The cat sat on the ",
            "heal_next": "mattress",
        },
    },
)
