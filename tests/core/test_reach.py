"""Which entries encoding can give."""

from __future__ import annotations

import pytest

from playground import registry
from playground.core.baselines import ByteTokenizer
from playground.core.bpe import BPETokenizer, Merge, train_bpe
from playground.core.reach import knows_reach, own_encoding, unreachable


@pytest.mark.parametrize(("name", "count"), [("gpt2", 0), ("cl100k_base", 0), ("o200k_base", 12)])
def test_published_ones(name: str, count: int) -> None:
    """Whole characters only: of the rest it is known that their bytes merge, or not."""
    tokenizer = registry.get(name)
    found = unreachable(tokenizer)
    whole = [id for id in found if "\ufffd" not in tokenizer.decode([id])]
    assert len(whole) == count
    if name == "o200k_base":
        assert 3413 in whole
        assert tokenizer.token_bytes(3413) == b" I'"
        assert own_encoding(tokenizer, b" I'") != [3413]


def test_whatever_training_makes_can_be_reached() -> None:
    trained = train_bpe("the cats sat on the mat — été, 中文 👍 " * 3, 330, "cl100k", special_tokens=["<|end|>"])
    assert unreachable(trained) == []


def test_a_merge_that_another_comes_before() -> None:
    # abc from ab+c; the later a+bc is never taken, because ab wins
    merges = [Merge(97, 98, 256, 1), Merge(98, 99, 257, 1), Merge(256, 99, 258, 1), Merge(97, 257, 259, 1)]
    assert unreachable(BPETokenizer(merges)) == [259]


def test_a_pattern_that_cuts_inside() -> None:
    merges = [Merge(97, 32, 256, 1)]  # "a " is cut by the pattern before the space
    assert unreachable(BPETokenizer(merges, "cl100k")) == [256]
    assert unreachable(BPETokenizer(merges)) == []


def test_bytes_of_a_character() -> None:
    gpt2 = registry.get("gpt2")
    assert own_encoding(gpt2, b"\xf0\x9f") == [gpt2.id_of(b"\xf0\x9f")]
    assert own_encoding(train_bpe("👍👍👍", 258), b"\xf0\x9f") == [256]


def test_only_where_it_can_be_known() -> None:
    assert knows_reach(registry.get("gpt2"))
    assert not knows_reach(ByteTokenizer())
