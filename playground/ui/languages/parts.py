"""The Languages page in parts: which languages and tokenizers, what each costs, what that means."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from playground import registry, sentences
from playground.components.token_view import Pane, token_view
from playground.core.characters import repair
from playground.core.tokens import Tokenizer
from playground.languages import REFERENCE, Cost, Language, costs, languages, missing_numbers, numbers
from playground.plots import languages as plots
from playground.ui import inputs, measured, session, share, tables
from playground.ui.faults import plain

_OWN = "own_language"
STATE = {
    "babel_tokenizers": share.TOKENIZERS,
    "own_language_name": share.text(40),
    _OWN: share.TEXT,
    "babel_sort": share.TEXT,
    "babel_language": share.one_of("own", *languages()),
    "babel_read": share.one_of("own", *languages()),
    "babel_price": share.number(0.0, 10_000.0),
    "babel_window": share.number(1, 100_000_000),
}
"""What a link to the page restores."""


def tokenizers() -> list[Tokenizer]:
    """The tokenizers to hold the languages against: cl100k, o200k and the visitor's newest, until they choose."""
    options = session.names()
    st.session_state.setdefault("babel_tokenizers", ["cl100k_base", "o200k_base", *list(session.own())[-1:]])
    inputs.put("babel_tokenizers", [n for n in st.session_state["babel_tokenizers"] if n in options])
    names = st.multiselect("Tokenizers", options, key="babel_tokenizers", max_selections=4, persist_state="session")
    return [session.tokenizer(name) for name in names or ["o200k_base"]]


def own_paragraph() -> Language | None:
    """The visitor's own language, where they have written the paragraph in it."""
    with st.expander("Add your own language"):
        st.write("Write the same six sentences in your language, with the same numbers. They stay in this session.")
        st.caption(" ".join(languages()[REFERENCE].sentences))
        name = st.text_input("Language", key="own_language_name", persist_state="session", max_chars=40)
        text, _ = repair(st.text_area("Paragraph", key=_OWN, persist_state="session", height=140) or "")
        if not text.strip():
            return None
        if missing := missing_numbers(text):
            st.warning(f"These numbers are not in it: {', '.join(missing)}. Is something missing?")
        elif extra := len(numbers(text)) - len(numbers(languages()[REFERENCE].text)):
            st.warning(f"It has {sentences.counted(extra, 'number')} more than the English paragraph.")
        else:
            st.success("All the numbers of the English paragraph are there.")
    return Language("own", name.strip() or "Your language", "", "yours", text)


def chosen_languages(own: Language | None) -> list[Language]:
    """Every language, the visitor's own among them."""
    known = list(languages().values())
    return [*known, own] if own else known


def cost_of(tokenizer: Tokenizer, own: Language | None) -> dict[str, Cost]:
    """The cost of every language under one tokenizer, by language code."""
    if own is None and measured.is_published(tokenizer):
        rows = _published_costs(tokenizer.name)
    else:
        rows = _costs(measured.identity(tokenizer), tokenizer, own)
    return {row.language.code: row for row in rows}


@st.cache_resource(max_entries=4, show_spinner="Encoding every language …")
def _published_costs(name: str) -> list[Cost]:
    return costs(registry.get(name), chosen_languages(None))


@st.cache_resource(scope="session", max_entries=12, show_spinner="Encoding every language …")
def _costs(identity: str, _tokenizer: Tokenizer, own: Language | None) -> list[Cost]:
    return costs(_tokenizer, chosen_languages(own))


def story(by_tokenizer: Sequence[dict[str, Cost]], tokenizers: Sequence[Tokenizer]) -> None:
    """The dearest language, and what the newer vocabulary repaired, in words."""
    for tokenizer, rows in zip(tokenizers, by_tokenizer, strict=True):
        ordered = sorted(rows.values(), key=lambda row: -row.premium)
        st.markdown(plain(sentences.dearest(tokenizer.name, ordered)))
        if lossy := sentences.lossy_languages(tokenizer.name, ordered):
            st.warning(plain(lossy))
    names = [each.name for each in tokenizers]
    if {"cl100k_base", "o200k_base"} <= set(names):
        before, after = by_tokenizer[names.index("cl100k_base")], by_tokenizer[names.index("o200k_base")]
        st.markdown(plain(sentences.repaired(before, after)))


