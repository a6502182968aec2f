"""Letters: how many Rs there are, and the word backwards."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.letter_view import letter_view
from playground.components.statement import statement
from playground.core.pitfalls import letters
from playground.core.tokens import Tokenizer
from playground.ui.pitfalls import fields, links
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import TEXT


def _word() -> str:
    return fields.line("Word", "strawberry", "word", most=80)


def _count(tokenizers: Sequence[Tokenizer]) -> None:
    left, right = st.columns([3, 1])
    with left:
        word = _word()
    with right:
        letter = "".join(letters.characters(fields.line("Letter to count", "r", "letter", most=20).strip())[:1])
    spelled = [letters.spell(t, word, letter) for t in tokenizers]
    statement(letters.statement(spelled, letter), "Type a word and a letter.", key="letters_found")
    letter_view(spelled, letter, key="letters_view")
    st.caption(
        "A colour is a token; under it are its id, which is all the model reads, and how often the letter is in it."
    )
    links.mechanism(word, tokenizers[0])


def _reverse(tokenizers: Sequence[Tokenizer]) -> None:
    word = _word()
    spelled = [letters.spell(t, word) for t in tokenizers]
    statement(
        letters.reverse_statement(spelled),
        "Token by token or letter by letter, the result is the same.",
        key="reverse_found",
    )
    letter_view(spelled, "", key="reverse_view", orders=("forward", "letters", "tokens"))
    back = letters.reverse(word)
    rows = [
        Row("forwards", [t.encoded(word) for t in tokenizers]),
        Row("backwards", [t.encoded(back) for t in tokenizers]),
    ]
    statement(
        letters.backwards_statement({t.name: (t.encoded(word), t.encoded(back)) for t in tokenizers}),
        "Backwards it is the same word.",
        key="backwards_found",
        small=True,
    )
    chip_table([t.name for t in tokenizers], rows, key="reverse_table", look=Look(ids=True, ranked=False))


def _spellings(tokenizers: Sequence[Tokenizer]) -> None:
    word = _word()
    forms = letters.spellings_of(word)
    encoded = {t.name: [t.encoded(form) for form in forms.values()] for t in tokenizers}
    statement(letters.spellings_statement(list(forms), encoded), "All of these cost the same.", key="spellings_found")
    rows = [Row(name, [e[i] for e in encoded.values()], marked=not i) for i, name in enumerate(forms)]
    chip_table(list(encoded), rows, key="spellings_table", look=Look(ids=True))


EXPERIMENT = Experiment(
    id="letters",
    title="Letters",
    icon="🍓",
    idea="A model reads **ids, not letters**. To count letters it must know the spelling of each token by heart.",
    parts={"Count a letter": _count, "Reverse a word": _reverse, "Other spellings": _spellings},
    state={"word": TEXT, "letter": TEXT},
    examples={
        "Rs in strawberry": {"letters_part": "Count a letter", "word": "strawberry", "letter": "r"},
        "A long word": {"letters_part": "Count a letter", "word": "Donaudampfschifffahrtsgesellschaft", "letter": "f"},
        "Spelled out": {"letters_part": "Count a letter", "word": "s-t-r-a-w-b-e-r-r-y", "letter": "r"},
        "Lollipop backwards": {"letters_part": "Reverse a word", "word": "lollipop"},
    },
)
