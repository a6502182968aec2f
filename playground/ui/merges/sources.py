"""What the Merges page offers: where a training or an encoding comes from, and its animation, kept for the session."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from playground import registry, samples, toys
from playground.components.merge_player import payload, reading
from playground.core import trace
from playground.core.bpe import BPETokenizer, Ties
from playground.core.characters import repair
from playground.core.encode_steps import EncodeTrace, Order, can_trace, trace_encoding
from playground.core.pretokenize import count_words
from playground.core.tokens import Tokenizer
from playground.core.trace import Trace
from playground.ui import inputs, session, share

MOST_CHARACTERS = 5_000
"""What is animated at most; longer texts are cut, and the page says so."""
MOST_READ = 400
"""The same for encoding, where every merge is a step."""
MOST_MERGES = 1_000
MOST_COUNTED = 1_000_000
"""Bytes of different words in a corpus up to which the losing pairs are counted again, not only the winners shown."""
PASSAGE = 600
"""Characters of a trained file that are shown."""

OWN_TEXT = "Text of my own"
FIVE_WORDS = "Five words with frequencies"
EDITED_WORDS = "The words of the Algorithms page"
PATTERNS = {"none": "none", "gpt2": "GPT-2", "cl100k": "cl100k", "o200k": "o200k"}
STARTS = {"characters": "characters", "bytes": "bytes"}
TIES = {"first": "first in the text", "lowest": "lowest ids"}
ORDERS: dict[str, str] = {
    "none": "none",
    "left": "leftmost pair first",
    "longest": "longest entry from the left",
    "newest": "highest rank first",
    "random": "any pair, at random",
}
_MODES = ["Training", "Encoding"]
_WORDS = "toy_words"
"""Where the Algorithms page keeps its words."""
STATE = {
    "merges_mode": share.one_of(*_MODES),
    "merges_start": share.one_of(*STARTS),
    "merges_pattern": share.one_of(*PATTERNS),
    "merges_ties": share.one_of(*TIES),
    "merges_most": share.number(1, MOST_MERGES),
    "merges_source": share.one_of(*samples.MERGES, FIVE_WORDS, EDITED_WORDS, OWN_TEXT, *samples.TEXTS),
    "merges_word": share.TEXT,
    "merges_order": share.one_of(*ORDERS),
    "merges_step": share.number(0, 100_000),
    "text": share.TEXT,
    _WORDS: share.counts(toys.MOST_WORDS),
    "merges_reader": share.TOKENIZER,
}
"""What a link to the page holds."""


@dataclass(frozen=True)
class Shown:
    """An animation: what the player gets, and the training or the encoding behind it."""

    data: dict[str, Any]
    trace: Trace | EncodeTrace
    tokenizer: Tokenizer | None = None


def chosen() -> Shown | None:
    """The animation that the inputs ask for; None where there is no text."""
    row = st.container(horizontal=True, vertical_alignment="bottom")
    with row:
        mode = _choice("Watch", _MODES, "merges_mode", "Training")
    return _training(row) if mode == "Training" else _encoding(row)


def _training(row: DeltaGenerator) -> Shown | None:
    own, words = _trained(), _words()
    options = [*samples.MERGES, *words, OWN_TEXT, *own, *samples.TEXTS]
    if st.session_state.get("merges_source", options[0]) not in options:
        st.session_state["merges_source"] = options[0]
    with row:
        source = st.selectbox(
            "Learn from", options, key="merges_source", persist_state="session", bind="query-params", width=320
        )
        chosen = _settings(typed=source not in words and source not in own, ties=source not in own)
    if source in words:
        return _of_words(words[source], chosen.most, chosen.ties)
    if source in own:
        return _of_trained(own[source], chosen.most)
    texts = samples.MERGES | samples.TEXTS
    text = _cut(inputs.text(height=100) if source == OWN_TEXT else texts[source], MOST_CHARACTERS)
    return _of_text(text, chosen.pattern, chosen.start, chosen.most, chosen.ties) if text else None


def _words() -> dict[str, Mapping[str, int]]:
    """The five words, and those of the Algorithms page where a visitor has made them others."""
    five = next(iter(toys.TOYS.values())).words
    edited = st.session_state.get(_WORDS)
    return {FIVE_WORDS: five} | ({EDITED_WORDS: edited} if edited and edited != five else {})


def _of_trained(tokenizer: BPETokenizer, most: int) -> Shown | None:
    """The merges and counts of the whole file, on a passage of it; without the file, on a text of one's own."""
    record = session.training(tokenizer.name)
    corpus = record.corpus() if record else None
    if record is None or corpus is None:
        st.caption("The file it was trained on is not here any more, so the pairs that lost are not known.")
        passage = _cut(inputs.text("Passage", height=100), MOST_CHARACTERS)
    else:
        percent = st.slider(
            "Passage: where in the file", 0, 99, format="%d %%", key="merges_place", persist_state="session"
        )
        passage = _passage(corpus.data, percent)
    if not passage:
        return None
    fingerprint = hash((tokenizer.name, *tokenizer.merges))
    return _of_tokenizer(fingerprint, most, passage, corpus is not None, tokenizer, record)


