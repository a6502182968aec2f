"""Training in a real browser: one press, an upload, stopping, and what was trained on the other pages."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from playground.core.bpe import train_bpe
from playground.formats import own
from playground.sample_corpora import story
from tests.browser.conftest import Server, settled

# On a new machine the trainer is compiled before its first training.
PATIENT = 300_000


def open_train(server, page: Page) -> None:
    page.goto(f"{server.url}/train")
    expect(page.get_by_role("button", name="Train", exact=True)).to_be_enabled(timeout=60_000)
    settled(page)


def train(page: Page) -> None:
    page.get_by_role("button", name="Train", exact=True).click()
    expect(page.get_by_text("Learned from")).to_be_visible(timeout=PATIENT)
    settled(page)


def text_files(page: Page):
    """The input for files to learn from; another one, for saved tokenizers, may stand there earlier."""
    uploader = page.get_by_test_id("stFileUploader").filter(has=page.get_by_role("region", name="Text files"))
    return uploader.get_by_test_id("stFileUploaderDropzoneInput")


def go(page: Page, title: str) -> None:
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=re.compile(title)).click()
    expect(page.get_by_role("heading", name=title, exact=True)).to_be_visible()
    settled(page)


def metric(page: Page, label: str):
    return page.get_by_test_id("stMetric").filter(has_text=label).get_by_test_id("stMetricValue")


def test_one_press_trains_and_the_file_is_the_tokenizer(server, page: Page) -> None:
    open_train(server, page)
    train(page)
    expect(metric(page, "Merges")).to_have_text("256")
    page.get_by_role("tab", name="Save").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as JSON").click()
    saved = own.loads(Path(download.value.path()).read_bytes()).tokenizer
    assert saved.merges == train_bpe(story().text, 512, "cl100k").merges
    # A download runs nothing anew: what was trained is still there.
    expect(metric(page, "Merges")).to_have_text("256")
    page.get_by_text("Load a saved tokenizer").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").last.set_input_files(download.value.path())
    expect(page.get_by_role("combobox", name="Your tokenizers")).to_have_value("trained (2)")


def test_an_upload_is_trained_on_and_offered_on_compare(server, page: Page, tmp_path: Path) -> None:
    text = "".join(f"number {i} of the lines that were uploaded\n" for i in range(40_000))
    (tmp_path / "lines <b>1*.jsonl").write_text("\n".join(json.dumps({"line": line}) for line in text.splitlines()))
    open_train(server, page)
    page.get_by_text("Your files", exact=True).click()
    expect(page.get_by_role("button", name="Train", exact=True)).to_be_disabled()
    text_files(page).set_input_files(tmp_path / "lines <b>1*.jsonl")
    expect(page.get_by_text("from 40,000 lines.")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("lines <b>1*.jsonl:")).to_be_visible()
    train(page)
    expect(page.get_by_text("Learned from lines <b>1*.jsonl")).to_be_visible()
    go(page, "Compare")
    expect(page.get_by_role("button", name="Remove trained")).to_be_visible()
    go(page, "Train")
    expect(page.get_by_text("from 40,000 lines.")).to_be_visible()


def choose(page: Page, label: str, option: str) -> None:
    settled(page)  # a list that is open closes when a run that is still under way draws it anew
    page.get_by_role("combobox", name=label, exact=True).click()
    page.get_by_role("option", name=option).click()
    settled(page)


def start_a_long_training(page: Page) -> None:
    """Ten megabytes as one stream, and more merges than anybody waits for."""
    choose(page, "Sample", "Python's standard library")
    choose(page, "Split pattern", "None: merges may cross words")
    size = page.get_by_role("spinbutton", name="Vocabulary size")
    size.fill("1000000")
    size.press("Enter")
    settled(page)
    page.get_by_role("button", name="Train", exact=True).click()


def test_a_training_is_watched_stopped_and_kept(server, page: Page) -> None:
    open_train(server, page)
    start_a_long_training(page)
    keep = page.get_by_role("button", name="Stop and keep")
    expect(keep).to_be_enabled(timeout=PATIENT)
    expect(page.get_by_text(re.compile(r"Merging: [\d,]+ of 999,744"))).to_be_visible()
    keep.click()
    expect(page.get_by_text(re.compile("Stopped early: asked for 1,000,000 entries, kept"))).to_be_visible(
        timeout=60_000
    )


def test_a_cancelled_training_leaves_nothing_and_the_next_one_runs(server, page: Page) -> None:
    open_train(server, page)
    start_a_long_training(page)
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The training was stopped.")).to_be_visible()
    expect(page.get_by_text("Your tokenizers")).to_have_count(0)
    choose(page, "Sample", "A short story")
    size = page.get_by_role("spinbutton", name="Vocabulary size")
    size.fill("300")
    size.press("Enter")
    settled(page)
    train(page)
    expect(metric(page, "Merges")).to_have_text("44")


def test_a_picture_is_refused_and_nothing_is_lost(server, page: Page, tmp_path: Path) -> None:
    (tmp_path / "photo.txt").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(100))
    open_train(server, page)
    page.get_by_text("Your files", exact=True).click()
    text_files(page).set_input_files(tmp_path / "photo.txt")
    expect(page.get_by_text("photo.txt is a PNG image, not text.")).to_be_visible()
    page.get_by_text("Sample", exact=True).click()
    train(page)


def test_a_text_on_the_server_is_trained_on(tmp_path: Path, page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server of its own, whose operator has named a folder."""
    (tmp_path / "texts" / "sea").mkdir(parents=True)
    text = "the sea and the sky and the shore " * 200
    (tmp_path / "texts" / "sea" / "waves *1*.txt").write_text(text)
    (tmp_path / "texts" / "other.txt").write_text("something else")
    (tmp_path / "secret.txt").write_text("the secret")
    (tmp_path / "texts" / "secret.txt").symlink_to(tmp_path / "secret.txt")
    monkeypatch.setenv("PLAYGROUND_CORPORA", str(tmp_path / "texts"))
    server = Server(tmp_path / "log")
    try:
        open_train(server, page)
        page.get_by_text("On the server", exact=True).click()
        settled(page)
        page.get_by_role("combobox", name="Text on the server", exact=True).click()
        expect(page.get_by_role("option")).to_have_text(
            ["texts/ (2 files, 6.8 kB)", "texts/other.txt (0.0 kB)", "texts/sea/waves *1*.txt (6.8 kB)"]
        )
        page.get_by_role("option", name="waves").click()
        settled(page)
        train(page)
        expect(page.get_by_text("Learned from texts/sea/waves *1*.txt")).to_be_visible()
        page.get_by_role("tab", name="Save").click()
        with page.expect_download() as download:
            page.get_by_role("button", name="Download as JSON").click()
        saved = own.loads(Path(download.value.path()).read_bytes()).tokenizer
        assert saved.merges == train_bpe(text, 512, "cl100k").merges
    finally:
        server.stop()
