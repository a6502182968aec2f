"""Money, room and work, and how they are written."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core import cost


def test_money_room_and_work() -> None:
    assert cost.price(2_000_000, 3.5) == 7
    assert cost.price(1000, 2, times=500) == 1
    assert cost.share(500, 1000) == 0.5
    assert cost.fits(300, 1000) == 3
    assert cost.fits(0, 1000) == 0
    assert cost.attention(30, 10) == 9
    assert math.isnan(cost.attention(5, 0))


@given(st.floats(1e-9, 1e9))
@settings(max_examples=100, deadline=None)
def test_money_keeps_its_value_to_three_digits(value: float) -> None:
    shown = cost.amount(value)
    assert float(shown.replace(",", "")) == pytest.approx(value, rel=0.0051, abs=0)
    assert "e" not in shown


@given(st.floats(1e-7, 100))
@settings(max_examples=100, deadline=None)
def test_percentages_keep_their_value_to_two_digits(value: float) -> None:
    assert float(cost.percent(value).rstrip("%").replace(",", "")) == pytest.approx(100 * value, rel=0.051)
