"""Work on parts of a long text: in order, a few at a time, errors passed on."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator

import pytest

from playground.core.chunks import cut, in_order


@pytest.mark.parametrize("workers", [1, 2, 5])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_answers_come_in_order(workers: int, count: int) -> None:
    assert list(in_order(lambda n: n * n, range(count), workers)) == [n * n for n in range(count)]


def test_only_a_few_parts_are_under_way() -> None:
    taken = 0

    def parts() -> Iterator[int]:
        nonlocal taken
        for n in range(100):
            taken = n
            yield n

    ahead = [taken - n for n in in_order(lambda n: n, parts(), workers=2)]
    assert max(ahead) <= 5


def test_parts_are_worked_on_at_once() -> None:
    meeting = threading.Barrier(2)
    assert len(list(in_order(lambda _: meeting.wait(60), range(4), workers=2))) == 4


def test_an_error_of_a_part_is_the_callers() -> None:
    with pytest.raises(ZeroDivisionError):
        list(in_order(lambda n: 1 // n, [1, 0, 1, 1], workers=2))


def test_a_text_without_a_border_is_one_part() -> None:
    text = b"a" * 5000
    assert list(cut(text, 0, 5000, 100)) == [(0, 5000)]
    assert list(cut(b"", 0, 0)) == []


def test_parts_of_a_stretch_stay_inside_it() -> None:
    text = b"one two three four five six seven eight nine ten"
    parts = list(cut(text, 4, 30, 8))
    assert parts[0][0] == 4
    assert parts[-1][1] == 30
    assert all(a[1] == b[0] for a, b in itertools.pairwise(parts))
