"""The Pitfalls page: every experiment opens, follows its inputs and the address, and survives any text."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from playground.core.tokens import Tokenizer
from playground.ui.pitfalls import fields
from playground.ui.pitfalls.catalogue import EXPERIMENTS
from playground.ui.share_kinds import TEXT
from tests.contract.subjects import SUBJECTS
from tests.pages.test_every_page import written_over

ROOT = Path(__file__).parents[2]
PARTS = [(experiment.title, part) for experiment in EXPERIMENTS.values() for part in experiment.parts]
HOSTILE = "<img src=x> $x$ :red[y] **b** \x1b\u202e👩‍👩‍👧‍👦 <|endoftext|> "


def fresh() -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=180)
    return app.run()


@pytest.fixture(scope="module")
def app() -> AppTest:
    """The page, opened once: each test says what it wants to see."""
    return fresh().switch_page("pages/pitfalls.py").run()


def shown(app: AppTest, **state: Any) -> AppTest:
    """The page with these inputs; the rest stay as they were."""
    for key, value in state.items():
        app.session_state[key] = value
    return app.run()


def sentence(app: AppTest) -> str:
    """The first statement on the page, tokens joined by |."""
    for component in app.get("bidi_component"):
        data = json.loads(component.proto.json)[0]
        if isinstance(data, dict) and "found" in data:
            return "".join(part["words"] or f"‹{'|'.join(part['tokens'])}›" for part in data["parts"])
    raise AssertionError("no statement on the page")


@pytest.mark.parametrize(("title", "part"), PARTS, ids=["-".join(one) for one in PARTS])
def test_every_part_opens_with_something_to_see(app: AppTest, title: str, part: str) -> None:
    experiment = EXPERIMENTS[title]
    shown(app, **{"experiment": title, experiment.part_key: part})
    assert not app.exception
    assert not app.error
    assert not app.warning
    assert app.header[0].value == f"{experiment.icon} {title}"
    assert [title.value for title in app.title] == ["Pitfalls"]
    assert app.expander[0].markdown[0].value.strip() == experiment.why.strip()
    assert app.get("bidi_component") or app.dataframe
    assert not written_over(app.run())


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=list(EXPERIMENTS))
def test_no_text_breaks_an_experiment(app: AppTest, experiment) -> None:
    state = {key: HOSTILE for key, kind in experiment.state.items() if kind is TEXT and key != "as_format"}
    for part in experiment.parts:
        shown(app, **{"experiment": experiment.title, experiment.part_key: part, **state})
        assert not app.exception
        # Where a number, a table or an identifier is asked for, one sentence says so.
        assert all("\n" not in error.value for error in app.error)


def test_half_characters_are_mended_at_the_door() -> None:
    app = fresh()
    app.session_state["experiment"], app.session_state["word"] = "Letters", "a\ud800b"
    app.switch_page("pages/pitfalls.py").run()
    assert not app.exception
    assert app.text_input(key="word").value == "a\ufffdb"


def test_a_text_that_is_too_long_is_cut_and_it_is_said(app: AppTest) -> None:
    shown(app, experiment="Indentation", indentation_part="Line by line", code="    x = 1\n" * 20_000)
    assert len(app.text_area(key="code").value) == fields.LONGEST_TEXT
    note = "Of 200,000 characters the first 4,000 count: what is typed goes into the address."
    assert note in [caption.value for caption in app.caption]
    app.run()
    assert note not in [caption.value for caption in app.caption]
    shown(app, experiment="Arithmetic", arithmetic_part="In column", a="7" * 400, b="12345")
    assert app.error[0].value.startswith("The column holds numbers of up to 40 digits")
    assert app.text_input(key="a").value == "7" * 60
    shown(app, a="1234")
    assert not app.error


@pytest.mark.parametrize("experiment", EXPERIMENTS.values(), ids=list(EXPERIMENTS))
def test_nothing_typed_breaks_nothing(app: AppTest, experiment) -> None:
    state = {key: "" for key, kind in experiment.state.items() if kind is TEXT and key != "as_format"}
    for part in experiment.parts:
        shown(app, **{"experiment": experiment.title, experiment.part_key: part, **state})
        assert not app.exception


def test_every_example_belongs_to_its_experiment() -> None:
    for experiment in EXPERIMENTS.values():
        assert experiment.examples
        for values in experiment.examples.values():
            for key, value in values.items():
                assert experiment.whole_state[key].restored(value) == (value, "")


def test_keys_are_not_shared_by_accident() -> None:
    keys = [key for experiment in EXPERIMENTS.values() for key in experiment.whole_state]
    assert len(keys) == len(set(keys))


def test_an_example_is_one_click(app: AppTest) -> None:
    shown(app, experiment="Letters", letters_part="Count a letter", word="tree", letter="z")
    assert sentence(app) == "There is no ‹z› in ‹tree›."
    app.button(key="letters_example_0").click().run()
    assert sentence(app).startswith("‹strawberry› has 3 ‹r›.")


def test_the_sentence_follows_the_input(app: AppTest) -> None:
    shown(app, experiment="Arithmetic", arithmetic_part="In column", a="1234", op="+", b="12345")
    assert "‹123|4›" in sentence(app)
    app.text_input(key="a").set_value("127").run()
    app.text_input(key="b").set_value("677").run()
    assert "all 3 places line up" in sentence(app)
    app.text_input(key="a").set_value("seven").run()
    assert app.error[0].value.startswith("A number here is digits")
    # The other inputs stay where they are.
    assert (app.text_input(key="b").value, len(app.toggle)) == ("677", 1)


def test_the_address_opens_an_experiment_with_its_inputs() -> None:
    app = fresh()
    app.query_params["experiment"] = "trailing-space"
    app.switch_page("pages/pitfalls.py").run()
    assert app.header[0].value.endswith("Trailing space")


def test_the_neighbours_lead_through_all(app: AppTest) -> None:
    shown(app, experiment="My own")
    seen = set()
    for _ in EXPERIMENTS:
        seen.add(app.header[0].value)
        app.button(key="experiment_after").click().run()
        assert not app.exception
    assert len(seen) == len(EXPERIMENTS)


def test_the_address_may_hold_more_than_counts() -> None:
    app = fresh()
    app.query_params["experiment"], app.query_params["word"], app.query_params["letter"] = "letters", "x" * 500, "x"
    app.switch_page("pages/pitfalls.py").run()
    assert " has 80 ‹x›." in sentence(app)
    assert any(caption.value.startswith("Of 500 characters the first 80 count") for caption in app.caption)


@pytest.fixture(scope="module")
def beside() -> AppTest:
    """The page with tokenizers of the session's own, each of another kind."""
    own = {name: SUBJECTS[name].build() for name in ("wordpiece", "unigram-unknown", "character-bpe", "trained-raw")}
    app = fresh()
    for name, tokenizer in own.items():
        tokenizer.name = name
    app.session_state["_own_tokenizers"] = own
    app.session_state["pitfall_tokenizers"] = list(own)
    return app.switch_page("pages/pitfalls.py").run()


