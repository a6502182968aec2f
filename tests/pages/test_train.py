"""The Train page: one press trains; settings are checked; uploads are read; what was trained is offered everywhere."""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground.core.bpe import train_bpe
from playground.formats import own, view_state
from playground.sample_corpora import story
from playground.ui.train import served, training
from tests.core.test_watched import HOSTILE, tokenizer_json

ROOT = Path(__file__).parents[2]


@pytest.fixture
def app() -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=120)
    app.run()
    return app.switch_page("pages/train.py").run()


def button(app: AppTest, label: str):
    [found] = [button for button in app.button if button.label == label]
    return found


def until(app: AppTest, reached: Callable[[AppTest], object]) -> AppTest:
    """Run again, as the page's timer does, until `reached`."""
    deadline = time.monotonic() + 400  # on a new machine the trainer is compiled first
    while not reached(app):
        assert time.monotonic() < deadline
        assert not app.exception
        time.sleep(0.05)
        app.run()
    return app


def own_tokenizers(app: AppTest):
    return app.session_state.get("_own_tokenizers", {})


def train(app: AppTest, tokenizers: int = 1) -> AppTest:
    time.sleep(training.DOUBLE_CLICK)  # since the one before
    button(app, "Train").click().run()
    return until(app, lambda app: len(own_tokenizers(app)) == tokenizers and "_training_job" not in app.session_state)


def test_one_press_trains_on_the_sample(app: AppTest) -> None:
    train(app)
    expected = train_bpe(story().text, 512, "cl100k")
    assert own_tokenizers(app)["trained"].merges == expected.merges
    assert [metric.value for metric in app.metric[:2]] == ["512", "256"]
    table = app.dataframe[0].value
    assert table["New token"].tolist()[:3] == ["␣t", "he", "␣the"]
    assert table["Counted"].tolist() == [merge.count for merge in expected.merges]
    assert not app.error
    assert not app.warning


def test_a_setting_changed_just_before_the_press_counts(app: AppTest) -> None:
    """Both reach the server together where somebody is quick, or the server slow."""
    [size] = [field for field in app.number_input if field.label == "Vocabulary size"]
    size.set_value(300)
    train(app)
    assert own_tokenizers(app)["trained"].merges == train_bpe(story().text, 300, "cl100k").merges


