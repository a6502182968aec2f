"""The Algorithms page without a browser."""

from __future__ import annotations

import json
from pathlib import Path

from streamlit.testing.v1 import AppTest

from playground.toys import TOYS, cleaned

ROOT = Path(__file__).parents[2]


def app() -> AppTest:
    return (
        AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=90)
        .run()
        .switch_page("pages/algorithms.py")
        .run()
    )


def family(at: AppTest) -> dict:
    return json.loads(at.get("bidi_component")[0].proto.json)[0]


def test_the_worked_example_is_there_when_the_page_opens() -> None:
    at = app()
    assert not at.exception
    data = family(at)
    assert [column["title"] for column in data["columns"]] == ["BPE on characters", "WordPiece", "Unigram"]
    assert data["unseen"] == ["bassetto", "rossellini"]
    assert data["columns"][0]["frames"][1]["rows"][0]["parts"] == ["s", "s"]


def test_another_corpus_brings_its_unseen_words() -> None:
    at = app()
    at.selectbox(key="toy").select("Hen, heat, tenth").run()
    assert not at.exception
    assert family(at)["unseen"] == ["heathen", "teeth"]
    assert family(at)["columns"][0]["frames"][0]["corpus"][0] == [list("then"), 9]


def test_bytes_instead_of_characters() -> None:
    at = app()
    at.radio(key="bpe_start").set_value("bytes").run()
    assert family(at)["columns"][0]["title"] == "BPE on bytes"
    assert not at.exception


def test_unseen_words_as_typed() -> None:
    at = app()
    at.text_input(key="toy_unseen").set_value("<b>bold</b> $x$").run()
    assert not at.exception
    assert family(at)["unseen"] == ["<b>bold</b>", "$x$"]


def test_tables_are_cleaned() -> None:
    rows = [("a", 1), ("a", 2.0), (" b ", 3), (None, 3), ("c", None), ("d", float("nan")), ("e", -1), ("x" * 99, 1)]
    assert cleaned(rows) == {"a": 3, "b": 3, "x" * 24: 1}
    assert all(toy.words == cleaned(list(toy.words.items())) for toy in TOYS.values())
