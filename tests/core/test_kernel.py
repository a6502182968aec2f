"""The compiled trainer equals the plain one, merge for merge and count for count."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.bpe import Ties
from playground.core.kernel import Trainer
from tests.core import reference

few_letters = st.text("ab\0 é", max_size=40).map(str.encode)
words = st.dictionaries(few_letters | st.binary(max_size=20), st.integers(1, 5), max_size=8)


@settings(max_examples=200, deadline=None)
@given(words, st.sampled_from(["first", "lowest"]), st.lists(st.integers(1, 30), min_size=1, max_size=4))
def test_merges_and_counts_equal_the_reference(words: dict[bytes, int], ties: Ties, steps: list[int]) -> None:
    trainer = Trainer(words, ties)
    merges = [merge for n in steps for merge in trainer.advance(n)]
    assert [tuple(merge) for merge in merges] == reference.train(words, sum(steps), ties)


@pytest.mark.parametrize("ties", ["first", "lowest"])
def test_runs_of_one_letter(ties: Ties) -> None:
    words = {b"a" * 1000: 1, b"b" * 7: 3, b"ab" * 50: 1}
    assert [tuple(m) for m in Trainer(words, ties).advance(500)] == reference.train(words, 500, ties)


def test_it_says_when_no_pair_is_left() -> None:
    trainer = Trainer({b"abc": 1})
    assert not trainer.finished
    assert len(trainer.advance(10)) == 2
    assert trainer.finished
    assert trainer.advance(10) == []


def test_alice(alice: str) -> None:
    merges = Trainer({alice.encode(): 1}).advance(1000)
    names = [bytes([b]) for b in range(256)]
    for merge in merges:
        names.append(names[merge.left] + names[merge.right])
    assert [(names[merge.id].decode("latin-1"), merge.count) for merge in merges[:12]] == [
        ("e ", 4433),
        (" t", 3302),
        ("\xe2\x80", 3247),
        (" a", 2335),
        (" th", 2253),
        ("in", 2011),
        ("t ", 1904),
        ("er", 1813),
        ("d ", 1703),
        ("ou", 1554),
        (" s", 1467),
        (" the ", 1270),
    ]
