"""Behind nginx under a base path, two servers and sticky sessions: the very text of the README's last section."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from playground.ui.navigation import ENTRIES
from tests.browser.conftest import ROOT, Server, free_port, settled
from tests.browser.test_train import metric, open_train, text_files, train

BASE = "/playground"
README = (ROOT / "README.md").read_text(encoding="utf-8")
# What stands around the README's text in a whole configuration, with all that nginx writes in a folder of ours.
AROUND = """
{user}
daemon off;
pid {folder}/pid;
error_log stderr warn;
events {{}}
http {{
    log_format which "$upstream_addr $visitor $request_uri";
    access_log {folder}/access which;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {example}
}}
"""


@dataclass
class Proxy:
    """A running nginx in front of two servers."""

    url: str
    folder: Path
    servers: list[Server]

    def answered(self) -> dict[str, set[str]]:
        """Which servers have answered each visitor."""
        found = defaultdict(set)
        for line in (self.folder / "access").read_text().splitlines():
            server, visitor, _ = line.split(maxsplit=2)
            if server != "-":
                found[visitor].add(server)
        return found


def example() -> str:
    """The README's configuration, from its last section."""
    last = README[README.rindex("\n## ") :]
    [found] = re.findall(r"^```nginx\n(.*?)^```$", last, re.MULTILINE | re.DOTALL)
    return str(found)


@pytest.fixture(scope="module")
def proxy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    nginx = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin:/usr/local/sbin")
    if nginx is None:
        sentence = "nginx is not installed, so the README's example is NOT tested. Debian: apt-get install nginx-light"
        (pytest.fail if os.environ.get("PLAYGROUND_CI") else pytest.skip)(sentence)
    folder = tmp_path_factory.mktemp("nginx")
    servers = [Server(folder / f"log-{n}", "--server.baseUrlPath", BASE[1:], base=BASE) for n in range(2)]
    text, port = example(), free_port()
    for written, meant in [
        ("listen 80;", f"listen 127.0.0.1:{port};"),
        ("127.0.0.1:8501", f"127.0.0.1:{servers[0].port}"),
        ("127.0.0.1:8502", f"127.0.0.1:{servers[1].port}"),
    ]:
        assert text.count(written) == 1, written
        text = text.replace(written, meant)
    user = "user root;" if os.getuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(AROUND.format(user=user, folder=folder, example=text))
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([nginx, "-p", folder, "-c", configuration], stdout=log, stderr=log)
    url = f"http://127.0.0.1:{port}{BASE}"
    deadline = time.monotonic() + 60
    while True:
        try:
            assert urllib.request.urlopen(f"{url}/_stcore/health", timeout=10).read() == b"ok"
            break
        except OSError:
            assert process.poll() is None, (folder / "log").read_text()
            assert time.monotonic() < deadline, "nginx does not answer"
            time.sleep(0.1)
    yield Proxy(url, folder, servers)
    process.terminate()
    process.wait(30)
    for server in servers:
        server.stop()


@pytest.fixture
def violations(page: Page) -> Iterator[list[str]]:
    """What the Content-Security-Policy has forbidden while the page was used; anything fails the test."""
    found: list[str] = []
    page.on("console", lambda said: found.append(said.text) if "Content Security Policy" in said.text else None)
    yield found
    assert not found, found


def test_every_page_works_under_the_base_path_and_the_policy(proxy, page: Page, violations: list[str]) -> None:
    answer = page.goto(f"{proxy.url}/")
    assert answer is not None
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe-eval" not in policy
    box = page.get_by_role("textbox", name="Text", exact=True)
    box.fill("strawberry behind a proxy")
    expect(page.get_by_text("ids checked against tiktoken")).to_be_visible()
    for entry in ENTRIES[1:]:
        page.get_by_test_id("stSidebarNav").get_by_role("link", name=re.compile(entry.title)).click()
        expect(page.get_by_role("heading", name=entry.title, exact=True)).to_be_visible()
        settled(page)
        assert f"{BASE}/{entry.file}" in page.url
        expect(page.locator('[data-testid="stException"]')).to_have_count(0)
    # A chart has been drawn under the policy, and a page can be opened by its own address.
    page.goto(f"{proxy.url}/languages")
    expect(page.locator(".js-plotly-plot .main-svg").first).to_be_visible()
    page.goto(proxy.url)
    expect(page.get_by_role("heading", name="Tokens", exact=True)).to_be_visible()


def test_upload_training_and_refresh_work_through_the_proxy(proxy, page: Page, violations: list[str]) -> None:
    open_train(proxy, page)
    page.get_by_text("Your files", exact=True).click()
    lines = "".join(f"line {i} of a file larger than nginx takes unless told so\n" for i in range(50_000))
    text_files(page).set_input_files({"name": "lines.txt", "mimeType": "text/plain", "buffer": lines.encode()})
    expect(page.get_by_text("50,000 lines.")).to_be_visible()
    train(page)
    merges = metric(page, "Merges").inner_text()
    page.wait_for_function("location.search.includes('mine=')")
    page.reload()
    expect(metric(page, "Merges")).to_have_text(merges)


def test_links_and_scenes_keep_the_base_path(proxy, page: Page, violations: list[str]) -> None:
    page.goto(f"{proxy.url}/algorithms")
    settled(page)
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to this view")).to_have_value(
        re.compile(f"^{re.escape(proxy.url)}/algorithms\\?share=")
    )
    page.goto(f"{proxy.url}/talk")
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.locator("header.bar h1")).to_be_visible()
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Notes and clock in a second window").click()
    expect(opened.value.locator("body")).to_contain_text("Next:")


def test_sessions_stick_and_both_servers_have_some(proxy, page: Page) -> None:
    page.goto(f"{proxy.url}/")
    settled(page)
    page.goto(f"{proxy.url}/merges")
    settled(page)
    [cookie] = [cookie for cookie in page.context.cookies() if cookie["name"] == "playground"]
    assert cookie["httpOnly"]
    assert cookie["path"] == f"{BASE}/"
    page.goto("about:blank")  # the websocket ends, so that nginx writes it down
    for number in range(40):
        request = urllib.request.Request(f"{proxy.url}/_stcore/health", headers={"Cookie": f"playground=v{number}"})
        for _ in range(3):
            assert urllib.request.urlopen(request, timeout=30).read() == b"ok"
    answered = proxy.answered()
    assert len(answered[cookie["value"]]) == 1
    visitors = [answered[f"v{number}"] for number in range(40)]
    assert all(len(servers) == 1 for servers in visitors)
    assert len(set.union(*visitors)) == 2


def test_health_is_what_the_readme_says(proxy) -> None:
    assert "`/_stcore/health`" in README
    answer = urllib.request.urlopen(f"{proxy.url}/_stcore/health", timeout=30)
    assert (answer.status, answer.read()) == (200, b"ok")
    with pytest.raises(urllib.error.HTTPError):
        urllib.request.urlopen(proxy.url.removesuffix(BASE) + "/_stcore/health", timeout=30)
