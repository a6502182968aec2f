"""The Compare page: figures of what is on screen, with and without a tokenizer of one's own."""

from __future__ import annotations

import json
import weakref
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from playground import registry
from playground.core.bpe import train_bpe
from playground.core.sizes import SizeCurve
from playground.core.wordpiece import train_wordpiece
from playground.corpus import Corpus
from playground.jobs import Outcome
from playground.ui.session import Training

ROOT = Path(__file__).parents[2]


def opened(**state) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=90)
    app.session_state["text"] = "strawberry русский\n  x = 12345"
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    app.switch_page("pages/compare.py").run()
    assert not app.exception
    assert not app.error
    return app


ALTS = {
    "measures": "Measures of each tokenizer",
    "wins": "Pieces on which the first one saves",
    "losses": "Pieces on which the first one spends more",
    "domain": "Tokens that the other vocabulary lacks, with what each saves",
    "overlap": "Tokens of the chosen part",
}


def table(app: AppTest, key: str):
    return next(frame.value for frame in app.dataframe if frame.proto.alt == ALTS[key])


def trained():
    tokenizer = train_bpe("strawberry русский " * 20, 300, "cl100k")
    tokenizer.name = "mine"
    return tokenizer


def test_figures_are_those_of_the_text() -> None:
    app = opened()
    frame = table(app, "measures").set_index("tokenizer")
    text = app.session_state["text"]
    for name in ("cl100k_base", "o200k_base"):
        tokens = len(registry.get(name).encode(text))
        assert frame.loc[name, "tokens"] == tokens
        assert frame.loc[name, "bytes/token"] == len(text.encode()) / tokens
    assert any("needs the fewest tokens" in each.value for each in app.markdown)


def test_figures_follow_the_text() -> None:
    app = opened()
    app.text_area(key="_text_box").set_value("hello").run()
    assert table(app, "measures")["tokens"].tolist() == [1, 1]
    assert any("need the same" in each.value for each in app.markdown)


def test_the_trained_one_stands_first_beside_the_published_ones() -> None:
    app = opened(_own_tokenizers={"mine": trained()})
    frame = table(app, "measures")
    assert frame["tokenizer"].tolist() == ["mine", "cl100k_base", "o200k_base"]
    assert frame["tokens"][0] == len(trained().encode(app.session_state["text"]))


def test_five_at_once_with_plain_bytes_and_characters() -> None:
    app = opened()
    app.multiselect(key="compared").set_value(["cl100k_base", "o200k_base", "gpt2", "plain bytes", "plain characters"])
    app.run()
    frame = table(app, "measures").set_index("tokenizer")
    text = app.session_state["text"]
    assert frame.loc["plain bytes", "tokens"] == len(text.encode())
    assert frame.loc["plain characters", "tokens"] == len(text)
    assert frame.loc["plain bytes", "1-byte"] == 1


def test_fewer_than_two_is_said_and_filled_up() -> None:
    app = opened()
    app.multiselect(key="compared").set_value(["gpt2"]).run()
    assert "at least two" in app.info[0].value
    assert len(table(app, "measures")) == 2


def test_a_fair_fight_cuts_the_published_ones_to_the_size_of_mine() -> None:
    app = opened(_own_tokenizers={"mine": trained()})
    app.toggle(key="fair").set_value(True).run()
    frame = table(app, "measures")
    size = trained().vocab_size
    assert frame["tokenizer"].tolist() == ["mine", f"cl100k_base, first {size}", f"o200k_base, first {size}"]
    assert frame["vocabulary"].tolist() == [size] * 3
    assert frame["tokens"][0] < frame["tokens"][1]


def test_a_fair_fight_with_none_of_my_own_asks_for_the_size() -> None:
    app = opened()
    app.toggle(key="fair").set_value(True).run()
    app.number_input(key="fair_size").set_value(1000).run()
    assert table(app, "measures")["vocabulary"].tolist() == [1000, 1000]


@pytest.mark.parametrize(("tab", "key"), [("Words", "wins"), ("Domain report", "domain"), ("Overlap", "overlap")])
def test_each_tab_has_its_table(tab: str, key: str) -> None:
    assert len(table(opened(_own_tokenizers={"mine": trained()}, compare_tab=tab), key))


def test_words_say_who_saves_where() -> None:
    app = opened(_own_tokenizers={"mine": trained()}, compare_tab="Words", text="strawberry strawberry")
    wins = table(app, "wins")
    assert wins["piece"].tolist() == ["strawberry"]  # " strawberry" is one token in both
    assert wins["mine cuts"][0] == "strawberry"
    assert wins["cl100k_base cuts"][0] == "str|aw|berry"


def test_an_empty_text_is_said() -> None:
    app = opened(text="")
    assert any("no text" in each.value for each in app.markdown)


