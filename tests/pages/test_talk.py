"""The Talk page: a deck is edited, saved, loaded and presented."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground import talk
from playground.components.stage_bar import payload
from playground.formats import deck
from playground.formats.deck import Scene
from playground.ui.navigation import ENTRIES
from playground.ui.talk import stage

ROOT = Path(__file__).parents[2]
THREE = [Scene(title, "tokens", {"text": title.lower()}, f"Say {title}.") for title in ("One", "Two", "Three")]


def open_talk(scenes: list[Scene] | None = None) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    app.session_state["_deck"] = list(THREE if scenes is None else scenes)
    app.run()
    return app.switch_page("pages/talk.py").run()


def titles(app: AppTest) -> list[str]:
    return [scene.title for scene in app.session_state["_deck"]]


def test_scenes_are_moved_edited_and_taken_out() -> None:
    app = open_talk()
    app.button(key="_down_0").click().run()
    assert titles(app) == ["Two", "One", "Three"]
    app.button(key="_up_2").click().run()
    assert titles(app) == ["Two", "Three", "One"]
    app.text_input(key="_title_1").set_value("Third").run()
    app.text_area(key="_notes_1").set_value("New notes").run()
    assert app.session_state["_deck"][1] == Scene("Third", "tokens", {"text": "three"}, "New notes")
    app.text_input(key="_title_1").set_value("  ").run()
    assert titles(app) == ["Two", "Third", "One"], "a scene keeps its title where the new one is empty"
    app.button(key="_out_0").click().run()
    assert titles(app) == ["Third", "One"]
    assert not app.exception


def test_an_empty_deck_says_how_to_fill_it() -> None:
    app = open_talk([])
    assert any("Add this view to the deck" in info.value for info in app.info)
    assert not app.exception


def test_presenting_shows_the_scene_on_its_page() -> None:
    app = open_talk()
    app.button(key="_show_1").click().run()
    assert app.session_state["_on_stage"] == 1
    assert app.session_state["text"] == "two"
    assert app.title[0].value == "Tokens"
    assert not app.exception


def test_the_default_deck_tells_the_story_on_pages_that_exist() -> None:
    assert 12 <= len(talk.DEFAULT) <= 16
    assert {scene.page for scene in talk.DEFAULT} <= {entry.file for entry in ENTRIES}
    assert all(scene.notes for scene in talk.DEFAULT)
    assert len({scene.title for scene in talk.DEFAULT}) == len(talk.DEFAULT)
    assert deck.loads(deck.dumps(talk.DEFAULT)) == list(talk.DEFAULT)


@pytest.mark.parametrize("at", range(len(talk.DEFAULT)), ids=lambda at: talk.DEFAULT[at].title)
def test_each_scene_of_the_default_deck_shows_what_it_says(at: int) -> None:
    app = open_talk(list(talk.DEFAULT))
    app.button(key=f"_show_{at}").click().run()
    scene = talk.DEFAULT[at]
    assert not app.exception
    assert not app.error
    assert not app.warning, "the state of a scene fits its page"
    assert app.title[0].value == next(entry.title for entry in ENTRIES if entry.file == scene.page)
    for key, value in scene.state.items():
        assert app.session_state[key] == value, f"{key} was left out by the page"


@pytest.mark.parametrize("address", [None, "http://localhost:8501/talk", "http://127.0.0.1/", "http://[::1]:8501/a"])
def test_no_code_where_a_phone_could_not_follow(address: str | None) -> None:
    assert stage.qr_code(THREE[0], address) is None


def test_a_code_leads_to_the_scene_below_the_same_base_path() -> None:
    code = stage.qr_code(THREE[0], "https://example.org/base/talk?x=1")
    assert code is not None
    assert code.link.startswith("https://example.org/base/tokens?share=")
    assert len({len(row) for row in code.rows}) == 1
    assert len(code.rows) == len(code.rows[0])
    assert set("".join(code.rows)) == {"0", "1"}


def test_a_scene_too_long_for_a_code_has_none() -> None:
    text = "".join(chr(0x4E00 + i * 7 % 20_000) for i in range(4_000))
    assert stage.qr_code(Scene("Long", "tokens", {"text": text}), "https://example.org/") is None


def test_the_bar_gets_plain_data() -> None:
    data = payload(THREE, 1, 12.5, None)
    assert data == {"at": 1, "titles": ["One", "Two", "Three"], "notes": "Say Two.", "started": 12500, "code": None}
