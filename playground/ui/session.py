"""What one visitor has: their tokenizers, and the text they train on. Nothing here is shared between sessions."""

from __future__ import annotations

import weakref
from dataclasses import dataclass

import streamlit as st

from playground import registry, sample_corpora
from playground.core.errors import VocabularyError
from playground.core.tokens import Tokenizer
from playground.corpus import Corpus
from playground.jobs import Outcome

_OWN = "_own_tokenizers"
_CORPUS = "_corpus"
_TRAININGS = "_trainings"


@dataclass(frozen=True)
class Training:
    """How one of the session's tokenizers was trained. The corpus is not kept alive for it."""

    outcome: Outcome
    corpus_name: str
    corpus: weakref.ReferenceType[Corpus]
    """Call it: the corpus, or None where the session has another one by now."""
    held_out: bool
    """Whether it learned from the first part of `corpus.split()` alone."""


def own() -> dict[str, Tokenizer]:
    """The tokenizers trained or loaded in this session, by name, oldest first."""
    tokenizers: dict[str, Tokenizer] = st.session_state.setdefault(_OWN, {})
    return tokenizers


def add(tokenizer: Tokenizer) -> str:
    """Offer `tokenizer` on every page under its name, made unique by a number where it is taken; the name."""
    name, taken, number = tokenizer.name, names(), 2
    while name in taken:
        name, number = f"{tokenizer.name} ({number})", number + 1
    tokenizer.name = name
    own()[name] = tokenizer
    return name


def remove(name: str) -> None:
    """Forget one of the session's own tokenizers, and how it was trained."""
    own().pop(name, None)
    _trainings().pop(name, None)


def corpus() -> Corpus:
    """The text that this session trains on: what was last chosen on the Train page, or the first sample."""
    chosen: Corpus | None = st.session_state.get(_CORPUS)
    return chosen or sample_corpora.story()


def set_corpus(corpus: Corpus) -> None:
    """Let `corpus` be the text that this session trains on. The one before is dropped: only one is kept."""
    st.session_state[_CORPUS] = corpus


def add_trained(outcome: Outcome, corpus: Corpus, held_out: bool) -> str:
    """Offer a trained tokenizer on every page and remember how it was trained; its name."""
    name = add(outcome.tokenizer)
    _trainings()[name] = Training(outcome, corpus.name, weakref.ref(corpus), held_out)
    return name


def training(name: str) -> Training | None:
    """How the tokenizer called `name` was trained, where that happened in this session."""
    return _trainings().get(name)


def _trainings() -> dict[str, Training]:
    trainings: dict[str, Training] = st.session_state.setdefault(_TRAININGS, {})
    return trainings


def names() -> list[str]:
    """Every tokenizer this session can choose: its own ones, newest first, then the published ones."""
    return [*reversed(own()), *registry.NAMES]


def tokenizer(name: str) -> Tokenizer:
    """The tokenizer called `name`; VocabularyError where this session has none of that name."""
    mine = own().get(name)
    if mine is not None:
        return mine
    if name not in registry.NAMES:
        raise VocabularyError(f"This session has no tokenizer called {name!r}.")
    return registry.get(name)
