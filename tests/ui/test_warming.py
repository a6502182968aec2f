"""What is made ready for a server; the test of a page alone does without."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref
from pathlib import Path
from unittest.mock import MagicMock

import pytest

from playground import registry
from playground.core.errors import VocabularyError
from playground.ui import warming
from tests.browser.conftest import ROOT


def test_the_test_of_a_page_is_no_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for other in (None, MagicMock(spec=warming.Runtime)):  # the second is what Streamlit's tests of a page have
        monkeypatch.setattr(warming, "get_instance", lambda other=other: other)
        assert not warming.serving()
    monkeypatch.setattr(warming, "get_instance", lambda: object.__new__(warming.Runtime))
    assert warming.serving()


def test_the_start_page_and_its_vocabularies_are_there_afterwards() -> None:
    """In a process of its own, where nothing is imported yet. Tables need 70 MB that wait for somebody to ask."""
    script = """
import sys
from playground import registry
from playground.ui import warming
warming._AFTER = 0
warming._compiled_code = lambda: None
warming.make_ready()
assert "playground.ui.tokens.token_page" in sys.modules
print(sorted(registry._built), "pandas" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert done.stdout.strip() == "['cl100k_base', 'o200k_base'] False", done.stderr


def test_a_missing_vocabulary_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def missing(name: str) -> None:
        asked.append(name)
        raise VocabularyError("The vocabulary file is missing.")

    monkeypatch.setattr(registry, "get", missing)
    monkeypatch.setattr(warming, "_AFTER", 0)
    monkeypatch.setattr(warming, "_compiled_code", lambda: None)
    warming.make_ready()
    assert asked == ["cl100k_base", "o200k_base"]


def test_code_is_compiled_apart_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A second server finds what the first one left; after a change, or where nothing can be kept, it is done again."""
    runs = []

    def run(command: list[str], **_: object) -> subprocess.CompletedProcess[bytes]:
        runs.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(warming.subprocess, "run", run)
    monkeypatch.setattr(warming, "_MARK", tmp_path / "compiled")
    warming._compiled_code()
    warming._compiled_code()
    assert len(runs) == 1
    monkeypatch.setattr(warming, "_state", lambda: "another version")
    warming._compiled_code()
    assert len(runs) == 2
    monkeypatch.setattr(warming, "_MARK", tmp_path / "no folder" / "compiled")
    warming._compiled_code()
    warming._compiled_code()
    assert len(runs) == 4


def test_what_cannot_be_compiled_is_tried_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(warming.subprocess, "run", lambda command, **_: subprocess.CompletedProcess(command, 1))
    monkeypatch.setattr(warming, "_MARK", tmp_path / "compiled")
    warming._compiled_code()
    assert not (tmp_path / "compiled").exists()


def test_all_pages_are_imported_with_what_they_name() -> None:
    warming.all_pages.__wrapped__()
    for module in (
        "ui.languages.parts",
        "ui.compare.comparing",
        "ui.pitfalls.chooser",
        "ui.vocabulary.lexicon",
        "core.oddities",
    ):
        assert f"playground.{module}" in sys.modules


class Left:
    """What somebody has left behind: it holds itself, so that only the search for garbage finds it."""

    def __init__(self) -> None:
        self.itself = self


def test_what_stays_is_not_looked_through_again_and_what_has_gone_goes(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a thread that has no end of its own: here the third rest ends it."""
    rests = iter([None, None])

    def rest(_: float) -> None:
        assert gc.get_freeze_count() > 0
        left.clear()
        next(rests)

    left = [Left()]
    gone = weakref.ref(left[0])
    returned: list[bool] = []
    monkeypatch.setattr(warming, "make_ready", gc.freeze)
    monkeypatch.setattr(warming.time, "sleep", rest)
    monkeypatch.setattr(warming.memory, "give_back", lambda: returned.append(True))
    try:
        with pytest.raises(StopIteration):
            warming.stay_ready()
        assert gone() is None
        assert returned == [True, True]  # to the system, each time
    finally:
        gc.unfreeze()
