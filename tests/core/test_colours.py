"""Colours by token."""

from __future__ import annotations

import doctest
from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core import colours
from playground.core.colours import token_colours

IDS = st.lists(st.integers(0, 30), max_size=80).map(lambda ids: np.array(ids, np.int32))


@settings(deadline=None, max_examples=150)
@given(IDS)
def test_equal_tokens_are_equal_and_different_neighbours_differ(ids: np.ndarray) -> None:
    found = token_colours(ids, colours=31).tolist()
    assert len({(id, colour) for id, colour in zip(ids.tolist(), found, strict=True)}) == len(set(ids.tolist()))
    for (a, x), (b, y) in pairwise(zip(ids.tolist(), found, strict=True)):
        assert (x == y) == (a == b) or (a != b and x != y)


@settings(deadline=None, max_examples=100)
@given(IDS)
def test_few_colours_still_give_each_token_one(ids: np.ndarray) -> None:
    found = token_colours(ids, colours=3)
    assert len(found) == len(ids)
    assert (found < 3).all()
    assert len(set(zip(ids.tolist(), found.tolist(), strict=True))) == len(set(ids.tolist()))


def test_a_long_text_needs_no_more_than_there_are(alice: str) -> None:
    from playground import registry

    ids = registry.get("cl100k_base").encoded(alice[:60_000]).ids
    found = token_colours(ids)
    same = (found[1:] == found[:-1]) & (ids[1:] != ids[:-1])
    assert not same.any()


def test_examples_in_docstrings() -> None:
    assert doctest.testmod(colours).failed == 0
