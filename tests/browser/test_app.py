"""The app as a whole: deep links on a fresh server, the menu, nothing asked of other machines."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from playground.ui.navigation import ENTRIES


@pytest.mark.parametrize("entry", ENTRIES[1:2], ids=lambda e: e.file)
def test_a_deep_link_on_a_fresh_server_has_the_menu(fresh_server, page: Page, entry) -> None:
    page.goto(f"{fresh_server.url}/{entry.file}")
    expect(page.get_by_role("heading", name=entry.title, exact=True)).to_be_visible()
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_count(len(ENTRIES))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.file)
def test_each_page_opens(server, page: Page, entry) -> None:
    page.goto(f"{server.url}/{entry.file if entry is not ENTRIES[0] else ''}")
    expect(page.get_by_role("heading", name=entry.title, exact=True)).to_be_visible()
