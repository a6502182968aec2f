"""Overlap of vocabularies: by hand, and symmetric."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.bpe import train_bpe
from playground.core.overlap import LONG, Overlap, entries, length_group, overlap
from playground.core.scripts import script_of

sets = st.frozensets(st.binary(min_size=1, max_size=3), max_size=8)


def test_by_hand() -> None:
    both = Overlap(frozenset([b"a", b"b", b"ab"]), frozenset([b"a", b"b", b"cd", b"ce"]))
    assert both.common == {b"a", b"b"}
    assert both.only_mine == {b"ab"}
    assert both.only_theirs == {b"cd", b"ce"}
    assert both.jaccard == 2 / 5
    assert both.share_of_mine == 2 / 3
    assert both.by(len) == {1: (2, 0, 0), 2: (0, 1, 2)}
    assert both.by(script_of) == {"Latin": (2, 1, 2)}


def test_nothing_in_common_and_nothing_at_all() -> None:
    assert Overlap(frozenset([b"a"]), frozenset([b"b"])).jaccard == 0
    assert Overlap(frozenset(), frozenset()).jaccard == 1
    assert Overlap(frozenset(), frozenset()).share_of_mine == 0


@given(sets, sets)
@settings(max_examples=100, deadline=None)
def test_symmetric_and_complete(a: frozenset[bytes], b: frozenset[bytes]) -> None:
    one, other = Overlap(a, b), Overlap(b, a)
    assert one.common == other.common
    assert one.only_mine == other.only_theirs
    assert one.jaccard == other.jaccard
    assert len(one.common) + len(one.only_mine) == len(a)
    assert sum(map(sum, one.by(length_group).values())) == len(a | b)


def test_special_tokens_do_not_count() -> None:
    trained = train_bpe("aaabdaaabac", 260, special_tokens=["<|end|>"])
    assert b"<|end|>" not in entries(trained)
    assert len(entries(trained)) == 256 + len(trained.merges)


def test_published_ones() -> None:
    both = overlap(registry.get("gpt2"), registry.get("cl100k_base"))
    assert b" the" in both.common
    assert b" SolidGoldMagikarp" in both.only_mine
    assert len(both.mine) == 50256
    assert len(both.theirs) == 100256


def test_long_tokens_are_counted_together() -> None:
    assert length_group(b"x" * 100) == LONG == length_group(b"x" * LONG)
