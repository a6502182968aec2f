"""What an operator sets by environment, as the pages show it: a read-only server, limits, a wrong setting."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground.command import main
from playground.core.bpe import train_bpe
from playground.store import Store
from playground.ui import inputs, uploads
from playground.ui.navigation import ENTRIES
from playground.ui.train import corpora

ROOT = Path(__file__).parents[2]


def open_page(file: str, **state: object) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60)
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    return app if file == ENTRIES[0].file else app.switch_page(f"pages/{file}.py").run()


def trained():
    tokenizer = train_bpe("the cat sat on the mat " * 9, 280, "cl100k")
    tokenizer.name = "cats"
    return tokenizer


def said(app: AppTest) -> list[str]:
    return [info.value for info in app.info]


@pytest.mark.parametrize("file", [entry.file for entry in ENTRIES])
def test_read_only_every_page_opens_without_an_uploader(setting, file: str) -> None:
    setting(read_only=1)
    app = open_page(file)
    assert not app.exception
    assert not app.error
    assert not app.get("file_uploader")


@pytest.mark.parametrize(("file", "places"), [("tokens", 1), ("train", 1), ("talk", 1)])
def test_read_only_each_place_for_files_says_so(setting, file: str, places: int) -> None:
    assert open_page(file).get("file_uploader")
    setting(read_only=1)
    assert said(open_page(file)).count(uploads.CLOSED) >= places


def test_read_only_training_is_for_samples_and_typed_text_alone(setting) -> None:
    setting(read_only=1)
    app = open_page("train", train_source=corpora.FILES)
    assert uploads.CLOSED in said(app)
    [button] = [button for button in app.button if button.label == "Train"]
    assert button.disabled
    app = open_page("train")
    [button] = [button for button in app.button if button.label == "Train"]
    assert not button.disabled


def test_read_only_keeps_nothing_deletes_nothing_and_says_so(setting) -> None:
    key = Store().save("kept before", b"x")
    setting(read_only=1)
    app = open_page("tokens", _own_tokenizers={"cats": trained()}, _kept_keys={})
    assert "mine" not in app.query_params
    assert any("keeps no tokenizers. Download yours" in caption.value for caption in app.sidebar.caption)
    app = open_page("tokens", _own_tokenizers={"kept before": trained()}, _kept_keys={"kept before": key})
    app.sidebar.button(key="_kept_delete_0").click().run()
    assert Store().load(key).data == b"x"


def test_only_one_module_takes_files() -> None:
    """So that a server that is read-only cannot be talked into an upload by a page that forgot about it."""
    for path in [*(ROOT / "playground").rglob("*.py"), *(ROOT / "pages").glob("*.py")]:
        calls = [
            node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Attribute)
        ]
        if any(call.attr in ("file_uploader", "chat_input", "camera_input", "audio_input") for call in calls):
            assert path.name == "uploads.py", path


def test_an_upload_beyond_the_limit_is_refused(setting) -> None:
    from playground import corpus
    from playground.core.errors import CorpusError

    setting(upload_mb=1, unpacked_mb=2)
    with pytest.raises(CorpusError, match=r"has 1\.5 MB; the limit is 1 MB"):
        corpus.read("a.txt", b"word " * 300_000)
    document = corpus.Document("a.txt", b"word " * 300_000)
    with pytest.raises(CorpusError, match="the limit is 2 MB"):
        corpus.join([document, document])


def test_the_server_itself_refuses_what_no_page_takes(setting) -> None:
    from streamlit import config

    setting(upload_mb=3, tokenizer_mb=2)
    open_page("tokens")
    assert config.get_option("server.maxUploadSize") == 3
    setting(read_only=1)
    open_page("tokens")
    assert config.get_option("server.maxUploadSize") == 0


def test_a_text_beyond_the_limit_is_refused_and_the_one_before_is_kept(setting) -> None:
    setting(text_characters=1000)
    app = open_page("compare", text="before")
    [box] = [box for box in app.text_area if box.key == "_text_box"]
    box.set_value("x" * 1001).run()
    assert app.session_state["text"] == "before"
    assert any("1,001 characters; this server takes up to 1,000" in error.value for error in app.error)
    assert inputs._REFUSED not in app.session_state


def test_a_wrong_setting_is_one_sentence_on_every_page(setting) -> None:
    setting(upload_mb="lots")
    for file in ("tokens", "train"):
        app = open_page(file)
        assert not app.exception
        assert not app.title
        [error] = app.error
        assert error.value.replace("\\", "") == "PLAYGROUND_UPLOAD_MB must be a whole number from 1 to 4,000."
    setting(upload_mb="")
    assert open_page("tokens").title


def test_serving_with_a_wrong_setting_is_refused_before_anything_starts(
    setting, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("playground.command.serving.subprocess.run", lambda *_: pytest.fail("it was started"))
    setting(trainings=0)
    assert main(["serve"]) == 1
    assert "PLAYGROUND_TRAININGS must be a whole number from 1 to 64." in capsys.readouterr().err
