"""Names in a row, numbers with their nouns, large numbers in words."""

from __future__ import annotations

from collections.abc import Sequence


def listed(names: Sequence[str]) -> str:
    """Names as English lists them.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    if len(names) < 2:
        return "".join(names)
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted(number: int, noun: str) -> str:
    """A number and its noun.

    >>> counted(1, "token"), counted(1200, "token")
    ('1 token', '1,200 tokens')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def percent_of(share: float) -> str:
    """A share that is not nothing, in percent: never 0 %, and not 100 % before it is all.

    >>> percent_of(0.0002), percent_of(0.034), percent_of(0.5), percent_of(0.9999), percent_of(1)
    ('less than 0.1 %', '3.4 %', '50 %', '99.9 %', '100 %')
    """
    if share >= 1:
        return "100 %"
    if share < 0.001:
        return "less than 0.1 %"
    places = 1 if share < 0.1 or share > 0.99 else 0
    return f"{min(share, 0.999) * 100:.{places}f} %"


def large(number: int) -> str:
    """A number of parameters, rounded.

    >>> large(204_800_000), large(1536)
    ('204.8 million', '1,536')
    """
    for size, word in ((1_000_000_000, "billion"), (1_000_000, "million")):
        if number >= size:
            return f"{number / size:,.1f} {word}"
    return f"{number:,}"
