"""A training and the browser it belongs to: refresh, a stranger with the link, and a tab that is closed for good."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import Server, settled
from tests.browser.test_train import open_train, start_a_long_training, text_files

GOES_ON = re.compile(r"Merging: [\d,]+ of 999,744")


@pytest.fixture
def short_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server that waits two seconds for a browser that is gone."""
    monkeypatch.setenv("PLAYGROUND_GRACE_SECONDS", "2")
    server = Server(tmp_path / "log")
    yield server
    server.stop()


def training_in(page: Page) -> str:
    """The id of the training in the address, once it is there."""
    page.wait_for_function("location.search.includes('training=')")
    return str(page.evaluate("new URLSearchParams(location.search).get('training')"))


def test_a_training_goes_on_while_its_page_is_refreshed(server, page: Page) -> None:
    open_train(server, page)
    start_a_long_training(page)
    expect(page.get_by_text(GOES_ON)).to_be_visible(timeout=300_000)
    id = training_in(page)
    assert len(id) == 32
    page.reload()
    expect(page.get_by_text(GOES_ON)).to_be_visible()
    expect(page.get_by_text("Learning from Python")).to_be_visible()
    # The choices of the page are those that the training began with.
    expect(page.get_by_role("spinbutton", name="Vocabulary size")).to_have_value("1000000")
    expect(page.get_by_role("combobox", name="Split pattern")).to_have_value("None: merges may cross words")
    page.get_by_role("button", name="Stop and keep").click()
    expect(page.get_by_text("Stopped early: asked for 1,000,000 entries")).to_be_visible()
    page.wait_for_function("!location.search.includes('training=') && location.search.includes('mine=')")


def test_uploaded_text_is_still_there_after_the_refresh(server, page: Page) -> None:
    open_train(server, page)
    page.get_by_text("Your files", exact=True).click()
    lines = "".join(f"line {i} {i * 7919 % 10_007}\n" for i in range(300_000))
    text_files(page).set_input_files({"name": "lines.txt", "mimeType": "text/plain", "buffer": lines.encode()})
    expect(page.get_by_text("300,000 lines.")).to_be_visible()
    page.get_by_role("combobox", name="Split pattern").click()
    page.get_by_role("option", name="None: merges may cross words").click()
    settled(page)
    size = page.get_by_role("spinbutton", name="Vocabulary size")
    size.fill("1000000")
    size.press("Enter")
    settled(page)
    page.get_by_role("button", name="Train", exact=True).click()
    training_in(page)
    page.reload()
    expect(page.get_by_text("Learning from lines.txt")).to_be_visible()
    expect(page.get_by_text("300,000 lines.")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("button", name="Train", exact=True)).to_be_enabled()
    expect(page.get_by_text("300,000 lines.")).to_be_visible()


def test_the_link_to_a_training_opens_nothing_for_anybody_else(server, page: Page, browser: Browser) -> None:
    open_train(server, page)
    start_a_long_training(page)
    id = training_in(page)
    address = f"{server.url}/train?training={id}"
    # The same browser, while the tab that began the training is there.
    second = page.context.new_page()
    second.goto(address)
    expect(second.get_by_text("The training in this address goes on in another tab.")).to_be_visible()
    second.wait_for_function("!location.search.includes('training=')")
    second.close()
    # Another browser, even when that tab has gone.
    page.goto("about:blank")
    stranger = browser.new_context()
    other = stranger.new_page()
    other.goto(address)
    expect(other.get_by_text("The training in this address is not there any more.")).to_be_visible()
    expect(other.get_by_role("button", name="Train", exact=True)).to_be_enabled()
    stranger.close()
    # It is still there for the one who began it.
    page.goto(address)
    expect(page.get_by_role("button", name="Cancel")).to_be_visible()
    page.get_by_role("button", name="Cancel").click()
    expect(page.get_by_text("The training was stopped.")).to_be_visible()


def test_closing_the_tab_for_good_ends_the_training(short_server, context: BrowserContext) -> None:
    page = context.new_page()
    open_train(short_server, page)
    start_a_long_training(page)
    expect(page.get_by_text(GOES_ON)).to_be_visible(timeout=300_000)
    id = training_in(page)
    working = workers_of(short_server.process.pid)
    assert working
    page.close()
    deadline = time.monotonic() + 120
    # Another worker, which waits for the next training, lives on.
    while working <= workers_of(short_server.process.pid):
        assert time.monotonic() < deadline, "the training goes on without its browser"
        time.sleep(0.2)
    again = context.new_page()
    again.goto(f"{short_server.url}/train?training={id}")
    expect(again.get_by_text("The training in this address is not there any more.")).to_be_visible()


def workers_of(parent: int) -> set[int]:
    """The worker processes of a server."""
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(")", 1)[1].split()
            command = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(fields[1]) == parent and b"playground.jobs.worker" in command:
            found.add(int(folder.name))
    return found
