"""Memory is given back where the C library knows how, and nothing happens elsewhere."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from playground.core import memory
from playground.core.pretokenize import count_words


class Library:
    """Stands for a C library that has, or has not, the function."""

    def __init__(self, **functions: Callable[[int], int]):
        self.__dict__.update(functions)


def test_the_c_library_is_asked_for_all_it_can_give(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(memory.ctypes, "CDLL", lambda _: Library(malloc_trim=asked.append))
    memory.give_back()
    assert asked == [0]


@pytest.mark.parametrize("error", [OSError, TypeError, None])
def test_without_one_nothing_happens(monkeypatch: pytest.MonkeyPatch, error: type[Exception] | None) -> None:
    def library(_: None) -> Library:
        if error:
            raise error
        return Library()

    monkeypatch.setattr(memory.ctypes, "CDLL", library)
    memory.give_back()


def test_counting_a_long_text_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[bool] = []
    monkeypatch.setattr(memory, "give_back", lambda: given.append(True))
    count_words("short " * 1_000, "cl100k")
    assert not given
    count_words("longer " * 200_000, "cl100k")
    assert given == [True]
