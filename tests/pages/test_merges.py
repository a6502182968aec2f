"""The Merges page without a browser: its sources, its settings, and what the player is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from playground.samples import MERGES
from playground.toys import TOYS

ROOT = Path(__file__).parents[2]


@pytest.fixture
def app() -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60).run()
    return app.switch_page("pages/merges.py").run()


def sent(app: AppTest) -> dict[str, Any]:
    """What the player was sent."""
    assert not app.exception
    data: dict[str, Any] = json.loads(app.get("bidi_component")[0].proto.json)[0]
    return data


def labels(data: dict[str, Any]) -> str:
    return "".join(data["labels"][str(id)][0] for id in data["lanes"][0]["ids"])


def test_it_opens_with_an_example(app: AppTest) -> None:
    data = sent(app)
    assert data["kind"] == "training"
    assert labels(data) == MERGES["Woodchuck"].replace(" ", "␣")
    assert len(data["lanes"][0]["steps"]) > 20


def test_five_words_with_frequencies(app: AppTest) -> None:
    app.selectbox("merges_source").set_value("Five words with frequencies").run()
    lane = sent(app)["lanes"][0]
    assert lane["weights"] == list(TOYS["Italian endings"].words.values())
    assert [step["best"][0][2] for step in lane["steps"][:2]] == [25, 25]


def test_own_text_from_bytes_with_no_walls(app: AppTest) -> None:
    app.selectbox("merges_source").set_value("Text of my own").run()
    app.text_area("_text_box").set_value("aaabdaaabac").run()
    app.segmented_control("merges_start").set_value("bytes")
    app.segmented_control("merges_pattern").set_value("none").run()
    data = sent(app)
    assert data["lanes"][0]["words"] == [11]
    assert [step["id"] for step in data["lanes"][0]["steps"][:3]] == [256, 257, 258]
    assert [data["labels"][str(id)][0] for id in (256, 257, 258)] == ["aa", "aaa", "aaab"]
    app.segmented_control("merges_ties").set_value("lowest").run()
    data = sent(app)
    assert [data["labels"][str(id)][0] for id in (256, 257, 258)] == ["aa", "ab", "aaab"]


def test_a_long_text_is_cut_and_the_page_says_so(app: AppTest) -> None:
    app.selectbox("merges_source").set_value("Text of my own").run()
    app.text_area("_text_box").set_value("ab " * 4000).run()
    assert sum(sent(app)["lanes"][0]["words"]) == 5000
    assert any("12,000 characters" in info.value and "first 5,000" in info.value for info in app.info)


def test_no_text_asks_for_one(app: AppTest) -> None:
    app.selectbox("merges_source").set_value("Text of my own").run()
    app.text_area("_text_box").set_value("").run()
    assert not app.exception
    assert not app.get("bidi_component") or "lanes" not in app.get("bidi_component")[0].proto.json
    assert any("Write a text" in info.value for info in app.info)


def test_an_encoding_and_a_wrong_order(app: AppTest) -> None:
    app.segmented_control("merges_mode").set_value("Encoding").run()
    app.text_input("merges_word").set_value("strawberry").run()
    data = sent(app)
    assert data["kind"] == "encoding"
    assert [lane["title"][:5] for lane in data["lanes"]] == ["In ra", "Wrong"]
    assert data["lanes"][0]["ending"] == "3 tokens: 496 675 15717"
    app.selectbox("merges_order").set_value("none").run()
    assert len(sent(app)["lanes"]) == 1
    app.selectbox("merges_reader").set_value("o200k_base").run()
    assert sent(app)["lanes"][0]["ending"] == "3 tokens: 302 1618 19772"


def test_the_address_holds_the_choices_and_the_step() -> None:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    app.query_params.update(merges_source="Café", merges_start="bytes", step="7")
    app.run()
    app.switch_page("pages/merges.py").run()
    assert app.selectbox("merges_source").value == "Café"
    data = sent(app)
    assert labels(data).startswith("Le␣caf\\xc3\\xa9")
    assert data["step"] == 7


def test_the_words_of_the_algorithms_page_can_be_watched(app: AppTest) -> None:
    assert "The words of the Algorithms page" not in app.selectbox("merges_source").options
    app.session_state["toy_words"] = {"ab": 7, "abc": 2}
    app.run()
    app.selectbox("merges_source").set_value("The words of the Algorithms page").run()
    assert sent(app)["lanes"][0]["weights"] == [7, 2]


def test_tables_count_the_steps_as_the_player_does(app: AppTest) -> None:
    lane, table = sent(app)["lanes"][0], app.dataframe[0].value
    assert list(table["step"]) == list(range(1, len(lane["steps"]) + 1))
    assert list(table["tokens after"]) == lane["lengths"][1:]
    assert list(table["id"]) == [step["id"] for step in lane["steps"]]
    app.segmented_control("merges_mode").set_value("Encoding").run()
    lane, table = sent(app)["lanes"][0], app.dataframe[0].value
    # The player's first step is the cut, which is no merge.
    assert list(table["step"]) == list(range(2, len(lane["steps"]) + 1))
    assert list(table["rank"]) == [step["id"] for step in lane["steps"][1:]]
    assert list(table["tokens after"]) == lane["lengths"][2:]
    app.text_input("merges_word").set_value("a").run()
    assert not app.dataframe


def test_a_tokenizer_of_the_session_with_the_counts_of_its_corpus() -> None:
    app = AppTest.from_function(_with_a_training, default_timeout=60).run()
    data = sent(app)
    lane = data["lanes"][0]
    assert "whole corpus" in data["bars_title"]
    assert lane["steps"][0]["best"][0][2] > 20
    assert len(lane["ids"]) <= 700
    # Another passage, the same merges and counts.
    app.slider("merges_place").set_value(95).run()
    later = sent(app)["lanes"][0]
    assert 0 < len(later["ids"]) < len(lane["ids"])
    assert [step["best"] for step in later["steps"]] == [step["best"] for step in lane["steps"]]
    # The file gives way to another one: the merges are still known, not what lost against them.
    app.session_state["corpus"] = None
    app.run()
    data = sent(app)
    assert any("not here any more" in caption.value for caption in app.caption)
    assert data["bars_title"] == "Of this corpus only the winners are known"
    assert [step["id"] for step in data["lanes"][0]["steps"]] == [step["id"] for step in lane["steps"]]


def _with_a_training() -> None:
    import streamlit as st

    from playground.core.bpe import train_bpe
    from playground.core.sizes import SizeCurve
    from playground.corpus import Corpus
    from playground.formats.own import Facts
    from playground.jobs import Outcome
    from playground.ui import session
    from playground.ui.merges import sources, view

    if "corpus" not in st.session_state:
        text = "the cat sat on the mat\n" * 40
        corpus = st.session_state["corpus"] = Corpus("cats.txt", text.encode())
        tokenizer = train_bpe(text, 290, "gpt2")
        curve = SizeCurve.of(tokenizer.replacements({b"the": 1}), 3)
        name = session.add_trained(Outcome(tokenizer, Facts(), curve), corpus, held_out=False)
        st.session_state["merges_source"] = f"Trained: {name}"
    shown = sources.chosen()
    assert shown is not None
    view.play(shown)
    view.table(shown)
