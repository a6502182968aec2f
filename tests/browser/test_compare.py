"""Compare, Languages and Vocabulary in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect


def test_text_changes_the_verdict_and_n_goes_to_the_next_difference(server, page: Page) -> None:
    page.goto(f"{server.url}/compare")
    expect(page.get_by_text("o200k_base needs the fewest tokens")).to_be_visible()
    page.get_by_role("textbox", name="Text").fill("русский текст <b>x</b> $y$")
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


@pytest.mark.parametrize("name", ["vocabulary"])
def test_nothing_sticks_out_on_a_phone(server, page: Page, name: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{server.url}/{name}")
    expect(page.get_by_role("button", name="CSV").first).to_be_attached()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
