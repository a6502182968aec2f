"""Compiled code is made ready once a server, and not by the test of a page."""

from __future__ import annotations

import threading

import pytest

from playground.ui import warming


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> threading.Event:
    done = threading.Event()
    monkeypatch.setattr(warming, "_compile_then_load", done.set)
    warming.warm.clear()
    return done


def test_a_server_warms_once(started: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "get_instance", lambda: object.__new__(warming.Runtime))
    warming.warm()
    assert started.wait(60)
    started.clear()
    warming.warm()
    assert not [thread for thread in threading.enumerate() if thread.name == "warming" and thread.is_alive()]
    warming.warm.clear()


def test_the_test_of_a_page_does_not(started: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warming, "get_instance", lambda: None)
    warming.warm()
    assert not [thread for thread in threading.enumerate() if thread.name == "warming"]
    warming.warm.clear()
