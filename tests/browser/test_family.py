"""The rest of the family on the Train page, files from elsewhere, and patterns that must not run for ever."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from playground.formats import huggingface, tiktoken
from tests.browser.conftest import settled
from tests.browser.test_train import PATIENT, choose, go, metric, open_train, text_files
from tests.core.test_watched import HOSTILE, tokenizer_json
from tests.formats.test_foreign import trained_elsewhere

LINES = "the cat sat on the mat and the rat sat on the hat\n" * 200


def train_by(page: Page, algorithm: str) -> None:
    choose(page, "Algorithm", algorithm)
    page.get_by_role("button", name="Train", exact=True).click()
    expect(metric(page, "Algorithm")).to_have_text(algorithm, timeout=PATIENT)
    settled(page)


def load(page: Page, path: Path) -> None:
    page.get_by_role("region", name="Tokenizer file").get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        path
    )
    expect(page.get_by_role("combobox", name="Your tokenizers")).to_have_value(path.stem)
    settled(page)


def test_an_upload_trains_all_and_a_file_from_elsewhere_takes_part(server, page: Page, tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text(LINES)
    file = trained_elsewhere("one of its own")
    (tmp_path / "elsewhere.json").write_text(json.dumps(file))
    open_train(server, page)
    page.get_by_text("Your files", exact=True).click()
    text_files(page).set_input_files(tmp_path / "lines.txt")
    expect(page.get_by_role("button", name="Train", exact=True)).to_be_enabled()
    train_by(page, "WordPiece")
    expect(page.get_by_text("Learned from lines.txt")).to_be_visible()
    expect(page.get_by_text("not there any more")).to_have_count(0)
    train_by(page, "Unigram")
    expect(page.get_by_role("combobox", name="Your tokenizers")).to_have_value("trained (2)")

    page.get_by_text("Load a saved tokenizer").click()
    load(page, tmp_path / "elsewhere.json")
    page.get_by_role("tab", name="Save").click()
    page.get_by_text("Save for another tool").click()
    choose(page, "File for", "minbpe model")
    expect(page.get_by_text("byte 0 has the id 0")).to_be_visible()
    choose(page, "File for", "tiktoken rank file")
    with page.expect_download() as download:
        page.get_by_test_id("stDownloadButton").filter(has_text="Download (").get_by_role("button").click()
    ranks = tiktoken.parse(Path(download.value.path()).read_bytes())
    ours = huggingface.loads(json.dumps(file).encode(), "x")
    assert ranks == {ours.token_bytes(id): id for id in ours.ids() if id not in ours.special_tokens.values()}

    go(page, "Tokens")
    choose(page, "Tokenizer", "elsewhere")
    expect(page.locator(".view .line").first).to_be_attached()


def test_patterns_that_drop_text_or_never_end_are_said(server, page: Page, tmp_path: Path) -> None:
    (tmp_path / "hostile.json").write_text(tokenizer_json(HOSTILE))
    (tmp_path / "run.txt").write_text("a" * 60 + "!")
    open_train(server, page)
    page.get_by_text("Your files", exact=True).click()
    text_files(page).set_input_files(tmp_path / "run.txt")
    choose(page, "Split pattern", "A pattern of your own")
    pattern = page.get_by_label("Your pattern")
    for typed, sentence in [
        ("a+", "leaves out '!' (U+0021) at character 60"),
        ("(a|a|aa)+$|b", "takes too long at character 0: it tries too many ways to match"),
        ("(", "does not compile"),
    ]:
        pattern.fill(typed)
        pattern.press("Enter")
        expect(page.get_by_test_id("stAlert").filter(has_text=sentence)).to_be_visible()
        expect(page.get_by_role("button", name="Train", exact=True)).to_be_disabled()
    expect(page.get_by_text("run.txt:")).to_be_visible()

    page.get_by_text("Load a saved tokenizer").click()
    load(page, tmp_path / "hostile.json")
    go(page, "Tokens")
    choose(page, "Tokenizer", "hostile")
    expect(page.locator(".view .line").first).to_be_attached()  # the text there is harmless
    page.get_by_role("textbox", name="Text").fill("a" * 60 + "!")
    expect(page.get_by_test_id("stAlert").filter(has_text="A pattern in hostile takes too long")).to_be_visible()
    expect(page.get_by_role("textbox", name="Text")).to_have_value("a" * 60 + "!")
