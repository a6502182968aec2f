"""The Compare page: figures of what is on screen, with and without a tokenizer of one's own."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground import registry
from playground.core.bpe import train_bpe

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
