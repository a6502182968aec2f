"""Compare, Languages and Vocabulary in a real browser."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

from playwright.sync_api import Download, Locator, Page, expect

from playground import registry
from playground.languages import languages
from tests.browser.conftest import settled


def rows(download: Download) -> list[dict[str, str]]:
    """A CSV file as a spreadsheet reads it."""
    return list(csv.DictReader(io.StringIO(Path(download.path()).read_text("utf-8-sig"), newline="")))


def csv_button(page: Page) -> Locator:
    """The buttons under the tables; each table has one more of Streamlit's own, which saves what is on screen."""
    return page.get_by_test_id("stDownloadButton").get_by_role("button", name="CSV")


def test_text_changes_the_verdict_and_n_goes_to_the_next_difference(server, page: Page) -> None:
    page.goto(f"{server.url}/compare")
    expect(page.get_by_text("o200k_base needs the fewest tokens")).to_be_visible()
    text = "русский текст <b>x</b> $y$"
    page.get_by_role("textbox", name="Text").fill(text)
    page.keyboard.press("Control+Enter")
    expect(page.locator(".pane .lines").first).to_contain_text("русский")
    expect(page.get_by_text("o200k_base needs the fewest tokens")).to_be_visible()
    pane = page.locator(".pane .scroll").first
    pane.focus()
    hot = page.locator(".pane").first.locator(".cell.differs.hot")
    found = []
    for key in ("n", "n", "N"):
        pane.press(key)
        expect(hot).to_have_count(1)
        found.append(hot.get_attribute("data-t"))
    assert found[0] == found[2] != found[1]
    # The figures and the words that make the difference can be taken away.
    page.get_by_role("tab", name="Words").click()
    expect(page.get_by_text("A piece is a word or a run of marks")).to_be_visible()
    settled(page)
    with page.expect_download() as measures:
        csv_button(page).first.click()
    assert {row["tokenizer"]: int(row["tokens"]) for row in rows(measures.value)} == {
        name: len(registry.get(name).encode(text)) for name in ("cl100k_base", "o200k_base")
    }
    with page.expect_download() as words:
        csv_button(page).nth(1).click()
    saved = {row["piece"]: (int(row["o200k_base"]), int(row["cl100k_base"])) for row in rows(words.value)}
    o200k, cl100k = (len(registry.get(name).encode("русский")) for name in ("o200k_base", "cl100k_base"))
    assert saved == {"русский": (o200k, cl100k)}


def test_languages_are_drawn_and_lead_to_compare(server, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/languages")
    expect(page.locator(".js-plotly-plot .ytick", has_text="Amharic")).to_be_attached()
    nothing_sticks_out(page)
    with page.expect_download() as download:
        csv_button(page).click()
    table = {row["language"]: row for row in rows(download.value)}
    assert len(table) == len(languages())
    assert int(table["Hindi"]["tokens"]) == len(registry.get("cl100k_base").encode(languages()["hi"].text))
    page.get_by_role("button", name="Measure it on the Compare page").click()
    expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible()
    expect(page.get_by_role("textbox", name="Text")).to_have_value(languages()["hi"].text)
    expect(page.locator(".js-plotly-plot").first).to_be_attached()
    nothing_sticks_out(page)


def test_a_token_is_found_and_shown_with_its_merges(server, page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/vocabulary")
    box = page.get_by_role("textbox", name="for", exact=True)
    box.fill("^ the$")
    box.press("Enter")
    page.get_by_role("combobox", name="Search by").click()
    page.get_by_role("option", name="regex", exact=True).click()
    expect(page.get_by_text(re.compile("^1 of 100,\\d+ entries"))).to_be_visible()
    tree = page.locator(".card .tree")
    expect(tree.locator(".made").last).to_have_text("·the")
    # The merges that made it stand above it, each with its id.
    parents = registry.get("cl100k_base").parents(registry.get("cl100k_base").encode(" the")[0])
    assert parents
    for id in parents:
        expect(tree).to_contain_text(str(id))
    expect(page.get_by_text("It can be reached")).to_be_visible()
    nothing_sticks_out(page)
    with page.expect_download() as download:
        csv_button(page).first.click()
    assert [row["token"] for row in rows(download.value)] == ["␣the"]


def nothing_sticks_out(page: Page) -> None:
    settled(page)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
