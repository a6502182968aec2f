"""What holds for each page: it opens with something to see, says what it shows, and no text breaks it."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground.ui.navigation import ENTRIES

ROOT = Path(__file__).parents[2]
HOSTILE = {
    "empty": "",
    "markup": "<img src=x onerror=alert(1)> $x$ :red[y] `c` **b** [a](b)",
    "bidi": "a\u202ebc\u200f العربية\u200b",
    "surrogate": "a\ud800b",
    "controls": "\x00\x1b[31mred\x07\r\n\t",
    "special": "<|endoftext|><|fim_prefix|>",
    "emoji": "👩‍👩‍👧‍👦👍🏽🇮🇳 स्ति",
}


def open_page(file: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    app.run()
    return app if file == ENTRIES[0].file else app.switch_page(f"pages/{file}.py").run()


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.file)
def test_opens_with_a_title_and_a_sentence(entry) -> None:
    app = open_page(entry.file)
    assert not app.exception
    assert not app.error
    assert [title.value for title in app.title] == [entry.title]
    assert app.caption, "a page says in one sentence what it shows"


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.file)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_no_text_breaks_it(entry, text: str) -> None:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    app.session_state["text"] = text
    app.run()
    if entry is not ENTRIES[0]:
        app.switch_page(f"pages/{entry.file}.py").run()
    assert not app.exception
    assert not app.error


def written_over(app: AppTest) -> list[str]:
    """The inputs whose value this run has set, on top of what a visitor may have done in them meanwhile.

    A disabled one is out of reach; Streamlit sets it by itself.
    """
    protos = [element.proto for element in app._tree if hasattr(element, "proto")]
    return [proto.id for proto in protos if getattr(proto, "set_value", False) and not proto.disabled]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.file)
def test_a_run_that_changes_nothing_sets_no_input(entry) -> None:
    app = open_page(entry.file)
    assert not written_over(app.run())


def test_files_and_menu_agree() -> None:
    files = {path.stem for path in (ROOT / "pages").glob("*.py")}
    assert files == {entry.file for entry in ENTRIES}
