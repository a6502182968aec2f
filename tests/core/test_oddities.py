"""What stands on the shelves of odd entries."""

from __future__ import annotations

import pytest

from playground import registry
from playground.core import oddities
from playground.core.oddities import SHELVES, shelf
from playground.core.vocabulary import Vocabulary


@pytest.fixture(scope="module")
def gpt2() -> Vocabulary:
    return Vocabulary(registry.get("gpt2"))


def first(vocabulary: Vocabulary, name: str, **kwargs) -> bytes:
    return vocabulary.data[shelf(vocabulary, name, **kwargs)[0]]


@pytest.mark.parametrize("name", SHELVES)
def test_the_longest_comes_first_and_special_tokens_are_left_out(gpt2: Vocabulary, name: str) -> None:
    rows = shelf(gpt2, name, [100, 262])
    lengths = gpt2.lengths[rows].tolist()
    assert lengths == sorted(lengths, reverse=True)
    assert 50256 not in gpt2.ids[rows]


def test_what_stands_where(gpt2: Vocabulary) -> None:
    assert len(shelf(gpt2, oddities.LONGEST)) == 50256
    assert len(first(gpt2, oddities.LONGEST)) == max(map(len, gpt2.data))
    assert first(gpt2, oddities.WORDS).decode().strip().isalpha()
    assert len(set(first(gpt2, oddities.REPEATED).decode())) == 1
    assert not first(gpt2, oddities.SPACES).decode().strip()
    assert len(shelf(gpt2, oddities.PARTIALS)) == 344
    assert all(gpt2.kind(row) == "Several scripts" for row in shelf(gpt2, oddities.MIXTURES))
    assert gpt2.ids[shelf(gpt2, oddities.UNREACHABLE, [262, 5])].tolist() == [262, 5]
    assert len(shelf(gpt2, oddities.UNREACHABLE)) == 0
