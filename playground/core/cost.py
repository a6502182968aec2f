"""What a number of tokens costs: money, room in a context window, and the work of attention."""

from __future__ import annotations

import math


def price(tokens: int, per_million: float, times: int = 1) -> float:
    """What `tokens`, sent `times` times, cost at a price per million tokens, in the same currency."""
    return tokens * times * per_million / 1_000_000


def share(tokens: int, window: int) -> float:
    """The part of a context window of `window` tokens that `tokens` fill; more than 1 where they do not fit."""
    return tokens / window


def fits(tokens: int, window: int) -> int:
    """How many times the text fits into the window."""
    return window // tokens if tokens else 0


def attention(tokens: int, baseline: int) -> float:
    """The work of full attention, which grows with the square of the length, relative to `baseline` tokens.

    >>> attention(50, 100)
    0.25
    """
    return (tokens / baseline) ** 2 if baseline else math.nan


def amount(value: float) -> str:
    """Money: two decimals from 1 on, below that as many as show three digits.

    >>> [amount(v) for v in (0, 1234.5, 0.5, 0.000123456)]
    ['0', '1,234.50', '0.50', '0.000123']
    """
    if value == 0:
        return "0"
    if abs(value) >= 1:
        return f"{value:,.2f}"
    decimals = max(2, 2 - math.floor(math.log10(abs(value))))
    text = f"{value:.{decimals}f}"
    whole, _, part = text.partition(".")
    return f"{whole}.{part.rstrip('0').ljust(2, '0')}"


def percent(value: float) -> str:
    """A share of 1 in percent: one decimal from 1% on, below that two digits.

    >>> [percent(v) for v in (0, 0.5, 0.0123, 0.000456, 12)]
    ['0%', '50%', '1.2%', '0.046%', '1,200%']
    """
    value *= 100
    if value == 0:
        return "0%"
    if value >= 1:
        return f"{value:,.1f}".removesuffix(".0") + "%"
    decimals = 1 - math.floor(math.log10(value))
    return f"{value:.{decimals}f}".rstrip("0").rstrip(".") + "%"


def times(value: float) -> str:
    """A factor: two decimals below 10, one below 100, none above.

    >>> [times(v) for v in (1, 0.25, 12.345, 1234.5)]
    ['1.00×', '0.25×', '12.3×', '1,234×']
    """
    if math.isnan(value):
        return "-"
    if 0 < value < 0.01:
        return f"{value:.2g}×"
    return f"{value:,.{2 if value < 10 else 1 if value < 100 else 0}f}×"
