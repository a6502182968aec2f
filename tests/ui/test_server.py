"""What the server gives out beside the pages, and what it does when it starts."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
import sys
import threading
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from playground.components import assets
from playground.ui import server, warming
from playground.ui.navigation import ENTRIES
from tests.browser.conftest import ROOT


def test_nobody_waits_while_the_server_looks_for_changed_code() -> None:
    """After each visitor's first run that would go through all modules, and hold everybody up meanwhile."""
    settings = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert settings["server"]["fileWatcherType"] == "none"


@pytest.fixture(autouse=True)
def as_before(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """How long a thread may hold the interpreter, and where scripts come from, are matters of the whole process."""
    before = sys.getswitchinterval()
    monkeypatch.setattr(assets, "by_address", False)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def client() -> TestClient:
    return TestClient(Starlette(routes=server.ROUTES))


def live_once() -> None:
    async def live() -> None:
        async with server.lifespan(None):
            pass

    # In a thread of its own: where Playwright has been at work, this one has an event loop already.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, live()).result()


def test_the_life_of_a_server_begins_with_warming(monkeypatch: pytest.MonkeyPatch) -> None:
    done = threading.Event()
    monkeypatch.setattr(warming, "stay_ready", done.set)
    live_once()
    assert done.wait(60)
    assert sys.getswitchinterval() < 0.002
    assert assets.by_address


@pytest.mark.skipif(sys.platform == "win32", reason="sockets are no file descriptors there")
def test_connections_send_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made as Streamlit makes it, without a protocol, so that asyncio would leave its connections as they are."""
    monkeypatch.setattr(warming, "stay_ready", lambda: None)
    with contextlib.ExitStack() as stack:
        listening = stack.enter_context(socket.socket(socket.AF_INET))
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        file = stack.enter_context(Path(__file__).open())
        idle = stack.enter_context(socket.socket(socket.AF_INET))
        live_once()
        numbers = Path("/proc/self/fd")
        if numbers.is_dir():  # other threads of the tests open files too: only this one is counted
            links = []
            for number in numbers.iterdir():
                with contextlib.suppress(OSError):  # closed since
                    links.append(os.readlink(number))
            assert links.count(__file__) == 1, "no second number for it is left open"
        assert file.readable()
        client = stack.enter_context(socket.create_connection(listening.getsockname()))
        accepted = stack.enter_context(listening.accept()[0])
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert not client.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY), "only what listens is told"
        assert not idle.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


@pytest.mark.parametrize("folder", assets.folders())
def test_each_script_has_an_address(folder: str, client: TestClient) -> None:
    script = assets.load(folder)["js"]
    address = assets.address(folder, script)
    for base in ("/", "/some/base/"):
        answer = client.get(base + address)
        assert answer.status_code == 200
        assert answer.text == script
        assert answer.headers["content-type"].startswith("text/javascript")
        assert "immutable" in answer.headers["cache-control"]
    assert assets.address(folder, script + " ") != address


@pytest.mark.parametrize(
    "path", ["/parts/nothing.js", "/parts/..%2Fassets.js", "/parts/shared.js", "/parts/token_view.css"]
)
def test_nothing_else_is_given_out(path: str, client: TestClient) -> None:
    assert client.get(path).status_code == 404


def test_all_components_are_given_out() -> None:
    assert {"token_view", "live_text", "merge_player", "stage_bar"} <= set(assets.folders())


def test_the_start_page_is_found_by_name_too(client: TestClient) -> None:
    assert ENTRIES[0].file == server.START
    for address, place in [
        ("/tokens", "/"),
        ("/tokens?share=x%20y", "/?share=x%20y"),
        ("/a/b/tokens?q=1", "/a/b/?q=1"),
    ]:
        answer = client.get(address, follow_redirects=False)
        assert answer.status_code == 307
        assert answer.next_request is not None
        assert answer.next_request.url.raw_path.decode() == place
    assert client.get("/xtokens").status_code == 404