def _passage(data: bytes, percent: int) -> str:
    """About PASSAGE characters from a line's start on."""
    at = len(data) * percent // 100
    start = data.rfind(b"\n", 0, at) + 1 if at else 0
    return data[start : start + 4 * PASSAGE].decode(errors="ignore")[:PASSAGE]


def _encoding(row: DeltaGenerator) -> Shown | None:
    names = [name for name in session.names() if name in registry.NAMES or can_trace(session.tokenizer(name))]
    if st.session_state.get("merges_reader", names[0]) not in names:
        st.session_state["merges_reader"] = "cl100k_base"
    with row:
        name = st.selectbox(
            "Tokenizer", names, names.index("cl100k_base"), key="merges_reader", persist_state="session",
            bind="query-params", width=240,
        )  # fmt: skip
        order = st.selectbox(
            "Beside it, in a wrong order", list(ORDERS), 1, format_func=ORDERS.__getitem__, key="merges_order",
            persist_state="session", bind="query-params", width=280,
        )  # fmt: skip
    typed = st.text_input(
        "Text",
        "strawberries are unbelievably tokenized",
        key="merges_word",
        persist_state="session",
        autocomplete="off",
    )
    text = _cut(repair(typed)[0], MOST_READ)
    tokenizer = session.tokenizer(name)
    return _of_encoding(name, tokenizer.vocab_size, tokenizer, text, order) if text else None


def _trained() -> dict[str, BPETokenizer]:
    """The tokenizers of this session whose merges are known, by their name in the list of sources."""
    return {f"Trained: {name}": t for name, t in session.own().items() if isinstance(t, BPETokenizer)}


def _cut(text: str, most: int) -> str:
    """The beginning of a text that is too long to animate, and a sentence that says so."""
    if len(text) > most:
        st.info(f"The text has {len(text):,} characters. The first {most:,} are counted and animated.")
    return text[:most]


@dataclass(frozen=True)
class _Settings:
    """The choices that change what is learned."""

    start: trace.Start = "characters"
    pattern: str = "gpt2"
    ties: Ties = "first"
    most: int = 100


def _settings(typed: bool, ties: bool) -> _Settings:
    """The choices that change what is learned, as far as the source has them."""
    chosen: dict[str, Any] = {}
    with st.popover("Settings", icon=":material/settings:"):
        if typed:
            chosen["start"] = _choice("Start from", STARTS, "merges_start", _Settings.start)
            chosen["pattern"] = _choice(
                "Split pattern: walls that no merge crosses", PATTERNS, "merges_pattern", _Settings.pattern
            )
        if ties:
            chosen["ties"] = _choice("Among equally frequent pairs wins the one", TIES, "merges_ties", _Settings.ties)
        most = st.number_input(
            "Merges at most", 1, MOST_MERGES, _Settings.most, step=10, key="merges_most", persist_state="session",
            bind="query-params",
        )  # fmt: skip
    return _Settings(**chosen, most=most)


def _choice(label: str, options: Mapping[str, str] | list[str], key: str, default: str) -> str:
    named: Callable[[str], str] = options.__getitem__ if isinstance(options, Mapping) else str
    choice: str | None = st.segmented_control(
        label, list(options), format_func=named, default=default, key=key, persist_state="session", required=True,
        bind="query-params",
    )  # fmt: skip
    return choice or default


def _trained_shown(shown: Trace) -> Shown:
    return Shown(payload.training(shown), shown)


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _of_text(text: str, pattern: str, start: trace.Start, merges: int, ties: Any) -> Shown:
    return _trained_shown(trace.of_text(text, pattern=pattern, start=start, merges=merges, ties=ties))


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _of_words(counts: Mapping[str, int], merges: int, ties: Any) -> Shown:
    return _trained_shown(trace.of_words(counts, merges=merges, ties=ties))


@st.cache_resource(scope="session", max_entries=8, show_spinner="Counting the pairs of the whole file …")
def _of_tokenizer(
    fingerprint: int,
    merges: int,
    passage: str,
    known: bool,
    _tokenizer: BPETokenizer,
    _record: session.Training | None,
) -> Shown:
    corpus = _record.corpus() if _record else None
    words = None
    if _record and corpus:
        parts = corpus.split()[0] if _record.held_out else [corpus.data]
        words = count_words(b"".join(parts), _tokenizer.pattern, list(_tokenizer.special_tokens))
        if sum(map(len, words)) > MOST_COUNTED:
            words = None
    ties: Any = _record.outcome.facts.ties if _record else "first"
    return _trained_shown(trace.of_tokenizer(_tokenizer, passage, merges=merges, corpus=words, ties=ties))


@st.cache_resource(scope="session", max_entries=8, show_spinner=False)
def _of_encoding(name: str, size: int, _tokenizer: Tokenizer, text: str, order: str) -> Shown:
    wrong = trace_encoding(_tokenizer, text, cast(Order, order)) if order != "none" else None
    right = trace_encoding(_tokenizer, text)
    return Shown(reading.encoding(_tokenizer, right, wrong), right, _tokenizer)
