"""What is said of one token."""

from __future__ import annotations

import doctest

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core import anatomy as module
from playground.core.anatomy import anatomy, merge_tree, points_in, unicode_name
from playground.core.bpe import train_bpe

TEXTS = st.text(
    st.one_of(st.characters(exclude_categories=["Cs"]), st.sampled_from("ab é鎮👋\n")), min_size=1, max_size=30
)


@settings(deadline=None, max_examples=100)
@given(TEXTS, st.sampled_from(registry.NAMES), st.data())
def test_place_and_points_of_any_token(text: str, name: str, data: st.DataObject) -> None:
    tokenizer = registry.get(name)
    encoded = tokenizer.encoded(text)
    index = data.draw(st.integers(0, len(encoded) - 1))
    found = anatomy(tokenizer, encoded, index)
    assert found.token.bytes == encoded.piece(index)
    assert "".join(p.character for p in found.points) == text[found.character_start : found.character_end]
    assert sum(p.last - p.first + 1 for p in found.points) == len(found.token.bytes)
    assert all(1 <= p.first <= p.last <= p.size for p in found.points)
    assert found.occurrences == np.count_nonzero(encoded.ids == encoded.ids[index])


@settings(deadline=None, max_examples=100)
@given(st.sampled_from(registry.NAMES), st.data())
def test_the_tree_of_a_published_token_replays_its_ranks(name: str, data: st.DataObject) -> None:
    tokenizer = registry.get(name)
    id = data.draw(st.integers(256, 50_000))
    nodes = merge_tree(tokenizer, id)
    if nodes is None:
        assert tokenizer.parents(id) is None
        return
    root = nodes[-1]
    assert (root.id, root.start, root.bytes) == (id, 0, tokenizer.token_bytes(id))
    assert b"".join(node.bytes for node in nodes if node.left is None) == root.bytes
    for node in nodes:
        assert node.bytes == root.bytes[node.start : node.end]
        if node.left is not None and node.right is not None:
            left, right = nodes[node.left], nodes[node.right]
            assert tokenizer.parents(node.id) == (left.id, right.id)
            assert (left.start, left.end, right.end) == (node.start, right.start, node.end)
            assert node.height == max(left.height, right.height) + 1


def test_the_tree_of_a_trained_token_is_its_merges() -> None:
    tokenizer = train_bpe("abcabcabcabc abab", 260)
    last = tokenizer.merges[2]
    nodes = merge_tree(tokenizer, last.id)
    assert nodes is not None
    assert (nodes[nodes[-1].left].id, nodes[nodes[-1].right].id) == (last.left, last.right)
    assert merge_tree(tokenizer, 97) is None


def test_part_of_a_character_says_which() -> None:
    tokenizer = registry.get("cl100k_base")
    encoded = tokenizer.encoded("ok 鎮")
    found = anatomy(tokenizer, encoded, 2)
    (point,) = found.points
    assert (point.character, point.first, point.last, point.size, point.whole) == ("鎮", 2, 2, 3, False)
    assert (found.character_start, found.character_end) == (3, 4)


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("a", "LATIN SMALL LETTER A"),
        ("\x1b", "control character ESC"),
        ("\n", "control character LINE FEED"),
        ("\u200b", "ZERO WIDTH SPACE"),
        ("\ue000", "no name U+E000"),
    ],
)
def test_unicode_names(character: str, name: str) -> None:
    assert unicode_name(character) == name


def test_a_token_that_does_not_encode_back_to_itself() -> None:
    tokenizer = registry.get("o200k_base")
    found = anatomy(tokenizer, _alone(tokenizer, 3413), 0)
    assert found.token.bytes == b" I'"
    assert found.alone == tokenizer.encode(" I'")
    assert anatomy(tokenizer, tokenizer.encoded("hello"), 0).alone is None


def _alone(tokenizer, id: int):
    from playground.core.tokens import Encoded

    data = tokenizer.token_bytes(id)
    return Encoded(data.decode(), np.array([id], np.int32), np.array([0]), np.array([len(data)]))


def test_special_tokens_are_said_to_be() -> None:
    tokenizer = registry.get("cl100k_base")
    found = anatomy(tokenizer, tokenizer.encoded("a<|endoftext|>", special=True), 1)
    assert found.token.special
    assert found.tree is None
    assert found.alone is None


def test_points_of_a_long_text_are_only_its_own() -> None:
    data = ("é" * 10_000).encode()
    assert [p.first for p in points_in(data, 10_001, 10_003)] == [2, 1]


def test_examples_in_docstrings() -> None:
    assert doctest.testmod(module).failed == 0
