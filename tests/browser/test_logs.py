"""Nothing that a visitor types, uploads or trains on reaches the server's log; a fault stands there without text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import ROOT, Server, settled
from tests.browser.test_train import open_train, text_files, train

MARK = "xyzzymark"
BROKEN = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from playground.ui import navigation
from playground.ui.tokens import text_file, token_page

def broken(tokenizer, found, index):
    raise ValueError(found.text)

def broken_callback(name, data):
    raise KeyError(data)

token_page.anatomy = broken
text_file.corpus.read = broken_callback

if __name__ == "__main__":
    navigation.run()
"""


@pytest.fixture
def broken_server(tmp_path: Path) -> Iterator[Server]:
    """A server in which the card of a pinned token, and opening a file, break with a message that holds user text."""
    (tmp_path / "app.py").write_text(BROKEN)
    server = Server(tmp_path / "log", script=tmp_path / "app.py")
    yield server
    server.stop()


def box(page: Page):
    return page.get_by_role("textbox", name="Text", exact=True)


def test_what_visitors_do_leaves_no_text_in_the_log(fresh_server, page: Page) -> None:
    page.goto(f"{fresh_server.url}/?share=%00{MARK}&mine={MARK}")
    expect(page.get_by_text("The link is damaged")).to_be_visible()
    box(page).fill(f"{MARK} is typed")
    settled(page)
    open_train(fresh_server, page)
    page.get_by_text("Your files", exact=True).click()
    for name, data in [
        (f"{MARK}.png", b"\x89PNG\r\n\x1a\n" + MARK.encode()),
        (f"{MARK}.gz", b"\x1f\x8b" + MARK.encode()),
    ]:
        text_files(page).set_input_files({"name": name, "mimeType": "text/plain", "buffer": data})
        expect(page.get_by_text(re.compile(rf"{MARK}\.\w+ is a"))).to_be_visible()
        page.get_by_role("button", name=re.compile("Remove|Delete|Clear")).first.click()
    lines = f"{MARK} is uploaded and trained on\n" * 500
    text_files(page).set_input_files({"name": f"{MARK}.txt", "mimeType": "text/plain", "buffer": lines.encode()})
    expect(page.get_by_text("500 lines.")).to_be_visible()
    train(page)
    page.get_by_role("combobox", name="Split pattern").click()
    page.get_by_role("option", name="A pattern of your own").click()
    pattern = page.get_by_role("textbox", name="Your pattern")
    pattern.fill(f"({MARK}")
    pattern.press("Enter")
    expect(page.get_by_text(re.compile("pattern", re.IGNORECASE)).first).to_be_visible()
    settled(page)
    log = fresh_server.log.read_text()
    assert MARK not in log
    assert "Traceback" not in log


def test_a_fault_is_a_sentence_with_an_id_and_the_log_has_the_rest_without_the_text(
    broken_server, context: BrowserContext
) -> None:
    page = context.new_page()
    page.goto(broken_server.url)
    box(page).fill(f"{MARK} is typed")
    cell = page.locator(".view").first.locator('.cell[data-t="0"]')
    expect(cell).to_have_text("xy")
    cell.click()
    fault = page.get_by_text("Something broke on this page, and it is our fault.").first
    expect(fault).to_be_visible()
    number = re.findall(r"under (\w+)\.", fault.inner_text())[0]
    # A callback breaks outside of every page's own care.
    page.get_by_role("button", name="Open a file").click()
    page.get_by_test_id("stFileUploaderDropzoneInput").first.set_input_files(
        {"name": f"{MARK}.txt", "mimeType": "text/plain", "buffer": MARK.encode()}
    )
    expect(page.get_by_text(re.compile(rf"under (?!{number})\w+\."))).to_be_visible()
    expect(page.locator('[data-testid="stException"]')).to_have_count(0)
    log = broken_server.log.read_text()
    assert f"fault {number}: ValueError" in log
    assert "in broken" in log
    assert "KeyError" in log
    assert MARK not in log
