"""The app as a whole: deep links on a fresh server, the menu, nothing asked of other machines."""

from __future__ import annotations

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from playground.ui.navigation import ENTRIES
from tests.browser.conftest import forget


@pytest.mark.parametrize("entry", ENTRIES[1:2], ids=lambda e: e.file)
def test_a_deep_link_on_a_fresh_server_has_the_menu(fresh_server, page: Page, entry) -> None:
    page.goto(f"{fresh_server.url}/{entry.file}")
    expect(page.get_by_role("heading", name=entry.title, exact=True)).to_be_visible()
    expect(page.get_by_test_id("stSidebarNavLink")).to_have_count(len(ENTRIES))


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.file)
def test_each_page_opens(server, page: Page, entry) -> None:
    page.goto(f"{server.url}/{entry.file if entry is not ENTRIES[0] else ''}")
    expect(page.get_by_role("heading", name=entry.title, exact=True)).to_be_visible()


def test_a_test_finds_nothing_that_one_before_it_has_kept(server, context: BrowserContext) -> None:
    address = f"{server.url}/_stcore/health"
    keep = "document.cookie = 'kept=1; max-age=999'; localStorage.kept = 1; sessionStorage.kept = 1"
    kept = "document.cookie.includes('kept') + localStorage.length + sessionStorage.length"
    page = context.new_page()
    page.goto(address)
    page.evaluate(keep)
    assert page.evaluate(kept) == 3
    forget(context, [server.url])
    page = context.new_page()
    page.goto(address)
    assert page.evaluate(kept) == 0
