"""The published tokenizers, built once."""

from __future__ import annotations

import pytest

from playground import registry
from playground.core.tokens import Tokenizer


@pytest.fixture(scope="session")
def cl100k() -> Tokenizer:
    return registry.get("cl100k_base")


@pytest.fixture(scope="session")
def gpt2() -> Tokenizer:
    return registry.get("gpt2")


@pytest.fixture(scope="session")
def published() -> list[Tokenizer]:
    return [registry.get(name) for name in registry.NAMES]
