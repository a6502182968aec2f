"""What has been computed, kept so that a click does not compute it again.

What depends on a visitor's text or tokenizer is kept for their session alone. Only what depends on a published
tokenizer and nothing else is kept for the process.
"""

from __future__ import annotations

from itertools import count
from weakref import WeakKeyDictionary

import numpy as np
import streamlit as st
from numpy.typing import NDArray

from playground import registry
from playground.core import glitch, reach
from playground.core.baselines import vocabulary_count
from playground.core.differences import Pieces
from playground.core.fair import first_ranks
from playground.core.measures import Measures, measure, word_spans
from playground.core.overlap import Overlap, entries
from playground.core.ranks import RankTokenizer
from playground.core.tokens import Encoded, Tokenizer
from playground.core.vocabulary import Vocabulary

_numbers = count()
_serials: WeakKeyDictionary[Tokenizer, int] = WeakKeyDictionary()


def identity(tokenizer: Tokenizer) -> str:
    """A key for caches: one tokenizer has one for its whole life, and never that of another.

    The name alone is not enough: a tokenizer can be removed and another trained under its name.
    """
    if is_published(tokenizer):
        return tokenizer.name
    return f"{tokenizer.name}#{_serials.setdefault(tokenizer, next(_numbers))}"


def is_published(tokenizer: Tokenizer) -> bool:
    """Is it the one that everybody has, so that what is known of it may be shared?"""
    return tokenizer.name in registry.NAMES and registry.get(tokenizer.name) is tokenizer


def encoded(tokenizer: Tokenizer, text: str) -> Encoded:
    """`tokenizer.encoded(text)`, kept for the session."""
    return _encoded(identity(tokenizer), text, tokenizer)


@st.cache_resource(scope="session", max_entries=24, show_spinner=False)
def _encoded(identity: str, text: str, _tokenizer: Tokenizer) -> Encoded:
    return _tokenizer.encoded(text)


def measures(tokenizer: Tokenizer, text: str) -> Measures:
    """All measures of `text` under `tokenizer`, kept for the session."""
    return _measures(identity(tokenizer), text, tokenizer)


@st.cache_resource(scope="session", max_entries=48, show_spinner=False)
def _measures(identity: str, text: str, _tokenizer: Tokenizer) -> Measures:
    return measure(_tokenizer.name, encoded(_tokenizer, text), _vocabulary_count(identity, _tokenizer), _words(text),
                   _tokenizer.unknown_id)  # fmt: skip


@st.cache_resource(scope="session", max_entries=24, show_spinner=False)
def _vocabulary_count(identity: str, _tokenizer: Tokenizer) -> int:
    return vocabulary_count(_tokenizer)


@st.cache_resource(scope="session", max_entries=4, show_spinner=False)
def _words(text: str) -> NDArray[np.int64]:
    return word_spans(text)


@st.cache_resource(scope="session", max_entries=4, show_spinner=False)
def pieces(text: str) -> Pieces:
    """The pieces of `text` that no tokenizer is favoured by, kept for the session."""
    return Pieces.of(text)


@st.cache_resource(max_entries=12, show_spinner=False)
def cut(name: str, size: int) -> RankTokenizer:
    """A published tokenizer cut to its first `size` ranks, kept for the process."""
    return first_ranks(registry.get(name), size)


def vocabulary(tokenizer: Tokenizer) -> Vocabulary:
    """The vocabulary as columns: for the process where it is a published one, else for the session."""
    if is_published(tokenizer):
        return _published_vocabulary(tokenizer.name)
    return _own_vocabulary(identity(tokenizer), tokenizer)


@st.cache_resource(max_entries=4, show_spinner="Reading the vocabulary …")
def _published_vocabulary(name: str) -> Vocabulary:
    return Vocabulary(registry.get(name))


@st.cache_resource(scope="session", max_entries=2, show_spinner="Reading the vocabulary …")
def _own_vocabulary(identity: str, _tokenizer: Tokenizer) -> Vocabulary:
    return Vocabulary(_tokenizer)


def unreachable(tokenizer: Tokenizer) -> list[int]:
    """The tokens that encoding their own bytes does not give back."""
    if is_published(tokenizer):
        return _published_unreachable(tokenizer.name)
    return _own_unreachable(identity(tokenizer), tokenizer)


@st.cache_resource(max_entries=4, show_spinner="Encoding every token …")
def _published_unreachable(name: str) -> list[int]:
    return reach.unreachable(registry.get(name))


@st.cache_resource(scope="session", max_entries=2, show_spinner="Encoding every token …")
def _own_unreachable(identity: str, _tokenizer: Tokenizer) -> list[int]:
    return reach.unreachable(_tokenizer)


def suspects(tokenizer: Tokenizer, other: Tokenizer) -> list[glitch.Suspect]:
    """The glitch shelf of `tokenizer` against `other`, kept for the session."""
    return _suspects(identity(tokenizer), identity(other), tokenizer, other)


@st.cache_resource(scope="session", max_entries=4, show_spinner="Comparing the vocabularies …")
def _suspects(identity: str, other: str, _tokenizer: Tokenizer, _other: Tokenizer) -> list[glitch.Suspect]:
    return glitch.suspects(_tokenizer, _other)


def overlap(mine: Tokenizer, theirs: Tokenizer) -> Overlap:
    """The overlap of two vocabularies, kept for the session."""
    return _overlap(identity(mine), identity(theirs), mine, theirs)


@st.cache_resource(scope="session", max_entries=4, show_spinner="Comparing the vocabularies …")
def _overlap(mine: str, theirs: str, _mine: Tokenizer, _theirs: Tokenizer) -> Overlap:
    return Overlap(entries(_mine), entries(_theirs))
