"""What one visitor has: their tokenizers. Nothing here is shared between sessions."""

from __future__ import annotations

import streamlit as st

from playground import registry
from playground.core.errors import VocabularyError
from playground.core.tokens import Tokenizer

_OWN = "_own_tokenizers"


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
    """Forget one of the session's own tokenizers."""
    own().pop(name, None)


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
