"""The upper part of the Compare page: which tokenizers, which text, who wins, and the text in their colours."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
import streamlit as st

from playground import registry, sentences
from playground.components.token_view import Pane, token_view
from playground.core.baselines import ByteTokenizer, CharacterTokenizer
from playground.core.errors import VocabularyError
from playground.core.measures import Measures, relative_attention
from playground.core.tokens import Tokenizer
from playground.languages import percent
from playground.plots import measures as plots
from playground.ui import inputs, measured, session, share, tables
from playground.ui.faults import plain

MOST = 5
_DRAWN = 200_000
_BASELINES: dict[str, Tokenizer] = {each.name: each for each in (ByteTokenizer(), CharacterTokenizer())}
_KEY = "compared"
TABS = ("Charts", "Words", "Domain report", "How big must it be?", "Overlap")
STATE = {
    "text": share.TEXT,
    _KEY: share.tokenizers_or(*_BASELINES),
    "fair": share.FLAG,
    "fair_size": share.number(256, 200_000),
    "compare_tab": share.one_of(*TABS),
    "duel_mine": share.TEXT,
    "duel_theirs": share.TEXT,
    "overlap_text": share.TEXT,
}
"""What a link to the page restores."""


def tokenizers() -> list[Tokenizer]:
    """Two to five tokenizers out of the session's, the published ones, plain bytes and plain characters.

    A tokenizer that is new in the session is chosen as soon as it is there.
    """
    newest = next(reversed(session.own()), None)
    options = [*session.names(), *_BASELINES]
    chosen = [name for name in st.session_state.get(_KEY, ["cl100k_base", "o200k_base"]) if name in options]
    if newest and st.session_state.get("_compared_newest") != newest and newest not in chosen:
        chosen = [newest, *chosen][:MOST]
    st.session_state["_compared_newest"] = newest
    inputs.put(_KEY, chosen)
    names = st.multiselect(
        "Tokenizers", options, key=_KEY, max_selections=MOST, persist_state="session",
        help="Two to five. The first one is the one that the others are held against.",
    )  # fmt: skip
    if len(names) < 2:
        st.info("Choose at least two tokenizers to compare them.")
        names = [*names, *[name for name in registry.NAMES if name not in names]][:2]
    return [_BASELINES.get(name) or session.tokenizer(name) for name in names]


def fair_fight(chosen: Sequence[Tokenizer]) -> list[Tokenizer]:
    """The same tokenizers, the published ones cut to the size of the visitor's own where the switch is on."""
    published = [each for each in chosen if measured.is_published(each)]
    if not published:
        return list(chosen)
    own = [each for each in chosen if each.name in session.own()]
    left, right = st.columns([1, 1], vertical_alignment="bottom")
    on = left.toggle(
        "Fair fight", key="fair", persist_state="session",
        help="A vocabulary of 200,000 beats one of 4,000 on almost any text. This cuts the published ones to their "
        "first ranks: what they had learned when they were as small as yours.",
    )  # fmt: skip
    if not on:
        return list(chosen)
    st.session_state.setdefault("fair_size", min(max(own[0].vocab_size, 256), 100_000) if own else 4096)
    if own:
        size = own[0].vocab_size - len(own[0].special_tokens)
        right.caption(f"Cut to the {size:,} ordinary tokens that {plain(own[0].name)} has.")
    else:
        size = int(right.number_input("Cut to", 256, 200_000, key="fair_size", step=1024, persist_state="session"))
    return [_cut(each, size) if each in published else each for each in chosen]


def _cut(tokenizer: Tokenizer, size: int) -> Tokenizer:
    try:
        return measured.cut(tokenizer.name, size)
    except VocabularyError:  # it is no larger than that
        return tokenizer


def text(chosen: Sequence[Tokenizer]) -> str:
    """The text to measure: that of all pages, or what the training of one of the chosen tokenizers held out."""
    held = {name: part for each in chosen for name, part in held_out(each).items()}
    if not held:
        if any(session.training(each.name) for each in chosen):
            st.caption(
                "The honest test is on text that was not learned from: under More options on the Train page, hold out "
                "a tenth of it."
            )
        return inputs.text()
    which = st.segmented_control(
        "Measure on", ["Your text", *held], default="Your text", required=True, key="compare_source"
    )
    if which not in held:
        return inputs.text()
    data = held[which]
    st.caption(
        f"Trained on nine tenths of the file, measured on the other tenth: {len(data.encode()):,} bytes that the "
        "training did not see."
    )
    return data


