"""Short work takes turns; long work, and whoever has waited long enough, does not wait."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from playground.ui import turns
from playground.ui.turns import SHORT, in_turn


@pytest.fixture
def pool() -> ThreadPoolExecutor:
    with ThreadPoolExecutor(4) as pool:
        yield pool


def working(characters: int, done: list[int], before: Callable[[], object] = lambda: None) -> None:
    with in_turn(characters):
        before()
        done.append(characters)


def test_short_work_waits_for_the_one_before(pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 60)
    at_work, go_on = threading.Event(), threading.Event()
    done: list[int] = []

    def wait() -> None:
        at_work.set()
        assert go_on.wait(60)

    first = pool.submit(working, 1, done, wait)
    assert at_work.wait(60)
    second = pool.submit(working, 2, done)
    pool.submit(working, SHORT + 1, done).result(60)  # is not held up
    assert done == [SHORT + 1]
    go_on.set()
    first.result(60)
    second.result(60)
    assert done == [SHORT + 1, 1, 2]


def test_nobody_waits_for_ever(pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 0.01)
    done: list[int] = []
    with in_turn(1):
        pool.submit(working, 2, done).result(60)
        assert done == [2]
        working(3, done)  # one's own turn holds for what it leads to


def test_a_fault_gives_the_turn_back(pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "PATIENCE", 60)
    with pytest.raises(ZeroDivisionError), in_turn(1):
        _ = 1 / 0
    done: list[int] = []
    pool.submit(working, 2, done).result(30)
    assert done == [2]