def chart(by_tokenizer: Sequence[dict[str, Cost]], tokenizers: Sequence[Tokenizer]) -> None:
    """Every language as a row of dots, sorted by what it costs under the tokenizer that is chosen."""
    names = [each.name for each in tokenizers]
    by = st.segmented_control("Sort by", names, default=names[0], required=True, key="babel_sort") or names[0]
    first = by_tokenizer[names.index(by)]
    order = sorted(first, key=lambda code: -first[code].premium)
    arrow = ("cl100k_base", "o200k_base")
    st.plotly_chart(
        plots.premiums(
            [first[code].language.name for code in order],
            {name: [rows[code].premium for code in order] for name, rows in zip(names, by_tokenizer, strict=True)},
            arrow if set(arrow) <= set(names) else None,
        ),
        key="babel_chart",
        config={"displayModeBar": False},
        alt="Tokens of each language relative to English, sorted. The table below has the numbers.",
    )


def table(by_tokenizer: Sequence[dict[str, Cost]], tokenizers: Sequence[Tokenizer]) -> None:
    """All figures of all languages under one of the tokenizers."""
    names = [each.name for each in tokenizers]
    by = st.selectbox("Figures of", names, key="babel_table")
    rows = sorted(by_tokenizer[names.index(by)].values(), key=lambda row: -row.premium)
    column = st.column_config
    tables.show(
        lambda n: _frame(rows[:n]), len(rows), key="languages", alt="What each language costs", height=420,
        columns={
            "against English": column.TextColumn(help="Tokens against those of English, for the same meaning."),
            "chars/token": column.NumberColumn(format="%.2f", help="Characters for each token."),
            "tokens/char": column.NumberColumn(
                format="%.2f", help="Tokens for each character, where a character costs more than one token."
            ),
            "lost chars": column.NumberColumn(help="Characters that no token spells: they make a count look low."),
            "attention": column.NumberColumn(format="%.2f ×", help="Work of full attention against English: squared."),
        },
    )  # fmt: skip


def _frame(rows: Sequence[Cost]) -> pd.DataFrame:
    per_character = [row.measures.tokens / max(row.measures.characters, 1) for row in rows]
    return pd.DataFrame(
        {
            "language": [row.language.name for row in rows],
            "itself": [row.language.own for row in rows],
            "script": [row.language.script for row in rows],
            "tokens": [row.measures.tokens for row in rows],
            "against English": [row.overhead for row in rows],
            "attention": [row.attention for row in rows],
            "chars/token": [row.measures.characters_per_token for row in rows],
            "tokens/char": [each if each > 1 else None for each in per_character],
            "characters": [row.measures.characters for row in rows],
            "bytes": [row.measures.bytes for row in rows],
            "lost chars": [row.measures.lost for row in rows],
        }
    )


def meaning(by_tokenizer: Sequence[dict[str, Cost]], tokenizers: Sequence[Tokenizer]) -> None:
    """What the overhead of one language is in money, context and attention."""
    known = {code: cost.language.name for code, cost in by_tokenizer[0].items()}
    columns = st.columns(4)
    code = columns[0].selectbox(
        "Language", list(known), index=list(known).index("hi"), format_func=known.__getitem__, key="babel_language"
    )
    name = columns[1].selectbox("Tokenizer", [each.name for each in tokenizers], key="babel_meaning")
    price = columns[2].number_input(
        "Price of a million tokens", 0.0, 10_000.0, 1.0, step=0.5, key="babel_price",
        help="Take it from the price list of the model you use, in any currency.",
    )  # fmt: skip
    window = columns[3].number_input("Context window in tokens", 1, 100_000_000, 128_000, step=1000, key="babel_window")
    rows = by_tokenizer[[each.name for each in tokenizers].index(name)]
    english, cost = rows[REFERENCE], rows[code]
    st.markdown(plain(sentences.in_money_and_space(cost, english, price, int(window))))


def paragraphs(own: Language | None, tokenizers: Sequence[Tokenizer]) -> None:
    """The texts themselves, so that nobody has to believe the figures."""
    known = {each.code: each for each in chosen_languages(own)}
    code = st.selectbox(
        "Read the paragraph in", list(known), format_func=lambda code: known[code].name, key="babel_read",
        index=list(known).index("hi"),
    )  # fmt: skip
    text = known[code].text
    panes = [Pane(each, measured.encoded(each, text), each.name) for each in tokenizers]
    token_view(panes, key="babel_view", height="content", mark_differences=True)
    if st.button("Measure it on the Compare page", key="babel_compare"):
        st.session_state["text"] = text
        st.switch_page("pages/compare.py", query_params={})
