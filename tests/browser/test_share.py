"""A link, and a file, bring a page back on a fresh server in a new session."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from playwright.sync_api import BrowserContext, Page, expect

from playground.formats import view_state
from tests.browser.conftest import settled

TEXT = "  $x$ <img src=x onerror=alert(1)> **b**\n👩‍👩‍👧‍👦 العربية\tend "


def open_panel(page: Page) -> None:
    page.get_by_role("button", name="Share").click()


def link_field(page: Page):
    return page.get_by_label("Link to this view")


def text_box(page: Page):
    return page.get_by_role("textbox", name="Text", exact=True)


def test_a_link_works_on_a_fresh_server_in_a_new_session(server, fresh_server, page: Page) -> None:
    page.goto(server.url)
    text_box(page).fill(TEXT)
    text_box(page).press("Control+Enter")
    settled(page)
    open_panel(page)
    expect(link_field(page)).to_have_value(re.compile("^" + re.escape(f"{server.url}/?share=")))
    link = link_field(page).input_value()
    page.goto(link.replace(server.url, fresh_server.url))
    expect(text_box(page)).to_have_value(TEXT)
    settled(page)
    text_box(page).fill("something else")
    text_box(page).press("Control+Enter")
    page.wait_for_function("!location.search.includes('share=')", timeout=90_000)
    expect(text_box(page)).to_have_value("something else")


def test_the_link_is_copied(server, page: Page) -> None:
    page.goto(server.url)
    settled(page)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    open_panel(page)
    page.get_by_role("button", name="Copy link").click()
    expect(page.get_by_text("Copied.")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == link_field(page).input_value()


def test_what_is_too_long_for_a_link_goes_into_a_file(server, context: BrowserContext, page: Page, tmp_path: Path):
    # Digits of hashes cannot be compressed to less than half.
    text = "".join(hashlib.sha256(bytes([n])).hexdigest() for n in range(230))
    page.goto(server.url)
    text_box(page).fill(text)
    expect(page.get_by_text(f"{len(text):,}", exact=True).first).to_be_visible()
    open_panel(page)
    expect(page.get_by_text("too long for a link")).to_be_visible()
    expect(link_field(page)).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download as a view file").click()
    download.value.save_as(tmp_path / "view.json")

    other = context.new_page()
    other.goto(f"{server.url}/algorithms")
    expect(other.get_by_role("heading", name="Algorithms", exact=True)).to_be_visible()
    settled(other)
    open_panel(other)
    other.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(tmp_path / "view.json")
    expect(other.get_by_role("heading", name="Tokens", exact=True)).to_be_visible()
    expect(text_box(other)).to_have_value(text)


def test_garbage_in_the_address_gets_one_sentence(server, page: Page) -> None:
    page.goto(f"{server.url}/?share=%00<b>garbage")
    expect(page.get_by_text("The link is damaged")).to_be_visible()
    expect(text_box(page)).not_to_have_value("")


def test_a_file_that_is_no_view_is_refused(server, page: Page) -> None:
    page.goto(server.url)
    settled(page)
    open_panel(page)
    page.get_by_test_id("stFileUploaderDropzoneInput").set_input_files(
        {"name": "x.json", "mimeType": "application/json", "buffer": b'{"a": "<b>"}'}
    )
    expect(page.get_by_text("not a view of this playground")).to_be_visible()


def test_a_link_behind_a_base_path_keeps_it(server, page: Page) -> None:
    """The browser builds the link from its own address, so that what stands before the page's name stays."""
    page.goto(f"{server.url}/algorithms?share={view_state.pack({'toy_unseen': 'abc'})}")
    settled(page)
    page.evaluate("history.replaceState({}, '', '/class/room/algorithms#part')")
    open_panel(page)
    start = f"{server.url}/class/room/algorithms?share="
    expect(link_field(page)).to_have_value(re.compile(f"^{re.escape(start)}[\\w-]+$"))
