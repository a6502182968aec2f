"""The other parts of the Vocabulary page: what it is made of, odd entries, and the glitch shelf."""

from __future__ import annotations

import pandas as pd
import streamlit as st

from playground import registry, sentences
from playground.core import oddities
from playground.core.glitch import Suspect
from playground.core.reach import knows_reach
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.plots import vocabulary as plots
from playground.ui import measured, session, tables
from playground.ui.faults import plain
from playground.ui.vocabulary import lexicon

_AGAINST = {"gpt2": "cl100k_base", "cl100k_base": "o200k_base"}


def scripts(tokenizer: Tokenizer) -> None:
    """The share of each script in the vocabulary, beside that of another tokenizer."""
    others = [name for name in session.names() if name != tokenizer.name]
    beside = [_AGAINST.get(tokenizer.name, "cl100k_base")]
    chosen = st.multiselect("Beside it", others, beside, key=f"scripts_{tokenizer.name}", max_selections=2)
    shown = [tokenizer, *[session.tokenizer(name) for name in chosen]]
    counts = {each.name: measured.vocabulary(each).by_kind() for each in shown}
    shares = {name: {k: n / sum(kinds.values()) for k, n in kinds.items()} for name, kinds in counts.items()}
    st.markdown(plain(sentences.largest_script(tokenizer.name, counts[tokenizer.name])))
    st.plotly_chart(
        plots.by_script(shares), key="scripts", config={"displayModeBar": False},
        alt="The share of each script in the vocabulary. The table below has the numbers.",
    )  # fmt: skip
    frame = pd.DataFrame({"script": list(counts[tokenizer.name])})
    for name, kinds in counts.items():
        frame[name] = [kinds.get(kind, 0) for kind in frame["script"]]
    tables.show(frame.head, len(frame), key="scripts_table", alt="Tokens of each script")


def odd(tokenizer: Tokenizer, text: str) -> None:
    """Shelves of odd entries: the longest, repeated characters, several scripts, unreachable ones."""
    names = [name for name in oddities.SHELVES if name != oddities.UNREACHABLE or knows_reach(tokenizer)]
    name = st.pills("Shelf", names, default=oddities.LONGEST, required=True, key="odd_shelf") or oddities.LONGEST
    vocabulary = measured.vocabulary(tokenizer)
    unreachable = measured.unreachable(tokenizer) if name == oddities.UNREACHABLE else []
    rows = oddities.shelf(vocabulary, name, unreachable)
    st.markdown(plain(sentences.shelf(name, len(rows), tokenizer.name)))
    used = lexicon.uses(tokenizer, text)
    place = lexicon.listing(vocabulary, rows, used, key="odd", select=True)
    if place is not None:
        lexicon.detail(tokenizer, int(vocabulary.ids[rows[place]]), used)


def glitch(tokenizer: Tokenizer) -> None:
    """Tokens that look under-trained, and what that does not show."""
    others = [name for name in session.names() if name != tokenizer.name]
    default = _AGAINST.get(tokenizer.name, "cl100k_base")
    name = st.selectbox("Held against", others, index=others.index(default), key=f"glitch_{tokenizer.name}")
    rows = measured.suspects(tokenizer, session.tokenizer(name))
    st.markdown(plain(sentences.suspects(tokenizer.name, name, len(rows))))
    st.info(
        "A glitch token is one that the model hardly met in training, though the vocabulary has it. Whether that is so "
        "can be seen only in the model's weights or answers. What can be seen here are signs: long words that the "
        "other vocabulary cuts in three or more, odd shapes, ranks near the end. Many such tokens are harmless, and "
        "real glitch tokens can be missing."
    )
    st.caption(plain(sentences.magikarp(registry.get("gpt2"), registry.get("cl100k_base"))))
    tables.show(
        lambda n: _suspects(rows[:n], session.tokenizer(name)), len(rows), key="glitch", alt="The glitch shelf",
        height=480,
        columns={
            "odd shape": st.column_config.CheckboxColumn(help="Capitals or digits inside the word."),
            "part of one": st.column_config.CheckboxColumn(
                help="Exactly one longer token begins with it, so that it may hardly ever stand alone."
            ),
            "late": st.column_config.CheckboxColumn(help="In the last fifth of the ranks: rare where it was learned."),
        },
    )  # fmt: skip


def _suspects(rows: list[Suspect], other: Tokenizer) -> pd.DataFrame:
    return pd.DataFrame(
        {
            "token": [visible(row.data) for row in rows],
            "id": [row.id for row in rows],
            f"tokens in {other.name}": [len(row.elsewhere) for row in rows],
            "odd shape": [row.odd_shape for row in rows],
            "part of one": [row.scaffold for row in rows],
            "late": [row.late for row in rows],
            f"{other.name} cuts": ["|".join(visible(other.token_bytes(id)) for id in row.elsewhere) for row in rows],
        }
    )