def held_out(tokenizer: Tokenizer) -> dict[str, str]:
    """What was held out of the training of `tokenizer`, by a name for it; empty where nothing was."""
    training = session.training(tokenizer.name)
    corpus = training.corpus() if training and training.held_out else None
    if training is None or corpus is None:
        return {}
    part = b"".join(corpus.split()[1]).decode()
    return {f"Held out for {tokenizer.name}": part} if part else {}


def verdict(measures: Sequence[Measures]) -> None:
    """Who needs the fewest tokens, in one sentence, and whose count is low because it leaves something out."""
    st.markdown(f"**{plain(sentences.fewest(measures))}**")
    for lossy in filter(None, map(sentences.losses, measures)):
        st.warning(plain(lossy))


def table(measures: Sequence[Measures]) -> None:
    """Every measure of every tokenizer."""
    fewest = min((each.tokens for each in measures), default=0)
    attention = relative_attention([each.tokens for each in measures])
    frame = pd.DataFrame(
        {
            "tokenizer": [each.name for each in measures],
            "tokens": [each.tokens for each in measures],
            "more": [percent(each.tokens / fewest) if fewest else "–" for each in measures],
            "bytes/token": [each.bytes_per_token for each in measures],
            "chars/token": [each.characters_per_token for each in measures],
            "tokens/word": [each.fertility for each in measures],
            "whole words": [each.whole_share for each in measures],
            "1-byte": [each.single_byte_share for each in measures],
            "cut chars": [each.broken_share for each in measures],
            "lost chars": [each.lost_share for each in measures],
            "attention": attention,
            "vocabulary": [each.vocabulary for each in measures],
            "unused": [each.unused_share for each in measures],
        }
    )
    if not any(each.lost for each in measures):
        del frame["lost chars"]
    columns = _columns(long_names=any(len(each.name) > 14 for each in measures))
    tables.show(frame.head, len(frame), key="measures", alt="Measures of each tokenizer", columns=columns)


def _columns(long_names: bool) -> dict[str, object]:
    number, text = st.column_config.NumberColumn, st.column_config.TextColumn
    attention = "Work of full attention, which grows with the square of the tokens, against the least."
    return {
        "tokenizer": text(pinned=True, width=180 if long_names else None),
        "tokens": number(format="localized"),
        "more": text(help="How many more tokens than the one that needs the fewest."),
        "bytes/token": number(format="%.2f", help="Compression: bytes of the text in UTF-8 for each token."),
        "chars/token": number(format="%.2f", help="Compression again, in characters of the text."),
        "tokens/word": number(
            format="%.2f",
            help="Fertility: into how many tokens a word is cut on average. 1 is the best. "
            "A word is a run of letters, marks and digits.",
        ),
        "whole words": number(format="percent", help="Words without a cut inside."),
        "1-byte": number(format="percent", help="Tokens that cover one byte of the text."),
        "cut chars": number(format="percent", help="Tokens that start or end inside a character."),
        "lost chars": number(
            format="percent",
            help="Characters that no token spells: they become a token for the unknown, or nothing. "
            "White space is not counted here.",
        ),
        "attention": number(format="%.2f ×", help=attention),
        "vocabulary": number(format="localized", help="Entries of the vocabulary, special tokens included."),
        "unused": number(format="percent", help="The share of the vocabulary that this text does not use."),
    }


def panes(chosen: Sequence[Tokenizer], text: str, measures: Sequence[Measures]) -> None:
    """The text under each tokenizer, differing boundaries marked, one hover for all."""
    if len(text) > _DRAWN:
        st.caption(f"The first {_DRAWN:,} of {len(text):,} characters are drawn. The figures are of all of them.")
    st.caption(
        "A red corner marks a boundary that another tokenizer lacks. Click into a pane and press N for the next one, "
        "Shift+N for the one before."
    )
    part = text[:_DRAWN]
    token_view(
        [
            Pane(each, measured.encoded(each, part), f"{each.name}, loses characters" if its.lost else each.name)
            for each, its in zip(chosen, measures, strict=True)
        ],
        key="compare",
        height=230,
        mark_differences=True,
    )


def charts(measures: Sequence[Measures]) -> None:
    """One small chart for each measure, half of them in a second column where there is room."""
    numbers = list(range(len(plots.CHARTS) + 1))
    for column, part in zip(st.columns(2), (numbers[::2], numbers[1::2]), strict=True):
        with column:
            st.plotly_chart(
                plots.charts(measures, part),
                key=f"charts_{part[0]}",
                config={"displayModeBar": False},
                alt=f"Bar charts: {', '.join(map(plots.title, part))}. The table above has the numbers.",
            )
