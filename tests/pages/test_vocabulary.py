"""The Vocabulary page: search, one entry in full, scripts, shelves."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Slider

from playground import registry
from playground.core.bpe import train_bpe

ROOT = Path(__file__).parents[2]


def opened(**state) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=90)
    app.session_state["text"] = "strawberry strawberry"
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    app.switch_page("pages/vocabulary.py").run()
    assert not app.exception
    return app


def table(app: AppTest, alt: str = "Entries of the vocabulary"):
    return next(frame.value for frame in app.dataframe if frame.proto.alt == alt)


def said(app: AppTest) -> str:
    return " ".join(each.value for each in app.markdown).replace("\\", "")


def test_an_example_is_searched_and_its_first_entry_shown() -> None:
    app = opened(tokenizer="gpt2")
    frame = table(app)
    gpt2 = registry.get("gpt2")
    expected = [id for id in gpt2.ids() if b"straw" in gpt2.token_bytes(id)]
    assert sorted(frame["id"]) == expected
    assert "␣strawberry" in set(frame["token"])
    elsewhere = table(app, "The same bytes in other tokenizers").set_index("tokenizer")
    data = gpt2.token_bytes(int(frame["id"][0]))
    assert elsewhere.loc["o200k_base", "id of the same token"] == registry.get("o200k_base").id_of(data)
    assert "It can be reached" in said(app)


def test_use_is_counted_in_the_shared_text() -> None:
    frame = table(opened(tokenizer="gpt2", lexicon_text=" strawberry", lexicon_how="is"))
    assert frame["in the text"].tolist() == [1]


def test_ids_bytes_and_patterns() -> None:
    app = opened(tokenizer="cl100k_base", lexicon_text="496 675", lexicon_how="id", lexicon_order="by id")
    assert table(app)["token"].tolist() == ["str", "aw"]
    app.selectbox(key="lexicon_how").set_value("bytes").run()
    app.text_input(key="lexicon_text").set_value("f0 9f 98").run()
    assert all("f0 9f 98" in data for data in table(app)["bytes"])
    app.selectbox(key="lexicon_how").set_value("regex").run()
    app.text_input(key="lexicon_text").set_value("(").run()
    assert "does not compile" in app.error[0].value.replace("\\", "")


def lengths_of(app: AppTest) -> Slider:
    [slider] = [slider for slider in app.slider if slider.label == "Length in bytes"]
    return slider


def test_filters_stay_from_tokenizer_to_tokenizer_and_from_page_to_page() -> None:
    app = opened(tokenizer="gpt2", lexicon_text="")
    lengths = lengths_of(app)
    assert lengths.value == (1, lengths.max)
    lengths.set_range(3, lengths.max).run()
    app.multiselect(key="lexicon_kinds").set_value(["Greek"]).run()
    app.multiselect(key="lexicon_flags").set_value(["leading space"]).run()
    app.selectbox(key="tokenizer").set_value("o200k_base").run()
    app.switch_page("pages/languages.py").run()
    app.switch_page("pages/vocabulary.py").run()
    other = lengths_of(app)
    assert other.value == (3, other.max)
    frame = table(app)
    assert set(frame["script"]) == {"Greek"}
    assert all(token.startswith("␣") for token in frame["token"])
    assert frame["length"].min() == 3
    other.set_range(3, 4).run()
    app.selectbox(key="tokenizer").set_value("gpt2").run()
    assert lengths_of(app).value == (3, 4)
    # A vocabulary without that script has nothing to filter by it.
    small = train_bpe("straw " * 20, 260, "gpt2")
    small.name = "small"
    small_app = opened(_own_tokenizers={"small": small}, tokenizer="small", lexicon_kinds=["Greek"])
    assert small_app.multiselect(key="lexicon_kinds").value == []


def test_what_cannot_be_reached_is_said() -> None:
    app = opened(tokenizer="o200k_base", lexicon_text="3413", lexicon_how="id")
    assert table(app)["token"].tolist() == ["␣I'"]
    assert "It cannot be reached" in said(app)


def test_all_entries_are_counted_and_a_thousand_listed() -> None:
    app = opened(tokenizer="gpt2", lexicon_text="")
    assert "All 50,257 entries" in said(app)
    assert len(table(app)) == 1000


def test_one_s_own_vocabulary() -> None:
    mine = train_bpe("straw " * 20 + "<|end|>", 262, "gpt2", special_tokens=["<|end|>"])
    mine.name = "mine"
    app = opened(_own_tokenizers={"mine": mine}, tokenizer="mine", lexicon_text="")
    frame = table(app)
    assert len(frame) == mine.vocab_size
    assert frame["token"].tolist().count("<|end|>") == 1


def test_scripts() -> None:
    app = opened(tokenizer="gpt2", vocabulary_tab="By script")
    frame = table(app, "Tokens of each script")
    assert frame["gpt2"].sum() == 50257
    assert frame["script"][0] == "Latin"
    assert "The largest parts of gpt2 are Latin" in said(app)


def test_the_shelf_of_the_unreachable() -> None:
    app = opened(tokenizer="gpt2", vocabulary_tab="Longest and strangest", odd_shelf="Cannot be reached")
    assert "gpt2 has none of them" in said(app)


def test_the_glitch_shelf() -> None:
    app = opened(tokenizer="gpt2", vocabulary_tab="Glitch shelf")
    frame = table(app, "The glitch shelf").set_index("token")
    assert frame.loc["␣SolidGoldMagikarp", "cl100k_base cuts"] == "␣Solid|Gold|Mag|ik|arp"
    captions = " ".join(each.value for each in app.caption).replace("\\", "")
    assert "is 1 token in gpt2 and 5 in cl100k_base" in captions
    assert "only in the model's weights" in app.info[0].value
