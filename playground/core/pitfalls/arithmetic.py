"""Numbers in column: do the tokens of two numbers and their result line up, place under place?"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal
from itertools import pairwise

from playground.core.errors import TextError
from playground.core.pitfalls.words import count, cut, listing, quote
from playground.core.tokens import Tokenizer

OPERATIONS = ("+", "−", "×")
MOST_DIGITS = 40

_NUMBER = re.compile(r"[-−]?\d+(\.\d+)?", re.ASCII)
_EXACT = Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN)


@dataclass(frozen=True)
class Number:
    """A number as written, its tokens as cuts between characters, and where its units stand.

    `cuts` are positions in `text`, 0 < cut < len(text). `places[i]` is the power of ten of character `i`, None for
    the sign and the point.
    """

    text: str
    cuts: frozenset[int]

    @property
    def places(self) -> list[int | None]:
        """The power of ten of each character; None for sign and point."""
        whole = self.text.split(".")[0]
        place, out = sum(c.isdigit() for c in whole) - 1, []
        for c in self.text:
            out.append(place if c.isdigit() else None)
            place -= c.isdigit()
        return out

    @property
    def pieces(self) -> list[str]:
        """The number cut at its cuts."""
        edges = [0, *sorted(self.cuts), len(self.text)]
        return [self.text[a:b] for a, b in pairwise(edges)]

    def right_edges(self) -> dict[int, int]:
        """For each place, the place of the last digit of the token that holds it."""
        places = self.places
        edges: dict[int, int] = {}
        start = 0
        for piece in self.pieces:
            held = [place for place in places[start : start + len(piece)] if place is not None]
            edges |= dict.fromkeys(held, held[-1]) if held else {}
            start += len(piece)
        return edges


@dataclass(frozen=True)
class Column:
    """A sum as at school: the numbers under each other, the last one the result, under one way to cut."""

    name: str
    numbers: tuple[Number, ...]

    def agreement(self) -> dict[int, bool]:
        """For each place that two numbers or more have: do their tokens end at the same place there?"""
        edges = [number.right_edges() for number in self.numbers]
        shared = sorted({p for e in edges for p in e if sum(p in other for other in edges) > 1}, reverse=True)
        return {place: len({e[place] for e in edges if place in e}) == 1 for place in shared}

    @property
    def lined_up(self) -> int:
        """How many shared places agree."""
        return sum(self.agreement().values())


def parse(text: str) -> str:
    """The number in `text`, with an ASCII minus; TextError where there is none or it is too long for the column."""
    typed = text.strip()
    if not _NUMBER.fullmatch(typed):
        raise TextError("A number here is digits with an optional minus sign and an optional point, like 1234 or -0.5.")
    if sum(c.isdigit() for c in typed) > MOST_DIGITS:
        raise TextError(f"The column holds numbers of up to {MOST_DIGITS} digits.")
    return typed.replace("−", "-")


def calculate(a: str, operation: str, b: str) -> str:
    """The exact result, written plainly.

    >>> calculate("1234", "+", "12345"), calculate("0.1", "+", "0.2"), calculate("-3", "×", "1.5")
    ('13579', '0.3', '-4.5')
    """
    x, y = Decimal(a), Decimal(b)
    if operation == "+":
        result = _EXACT.add(x, y)
    elif operation == "−":
        result = _EXACT.subtract(x, y)
    elif operation == "×":
        result = _EXACT.multiply(x, y)
    else:
        raise TextError(f"The operations are {listing(OPERATIONS)}.")
    return f"{result:f}" if result else "0"


def written(a: str, operation: str, b: str, spaced: bool = False) -> tuple[str, list[tuple[int, int]]]:
    """The sum as a line of text, as a prompt would hold it, and where its three numbers stand in it.

    >>> written("127", "+", "677")
    ('127+677=804', [(0, 3), (4, 7), (8, 11)])
    """
    sign = {"−": "-", "×": "*"}.get(operation, operation)
    space = " " if spaced else ""
    line, spans = "", []
    for number, after in ((a, sign), (b, "="), (calculate(a, operation, b), "")):
        spans.append((len(line), len(line) + len(number)))
        line += number + (space + after + space if after else "")
    return line, spans


def column(tokenizer: Tokenizer, a: str, operation: str, b: str, spaced: bool = False) -> Column:
    """The sum under `tokenizer`, which reads the whole line of text, so that a token may begin with the space."""
    line, spans = written(a, operation, b, spaced)
    edges = {int(start) for start in tokenizer.encoded(line).starts}
    numbers = [Number(line[x:y], frozenset(e - x for e in edges if x < e < y)) for x, y in spans]
    return Column(tokenizer.name, tuple(numbers))


def in_threes(texts: Iterable[str]) -> Column:
    """The numbers cut from the right in threes, as people write them: 12|345."""
    numbers = []
    for text in texts:
        number = Number(text, frozenset())
        places = number.places
        cuts = {i for i, place in enumerate(places) if i and place is not None and place >= 0 and place % 3 == 2}
        cuts |= {i for i, place in enumerate(places) if place is not None and place < -1 and place % 3 == 2}
        point = text.find(".")
        cuts |= {point, point + 1} if point > 0 else set()
        first = 1 if text.startswith("-") else 0
        cuts = {c for c in cuts if c > first} | ({first} if first else set())
        numbers.append(Number(text, frozenset(cuts)))
    return Column("right to left in threes", tuple(numbers))


def by_digit(texts: Iterable[str]) -> Column:
    """The numbers cut at every character."""
    return Column("digit by digit", tuple(Number(text, frozenset(range(1, len(text)))) for text in texts))


def statement(columns: Sequence[Column]) -> str | None:
    """Which tokenizers cut the numbers so that places do not line up, with the worst pair; None where there is none.

    `columns` are those of the tokenizers, of one and the same sum.
    """
    if not columns or not columns[0].agreement():
        return None
    shared = len(columns[0].agreement())
    worst = min(columns, key=lambda c: c.lined_up)
    alike = [c.name for c in columns if c.numbers == worst.numbers]
    if worst.lined_up == shared:
        names = "both" if len(columns) == 2 else "all" if len(columns) > 2 else columns[0].name
        places = f"all {shared} places line up" if shared > 1 else "the one place they share lines up"
        return f"Here {names} {'cuts' if len(columns) == 1 else 'cut'} the numbers so that {places}."
    left, right = _disagreeing(worst)
    good = (
        f"only {worst.lined_up} of {count(shared, 'place')} line{'s' if worst.lined_up == 1 else ''} up"
        if worst.lined_up
        else f"none of {shared} places lines up"
        if shared > 1
        else "the one place they share does not line up"
    )
    return (
        f"{listing(alike)} {'cuts' if len(alike) == 1 else 'cut'} {quote(left.text)} as "
        f"{cut(left.pieces)} and {quote(right.text)} as {cut(right.pieces)}: "
        f"{good}."
    )


def _disagreeing(column: Column) -> tuple[Number, Number]:
    """The first two numbers of the column whose tokens end at different places somewhere."""
    numbers = column.numbers
    for i, left in enumerate(numbers):
        for right in numbers[i + 1 :]:
            a, b = left.right_edges(), right.right_edges()
            if any(a[place] != b[place] for place in a.keys() & b.keys()):
                return left, right
    raise AssertionError("the column lines up")
