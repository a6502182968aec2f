"""The way between browser and server: cut and back, two tabs, and a link in another browser profile."""

from __future__ import annotations

import contextlib
import re
import socket
import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server, settled
from tests.browser.test_train import metric, open_train, train


class Cable:
    """Passes connections on to a server's port until they are cut; while it is unplugged new ones are dropped too."""

    def __init__(self, port: int):
        self._to = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listening.getsockname()[1]}"
        self._plugged = True
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def unplug(self) -> int:
        """Cut every connection; how many there were."""
        self._plugged = False
        cut = list(self._open)
        for end in cut:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        return len(cut) // 2

    def plug_in(self) -> None:
        self._plugged = True

    def close(self) -> None:
        self._listening.close()
        self.unplug()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            if not self._plugged:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self._to))
            self._open |= {near, far}
            for source, target in ((near, far), (far, near)):
                threading.Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := source.recv(65536):
                target.sendall(data)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            self._open.discard(end)


@pytest.fixture
def cable(server: Server) -> Iterator[Cable]:
    cable = Cable(server.port)
    yield cable
    cable.close()


def box(page: Page):
    return page.get_by_role("textbox", name="Text", exact=True)


def counted(page: Page):
    """The counts above the tokens: tokens, characters, bytes, bytes per token."""
    return page.locator(".view").first.locator(".counts dd")


def expect_characters(page: Page, count: int) -> None:
    expect(counted(page).nth(1)).to_contain_text(re.compile(rf"^{count:,}"))


def test_typing_is_answered_after_the_connection_was_cut(cable: Cable, page: Page) -> None:
    page.goto(cable.url)
    settled(page)
    box(page).fill("x" * 1234)
    expect_characters(page, 1234)
    assert cable.unplug() > 0
    box(page).fill("y" * 2345)  # typed into a dead connection
    cable.plug_in()
    expect_characters(page, 2345)
    expect(box(page)).to_have_value("y" * 2345)
    box(page).fill("z" * 3456)
    expect_characters(page, 3456)
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=re.compile("Compare")).click()
    expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible()
    expect(page.get_by_text("z" * 3456).first).to_be_visible()


def test_a_trained_tokenizer_outlives_a_cut(cable: Cable, page: Page) -> None:
    open_train(cable, page)
    train(page)
    cable.unplug()
    cable.plug_in()
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=re.compile("Compare")).click()
    expect(page.get_by_role("heading", name="Compare", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Remove trained")).to_be_visible()


def test_two_tabs_of_one_browser_do_not_mix(server, page: Page) -> None:
    other = page.context.new_page()
    for tab in (page, other):
        tab.goto(server.url)
        settled(tab)
    box(page).fill("first tab " * 111)
    box(other).fill("second tab " * 222)
    expect_characters(page, 1110)
    expect_characters(other, 2442)
    open_train(server, page)
    train(page)
    other.get_by_test_id("stSidebarNav").get_by_role("link", name=re.compile("Compare")).click()
    expect(other.get_by_role("heading", name="Compare", exact=True)).to_be_visible()
    settled(other)
    expect(other.get_by_text("second tab second tab").first).to_be_visible()
    expect(other.get_by_text("first tab")).to_have_count(0)
    expect(other.get_by_role("button", name="Remove trained")).to_have_count(0)


def test_a_link_opens_a_trained_tokenizer_in_a_second_browser_profile(server, page: Page, browser: Browser) -> None:
    open_train(server, page)
    train(page)
    page.wait_for_function("location.search.includes('mine=')")
    page.get_by_test_id("stSidebarNav").get_by_role("link", name=re.compile("Tokens")).click()
    expect(page.get_by_role("heading", name="Tokens", exact=True)).to_be_visible()
    settled(page)
    page.get_by_role("combobox", name="Tokenizer", exact=True).click()
    page.get_by_role("option", name="trained").click()
    settled(page)
    box(page).fill("the story of a link")
    expect_characters(page, 19)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to this view")).to_have_value(re.compile("share="))
    link = page.get_by_label("Link to this view").input_value()
    key = str(page.evaluate("new URLSearchParams(location.search).get('mine')"))
    assert len(key) >= 22  # 128 random bits in base64
    tokens = counted(page).first.inner_text()

    profile = browser.new_context()
    second = profile.new_page()
    second.goto(link)
    expect(box(second)).to_have_value("the story of a link")
    expect(second.get_by_role("combobox", name="Tokenizer", exact=True)).to_have_value("trained")
    expect(counted(second).first).to_have_text(tokens)
    # The address alone brings it to any page; without the key there is nothing.
    second.goto(f"{server.url}/train?mine={key}")
    expect(metric(second, "Merges")).to_have_text("256")
    second.goto(f"{server.url}/train?mine={key[:-4]}AAAA")
    expect(second.get_by_text("no saved tokenizer behind this link")).to_be_visible()
    profile.close()