@pytest.mark.parametrize(("title", "part"), PARTS, ids=["-".join(one) for one in PARTS])
def test_every_kind_of_tokenizer_can_stand_in_every_part(beside: AppTest, title: str, part: str) -> None:
    shown(beside, **{"experiment": title, EXPERIMENTS[title].part_key: part})
    assert not beside.exception
    assert not beside.error
    assert beside.multiselect(key="pitfall_tokenizers").value == [
        "wordpiece", "unigram-unknown", "character-bpe", "trained-raw"
    ]  # fmt: skip
    found = [component.proto.json for component in beside.get("bidi_component")]
    assert any("trained-raw" in data for data in found)


def test_a_tokenizer_that_is_forgotten_leaves_the_others(beside: AppTest) -> None:
    shown(beside, experiment="Letters", letters_part="Count a letter", word="strawberry", letter="r")
    own = beside.session_state["_own_tokenizers"]
    gone = own.pop("trained-raw")
    beside.run()
    assert not beside.exception
    assert "trained-raw" not in beside.multiselect(key="pitfall_tokenizers").value
    for name in list(own):
        own.pop(name)
    beside.run()
    assert not beside.exception
    assert " has 3 ‹r›." in sentence(beside)
    own[gone.name] = gone


def test_tokenizers_of_the_session_stand_beside() -> None:
    from playground.core.bpe import BPETokenizer, Merge

    mine: Tokenizer = BPETokenizer([Merge(ord("r"), ord("r"), 256, 2)], "gpt2", name="mine")
    app = fresh()
    app.session_state["_own_tokenizers"] = {"mine": mine}
    app.session_state["pitfall_tokenizers"] = ["mine"]
    app.session_state["experiment"] = "Letters"
    app.switch_page("pages/pitfalls.py").run()
    assert "mine reads ‹s|t|r|a|w|b|e|rr|y›" in sentence(app)


def test_how_many_tokens_have_come_outlives_another_text(app: AppTest) -> None:
    shown(app, experiment="Streaming", stream="one two three four five six seven", came=5)
    app.text_input(key="stream").set_value("one two three four five six").run()
    assert (app.slider(key="came").value, app.slider(key="came").max) == (5, 6)
    app.text_input(key="stream").set_value("one two three").run()
    assert app.slider(key="came").value == 3