def test_a_second_press_while_it_trains_starts_no_second_training(
    app: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    button(app, "Train").click().run()
    # As a double click does: the button is still drawn in the browser. Nobody has looked yet whether it has ended.
    with monkeypatch.context() as unseen:
        unseen.setattr(training, "collect", lambda: None)
        app.session_state[training._PRESSED] = True
        app.run()
    until(app, lambda app: own_tokenizers(app) and "_training_job" not in app.session_state)
    app.run()
    assert "_training_job" not in app.session_state
    assert list(own_tokenizers(app)) == ["trained"]


def test_a_double_click_is_one_training_however_short_that_is(app: AppTest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "DOUBLE_CLICK", 600.0)
    button(app, "Train").click().run()
    until(app, lambda app: own_tokenizers(app) and "_training_job" not in app.session_state)
    button(app, "Train").click().run()
    assert "_training_job" not in app.session_state
    monkeypatch.setattr(training, "DOUBLE_CLICK", 0.0)
    button(app, "Train").click().run()
    until(app, lambda app: len(own_tokenizers(app)) == 2)


def test_what_is_chosen_just_before_the_press_is_removed(app: AppTest) -> None:
    train(train(app), 2)
    [chosen] = [box for box in app.selectbox if box.label == "Your tokenizers"]
    assert chosen.value == "trained (2)"
    chosen.set_value("trained")
    button(app, "Remove").click().run()
    assert list(own_tokenizers(app)) == ["trained (2)"]


def test_a_trained_tokenizer_is_offered_on_other_pages_and_stays(app: AppTest) -> None:
    train(app)
    app.switch_page("pages/compare.py").run()
    assert any("trained" in box.options for box in [*app.multiselect, *app.selectbox])
    app.switch_page("pages/train.py").run()
    assert app.metric[0].value == "512"


def test_a_second_training_gets_a_name_of_its_own(app: AppTest) -> None:
    train(app)
    train(app, tokenizers=2)
    assert list(own_tokenizers(app)) == ["trained", "trained (2)"]
    button(app, "Remove").click().run()
    assert list(own_tokenizers(app)) == ["trained"]


@pytest.mark.parametrize(("size", "specials", "words"), [(100, "", "at least 256"), (256, "<s>", "at least 257")])
def test_too_small_a_vocabulary_is_refused_before_training(app: AppTest, size: int, specials: str, words: str) -> None:
    app.number_input(key="train_size").set_value(size)
    app.text_area(key="train_specials").set_value(specials)
    app.run()
    assert words in app.error[0].value
    assert button(app, "Train").disabled


def test_exactly_256_entries_are_bytes_alone(app: AppTest) -> None:
    app.number_input(key="train_size").set_value(256)
    train(app.run())
    assert own_tokenizers(app)["trained"].merges == []


def test_asked_and_got_are_said(app: AppTest) -> None:
    app.session_state["text"] = "abc"
    app.segmented_control(key="train_source").set_value("Pasted text").run()
    app.number_input(key="train_size").set_value(300)
    train(app.run())
    assert "Asked for 300 entries, got 258" in app.info[0].value


def test_a_pattern_of_ones_own_that_does_not_compile_is_said(app: AppTest) -> None:
    app.selectbox(key="train_pattern").set_value("own").run()
    app.text_input(key="train_own_pattern").set_value("(").run()
    assert "does not compile" in app.error[0].value
    app.text_input(key="train_own_pattern").set_value(r"\w+|\W+").run()
    train(app)
    assert own_tokenizers(app)["trained"].pattern == r"\w+|\W+"


def said(app: AppTest) -> str:
    """The first error as a reader sees it, without the backslashes that keep its text from being markup."""
    return app.error[0].value.replace("\\", "")


def test_a_pattern_that_drops_text_is_refused_and_named(app: AppTest) -> None:
    app.session_state["text"] = "Hello world"
    app.segmented_control(key="train_source").set_value("Pasted text").run()
    app.selectbox(key="train_pattern").set_value("own").run()
    app.text_input(key="train_own_pattern").set_value("[a-z]+").run()
    assert "leaves out 'H' (U+0048) at character 0; text outside its matches would be lost" in said(app)
    assert button(app, "Train").disabled
    app.text_input(key="train_own_pattern").set_value("[a-z]*").run()
    assert "can match the empty text" in said(app)
    app.text_input(key="train_own_pattern").set_value("[a-z]+|(?s:.)").run()
    assert not app.error
    assert not button(app, "Train").disabled


def test_a_pattern_that_backtracks_without_end_is_stopped_and_nothing_is_lost(app: AppTest) -> None:
    text = "a" * 60 + "!"
    app.session_state["text"] = text
    app.segmented_control(key="train_source").set_value("Pasted text").run()
    app.selectbox(key="train_pattern").set_value("own").run()
    app.text_input(key="train_own_pattern").set_value("(a|a|aa)+$|b").run()
    assert "takes too long at character 0: it tries too many ways to match" in said(app)
    assert button(app, "Train").disabled
    assert app.session_state["text"] == text
    app.text_input(key="train_own_pattern").set_value("a+|!").run()
    app.number_input(key="train_size").set_value(260)
    train(app.run())
    assert own_tokenizers(app)["trained"].pattern == "a+|!"


def test_a_file_with_such_a_pattern_is_loaded_and_stopped_when_it_encodes(app: AppTest) -> None:
    file = tokenizer_json(HOSTILE).encode()
    app.file_uploader(key="load_file").upload("hostile.json", file).run()
    assert "hostile is loaded" in app.success[0].value
    app.session_state["text"] = "a" * 60 + "!"
    app.switch_page("pages/tokens.py").run()
    [box] = [box for box in app.selectbox if box.label == "Tokenizer"]
    box.set_value("hostile").run()
    assert "A pattern in hostile takes too long on this text" in said(app)
    assert not app.exception
    assert app.session_state["text"] == "a" * 60 + "!"


def test_special_tokens_and_ties_reach_the_training(app: AppTest) -> None:
    app.text_area(key="train_specials").set_value("<|endoftext|>\n<s>")
    app.selectbox(key="train_ties").set_value("lowest")
    train(app.run())
    trained = own_tokenizers(app)["trained"]
    assert trained.special_tokens == {"<|endoftext|>": 510, "<s>": 511}
    assert trained.merges == train_bpe(story().text, 510, "cl100k", ties="lowest").merges


def test_the_held_out_tenth_is_not_learned_from_and_measured(app: AppTest) -> None:
    app.toggle(key="train_held_out").set_value(True)
    train(app.run())
    learned, held = map(b"".join, story().split())
    trained = own_tokenizers(app)["trained"]
    assert trained.merges == train_bpe(learned, 512, "cl100k").merges
    assert app.metric[4].value == f"{len(held) / len(trained.encode(held.decode())):.3f}"


def test_the_file_loads_again_to_the_same_tokenizer(app: AppTest) -> None:
    train(app)
    trained = own_tokenizers(app)["trained"]
    app.file_uploader(key="load_file").upload("mine.json", own.dumps(trained).encode()).run()
    again = own_tokenizers(app)["trained (2)"]
    assert again.merges == trained.merges
    assert again.encode(story().text) == trained.encode(story().text)


def test_a_broken_tokenizer_file_is_refused(app: AppTest) -> None:
    app.file_uploader(key="load_file").upload("mine.json", b"{}").run()
    assert "tokenizer" in app.error[0].value


def upload(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    app.segmented_control(key="train_source").set_value("Your files").run()
    app.file_uploader(key="train_files").set_value([(name, data, "text/plain") for name, data in files])
    return app.run()


def test_an_upload_is_trained_on_and_survives_other_pages(app: AppTest) -> None:
    upload(app, ("a.txt", gzip.compress(b"aaabdaaabac " * 20)), ("b.txt", b"the end"))
    text = "aaabdaaabac " * 20 + "\nthe end\n"
    assert app.session_state["_corpus"].text == text
    app.switch_page("pages/compare.py").run()
    app.switch_page("pages/train.py").run()
    assert app.session_state["_corpus"].text == text
    train(app)
    assert own_tokenizers(app)["trained"].merges == train_bpe(text, 512, "cl100k").merges
    button(app, "Remove the uploaded text").click().run()
    assert button(app, "Train").disabled


def test_a_refused_file_is_said_and_the_others_are_used(app: AppTest) -> None:
    upload(app, ("a*b.txt", b"\x89PNG\r\n\x1a\n"), ("b.txt", b"fine"))
    assert app.error[0].value == r"a\*b\.txt is a PNG image, not text\."
    assert app.session_state["_corpus"].text == "fine"


def test_an_encoding_can_be_chosen(app: AppTest) -> None:
    upload(app, ("a.txt", "привет".encode("utf-16-le") + "plain text".encode("utf-16-le")))
    assert "It looks like UTF" in app.error[0].value
    assert button(app, "Train").disabled
    [box] = [box for box in app.selectbox if box.label.startswith("Encoding")]
    box.set_value("utf-16-le").run()
    assert app.session_state["_corpus"].text == "приветplain text"
    assert not app.error


def test_a_field_of_json_lines_can_be_chosen(app: AppTest) -> None:
    lines = "\n".join(json.dumps({"body": "long text here", "title": f"t{i}"}) for i in range(3))
    upload(app, ("a.jsonl", lines.encode()))
    assert app.session_state["_corpus"].text == "\n".join(["long text here"] * 3)
    [box] = [box for box in app.selectbox if box.label.startswith("Field")]
    box.set_value("title").run()
    assert app.session_state["_corpus"].text == "t0\nt1\nt2"


def test_another_algorithm_has_its_own_options_and_results(app: AppTest) -> None:
    app.selectbox(key="train_algorithm").set_value("WordPiece").run()
    assert not [box for box in app.selectbox if box.label == "Split pattern"]
    app.toggle(key="train_lowercase").set_value(True).run()
    button(app, "Train").click().run()
    assert "Stop and keep" not in [button.label for button in app.button]
    until(app, lambda app: own_tokenizers(app) and "_training_job" not in app.session_state)
    trained = own_tokenizers(app)["trained"]
    assert (trained.algorithm, trained.lowercase, trained.vocab_size) == ("WordPiece", True, 512)
    assert app.dataframe[0].value["Token"].tolist()[0] == "[UNK]"
    assert not app.exception


def names_of(app: AppTest) -> list[str]:
    [box] = [box for box in app.selectbox if box.key == "train_server"]
    return box.options


def test_without_folders_of_the_operator_nothing_on_the_server_is_offered(app: AppTest) -> None:
    assert app.segmented_control(key="train_source").options == ["Sample", "Your files", "Pasted text"]


@pytest.fixture
def served_folder(tmp_path: Path, setting) -> Iterator[Path]:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "sea.txt").write_text("the sea and the sky " * 50)
    (folder / "notes.jsonl").write_text("\n".join(json.dumps({"body": f"long text {i}", "t": "x"}) for i in range(9)))
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    setting(corpora=folder)
    served.names.clear()
    yield folder
    served.names.clear()


def test_a_corpus_on_the_server_is_trained_on(served_folder: Path, app: AppTest) -> None:
    app.segmented_control(key="train_source").set_value("On the server").run()
    assert names_of(app) == [
        "texts/ (2 files, 1.3 kB)",
        "texts/notes.jsonl (0.3 kB)",
        "texts/sea.txt (1.0 kB)",
    ]
    app.selectbox(key="train_server").set_value("texts/sea.txt").run()
    train(app)
    expected = train_bpe((served_folder / "sea.txt").read_text(), 512, "cl100k")
    assert own_tokenizers(app)["trained"].merges == expected.merges
    app.selectbox(key="train_server").set_value("texts/notes.jsonl").run()
    app.selectbox(key="train_server_field_texts/notes.jsonl").set_value("t").run()
    assert app.session_state["_corpus"].text == "\n".join("x" * 9)
    assert not app.exception


@pytest.mark.parametrize("name", ["../secret.txt", "texts/link.txt", "/etc/passwd", "texts/../secret.txt"])
def test_a_link_cannot_name_what_is_not_offered(served_folder: Path, app: AppTest, name: str) -> None:
    app.query_params["share"] = view_state.pack({"train_source": "On the server", "train_server": name})
    app.run()
    assert "does not fit this page" in app.warning[0].value
    assert app.session_state["train_server"] == "texts/"
    assert "secret" not in app.session_state["_corpus"].text
    assert not app.exception


def test_a_text_that_goes_away_is_no_error(served_folder: Path, app: AppTest) -> None:
    app.segmented_control(key="train_source").set_value("On the server").run()
    app.selectbox(key="train_server").set_value("texts/sea.txt").run()
    (served_folder / "sea.txt").unlink()
    served.names.clear()
    app.run()
    assert names_of(app) == ["texts/ (1 file, 0.3 kB)", "texts/notes.jsonl (0.3 kB)"]
    assert not app.exception
