"""What to ask of a training: the settings of the Train page, checked before anything starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import streamlit as st

from playground.core.bpe import Ties, merges_wanted
from playground.core.errors import PlaygroundError, TrainingError
from playground.core.expression import check_pattern
from playground.core.pretokenize import check_special_tokens, pattern_of
from playground.corpus import Corpus
from playground.formats.own import MAX_MERGES
from playground.jobs import Request
from playground.jobs.messages import Algorithm
from playground.ui import inputs

ALGORITHMS = {
    "BPE": "Merges the most frequent pair of neighbours, starting from bytes.",
    "WordPiece": "Merges the pair that stands together more often than its parts would by chance.",
    "Character BPE": "Merges the most frequent pair, starting from characters; unknown ones become <UNK>.",
    "Unigram": "Starts with too many pieces and drops those that help least. By the SentencePiece library.",
}
PATTERNS = {
    "cl100k": "GPT-4 (cl100k)",
    "o200k": "GPT-4o (o200k)",
    "gpt2": "GPT-2",
    "none": "None: merges may cross words",
    "own": "A pattern of your own",
}
TIES = {"first": "The pair that stands first in the text", "lowest": "The pair with the lowest ids"}
_SUGGESTED = ((16_000, 512), (128_000, 1024), (1_000_000, 4096), (8_000_000, 8192))


@dataclass(frozen=True)
class Plan:
    """What the user asks for; `problem` says what is wrong with it."""

    request: Request
    held_out: bool
    problem: str = ""


def plan(corpus: Corpus | None) -> Plan:
    """The settings of a training, checked."""
    algorithm = st.selectbox(
        "Algorithm",
        list(ALGORITHMS),
        key="train_algorithm",
        persist_state="session",
        help="The Algorithms page shows how each of them learns.",
    )
    st.caption(ALGORITHMS[algorithm])
    if "_train_size_touched" not in st.session_state and corpus is not None:
        inputs.put("train_size", _suggested(len(corpus.data)))
    size = st.number_input(
        "Vocabulary size",
        step=256,
        key="train_size",
        on_change=lambda: st.session_state.update(_train_size_touched=True),
        persist_state="session",
        help="How many entries. BPE: 256 bytes, then one for each merge, then the special tokens.",
    )
    pattern = _pattern() if algorithm == "BPE" else "none"
    lowercase = algorithm == "WordPiece" and st.toggle("Lower case", key="train_lowercase", persist_state="session")
    end_mark = algorithm == "Character BPE" and st.toggle(
        "Mark the end of a word with </w>", key="train_end_mark", persist_state="session"
    )
    byte_fallback = algorithm != "Unigram" or st.toggle(
        "Bytes for unknown characters", True, key="train_byte_fallback", persist_state="session"
    )
    with st.expander("More options"):
        name = st.text_input("Name", "trained", max_chars=60, key="train_name", persist_state="session")
        specials = st.text_area(
            "Special tokens, one a line",
            key="train_specials",
            persist_state="session",
            height=90,
            placeholder="<|endoftext|>",
            help="Cut out of the text before training, so that no merge learns a part of one.",
        )
        ties = st.selectbox(
            "When two pairs are counted equally often, take",
            list(TIES),
            format_func=TIES.__getitem__,
            key="train_ties",
            persist_state="session",
        )
        held_out = st.toggle(
            "Hold out 10 % of the text",
            key="train_held_out",
            persist_state="session",
            help="Ten stretches, spread evenly, are kept out of training and used to measure the result honestly.",
        )
    tokens = tuple(line for line in (specials or "").splitlines() if line)
    request = Request(
        int(size or 0),
        None if pattern == "none" else pattern,
        tokens,
        cast(Ties, ties),
        (name or "").strip() or "trained",
        cast(Algorithm, algorithm),
        lowercase,
        end_mark,
        byte_fallback,
    )
    return Plan(request, bool(held_out), _problem(request, _beginning(corpus) if pattern not in PATTERNS else ""))


def _pattern() -> str:
    pattern = st.selectbox(
        "Split pattern",
        list(PATTERNS),
        format_func=PATTERNS.__getitem__,
        key="train_pattern",
        persist_state="session",
        help="Cuts the text into pieces first, about a word each. No merge crosses the border of a piece.",
    )
    if pattern == "own":
        return (
            st.text_input("Your pattern", r"\w+|\s+|[^\w\s]+", key="train_own_pattern", persist_state="session") or ""
        )
    return pattern


def _suggested(size: int) -> int:
    return next((entries for most, entries in _SUGGESTED if size < most), 32768)


def _beginning(corpus: Corpus | None) -> str:
    """Enough of the text to show what is wrong with a pattern of the user's own before the training does."""
    return corpus.data[:20_000].decode(errors="ignore") if corpus else ""


def _problem(request: Request, sample: str) -> str:
    try:
        if request.algorithm != "BPE":
            check_special_tokens(request.special_tokens)
            if not 0 < request.vocab_size <= MAX_MERGES:
                raise TrainingError(f"A vocabulary has 1 to {MAX_MERGES:,} entries here.")
            return ""
        if merges_wanted(request.vocab_size, request.special_tokens) > MAX_MERGES:
            raise TrainingError(f"A vocabulary has at most {MAX_MERGES:,} merges here.")
        if request.pattern == "":
            raise TrainingError("Your pattern is empty.")
        check_pattern(pattern_of(request.pattern), sample)
    except PlaygroundError as error:
        return str(error)
    return ""
