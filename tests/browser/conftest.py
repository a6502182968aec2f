"""A running app and a browser looking at it. Requests that would leave the machine fail the test."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect, sync_playwright

ROOT = Path(__file__).parents[2]
LAUNCH = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
          "--disable-component-update", "--disable-sync",
          "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"]  # fmt: skip
# Five seconds, the default, is short for the first page of a new server on a machine with much to do.
expect.set_options(timeout=90_000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "browser" in Path(str(item.fspath)).parts:
            item.add_marker("browser")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


class Server:
    """`streamlit run streamlit_app.py` on a free port, with further options where they are given."""

    def __init__(
        self,
        log: Path,
        *options: str,
        base: str = "",
        script: Path = ROOT / "streamlit_app.py",
        port: int | None = None,
    ):
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}{base}"
        self.log = log
        command = [sys.executable, "-m", "streamlit", "run", str(script), "--server.port", str(self.port),
                   "--server.headless", "true", *options]  # fmt: skip
        with log.open("wb") as out:
            self.process = subprocess.Popen(command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT)
        deadline = time.monotonic() + 60
        while True:
            try:
                urllib.request.urlopen(f"{self.url}/_stcore/health", timeout=1).read()
                return
            except OSError:
                if self.process.poll() is not None or time.monotonic() > deadline:
                    raise RuntimeError(f"The app did not start:\n{log.read_text()}") from None
                time.sleep(0.1)

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests; each test has a session of its own."""
    server = Server(tmp_path_factory.mktemp("server") / "log")
    yield server
    server.stop()


@pytest.fixture
def fresh_server(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody has visited yet."""
    server = Server(tmp_path / "log")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = os.environ.get("PLAYGROUND_BROWSER")
    if not path:
        pytest.fail("PLAYGROUND_BROWSER is not set; run the tests with `bash tests/run`, which finds a browser.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=LAUNCH)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def profile(browser: Browser) -> Iterator[BrowserContext]:
    """One profile for all tests, emptied between them: the files of Streamlit itself are fetched once."""
    profile = browser.new_context(viewport={"width": 1280, "height": 900})
    profile.set_default_timeout(90_000)
    yield profile
    profile.close()


@pytest.fixture
def context(profile: BrowserContext) -> Iterator[BrowserContext]:
    """A profile that remembers nothing, whose requests are watched: one to another host fails the test."""
    strangers: list[str] = []
    origins: set[str] = set()

    def watch(request: Request) -> None:
        url = urlsplit(request.url)
        if url.hostname not in ("127.0.0.1", "localhost", None):
            strangers.append(request.url)
        if url.scheme == "http":
            origins.add(f"{url.scheme}://{url.netloc}")

    profile.on("request", watch)
    yield profile
    profile.set_offline(False)
    forget(profile, origins)
    profile.remove_listener("request", watch)
    assert not strangers, f"requests left the machine: {strangers}"


def forget(profile: BrowserContext, origins: Iterable[str]) -> None:
    """Close all tabs; drop all that pages of these origins have kept in this profile or were allowed to do."""
    last = profile.new_page()
    for page in profile.pages:
        if page != last:
            page.close()
    session = profile.new_cdp_session(last)
    kinds = "local_storage,indexeddb,cache_storage,service_workers"
    for origin in origins:
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
    last.close()
    profile.clear_cookies()
    profile.clear_permissions()


@pytest.fixture
def page(context: BrowserContext) -> Iterator[Page]:
    """A tab. A JavaScript error, or an exception shown on the page, fails the test."""
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    assert not errors, f"JavaScript errors: {errors}"
    assert page.locator('[data-testid="stException"]').count() == 0, "an exception is shown on the page"
    assert page.get_by_text("Something broke on this page").count() == 0, "a fault is shown on the page"


def settled(page: Page) -> None:
    """Wait until Streamlit has finished its run."""
    page.wait_for_selector('[data-testid="stApp"][data-test-script-state="notRunning"]', timeout=90_000)