def trained_here(held_out: bool) -> dict:
    """The state after training on a sample, as the Train page leaves it."""
    corpus = Corpus("tale", ("It was a strawberry summer by the harbour.\n" * 400).encode())
    tokenizer = train_bpe(b"".join(corpus.split()[0]).decode(), 300, "cl100k")
    tokenizer.name = "mine"
    curve = SizeCurve.of(np.zeros(1, np.int64), 1)
    outcome = Outcome(tokenizer=tokenizer, facts=None, curve=curve)  # type: ignore[arg-type]
    training = Training(outcome, corpus.name, weakref.ref(corpus), held_out)
    return {"_own_tokenizers": {"mine": tokenizer}, "_trainings": {"mine": training}, "_corpus": corpus}


def test_the_part_that_was_held_out_can_be_measured() -> None:
    state = trained_here(held_out=True)
    app = opened(**state, compare_source="Held out for mine")
    held = b"".join(state["_corpus"].split()[1]).decode()
    assert table(app, "measures")["tokens"][1] == len(registry.get("cl100k_base").encode(held))
    assert any("that the training did not see" in each.value for each in app.caption)


def test_nothing_is_offered_where_nothing_was_held_out() -> None:
    assert not opened(**trained_here(held_out=False)).segmented_control


def test_how_big_with_ones_own_tokenizer() -> None:
    state = trained_here(held_out=True)
    app = opened(**state, compare_tab="How big must it be?")
    said = " ".join(each.value for each in app.markdown).replace("\\", "")
    assert "tale, held-out text:" in said
    assert f"at {state['_own_tokenizers']['mine'].vocab_size} entries" in said
    assert "reaches cl100k_base" in said or "does not reach cl100k_base" in said
    assert not app.info


def test_how_big_with_none_trains_an_example() -> None:
    app = opened(compare_tab="How big must it be?")
    assert "as an example" in app.info[0].value
    said = " ".join(each.value for each in app.markdown).replace("\\", "")
    assert "bytes per token at 8,192 entries" in said
    app.selectbox(key="size_model").set_value("large: 4,096 wide, 32 layers").run()
    said = " ".join(each.value for each in app.markdown).replace("\\", "")
    assert "8,192 entries times 4,096 numbers are 33.6 million" in said


def test_a_tokenizer_that_loses_characters_is_marked() -> None:
    english = train_wordpiece("the strawberry sat on the mat", 60)
    english.name = "english"
    app = opened(_own_tokenizers={"english": english}, compared=["english", "cl100k_base"])
    text = app.session_state["text"]
    lost = sum(c != " " and c != "\n" for c in text.removeprefix("strawberry"))
    said = app.warning[0].value.replace("\\", "")
    assert f"english cannot spell {lost} of the {len(text)} characters" in said
    assert "It also drops 6 spaces and line ends" in said
    assert len(app.warning) == 1, "cl100k_base loses nothing"
    frame = table(app, "measures").set_index("tokenizer")
    assert frame["lost chars"].tolist() == [lost / len(text), 0]
    sent = [json.loads(each.proto.json) for each in app.get("bidi_component") if '"panes"' in each.proto.json]
    assert [pane["name"] for pane in sent[0][0]["panes"]] == ["english, loses characters", "cl100k_base"]


def test_the_charts_of_overlap_and_size_have_tables() -> None:
    mine = trained()
    app = opened(_own_tokenizers={"mine": mine}, compared=["mine", "gpt2"], compare_tab="Overlap")
    frames = {frame.proto.alt: frame.value for frame in app.dataframe}
    for alt in ("By length in bytes", "By script"):
        assert frames[alt][["in both", "only mine"]].to_numpy().sum() == mine.vocab_size
    app.session_state["compare_tab"] = "How big must it be?"
    app.run()
    sizes = next(frame.value for frame in app.dataframe if frame.proto.alt == "Figures at each vocabulary size")
    assert sizes["vocabulary"].is_monotonic_increasing
    assert (sizes["multiplications per byte"] == sizes["in layers"] + sizes["in output layer"]).all()
    assert sizes.filter(like="bytes/token").shape[1] == 2


def test_a_text_that_no_box_can_hold_is_measured_all_the_same() -> None:
    text = "word " * 50_000
    app = opened(text=text)
    assert app.text_area[0].disabled
    assert app.text_area[0].value == text[:5000]
    assert any("first 5,000 of 250,000 characters" in each.value for each in app.caption)
    assert table(app, "measures")["tokens"].tolist()[0] == len(registry.get("cl100k_base").encode(text))
    app.button(key="clear_text").click().run()
    assert app.text_area[0].value == ""
    assert not app.text_area[0].disabled
