"""What a visitor waits for: the first page of a new server, another page, the tokens of a key or a paste.

    python tests/benchmarks/pages.py               all of it; run it on an idle machine
    python tests/benchmarks/pages.py --repeat 1    once each, and only small texts

The first page is timed from `streamlit run` to the painted tokens: with an empty browser, then with one that has been
here before. Another page, from the click in the menu until Streamlit rests: the first time on a server, and later.
Up to 50,000 characters a key is followed at once. Above that the time is that of Apply; above 200,000 the box cannot be
typed in, only pasted over. The column says which it was.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from playwright.sync_api import Page, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from playground.components.live_text import EDITED, LIVE
from playground.ui.navigation import ENTRIES
from tests.benchmarks import harness
from tests.browser.conftest import LAUNCH, Server, settled

PROSE = "The quick brown fox, unbelievably, jumped over 12345 lazy dogs; naïve café.\n"
SIZES = {"2 kB": 2_000, "100 kB": 100_000, "1 MB": 1_000_000}
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
HOSTILE = {
    "1,000,000 a": "a" * 1_000_000,
    "100,000 ^": "^" * 100_000,
    "1 MB base64": "".join(SIGNS[i * i * 31 % 61 + i % 3] for i in range(1_000_000)),
    "100,000 spaces": " " * 100_000,
    "100,000 marks": "a" + "\u0301" * 100_000,
    "300,000 Arabic": "السلام عليكم ورحمة الله " * 12_500,
    "300,000 Chinese": "中文字符測試鎮" * 43_000,
    "100,000 families": "👨‍👩‍👧‍👦" * 14_000,
}
# Notes when the event came, and when a frame with the new lines has been painted (the frame after the change).
WATCH = """() => {
  const roots = [...document.querySelectorAll('*')].map(e => e.shadowRoot).filter(Boolean);
  const lines = roots.find(r => r.querySelector('.view .lines')).querySelector('.lines');
  const area = roots.find(r => r.querySelector('textarea')).querySelector('textarea');
  window.bench = { start: 0, painted: 0, longest: 0 };
  const begin = () => { window.bench = { start: performance.now(), painted: 0, longest: 0 }; };
  area.addEventListener('keydown', e => { if (e.key === 'x' || e.key === 'Enter') begin(); }, true);
  area.addEventListener('paste', begin, true);
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    if (window.bench.start && !window.bench.painted) window.bench.painted = performance.now();
  }))).observe(lines, { childList: true });
  new PerformanceObserver(list => { for (const e of list.getEntries())
    window.bench.longest = Math.max(window.bench.longest, e.duration); }).observe({ type: 'longtask' });
}"""


def first_pages(playwright: Playwright, browser: str, repeat: int) -> None:
    """From `streamlit run` to the first painted tokens; the same browser comes again to a new server."""
    with tempfile.TemporaryDirectory() as profile:
        context = playwright.chromium.launch_persistent_context(profile, executable_path=browser, args=LAUNCH)
        seconds, port = [], None
        for _ in range(1 + repeat):
            page = context.new_page()
            start = time.perf_counter()
            server = Server(Path(profile) / "log", port=port)
            try:
                page.goto(server.url, wait_until="commit")
                page.locator(".view .line .cell").first.wait_for()
                seconds.append(time.perf_counter() - start)
            finally:
                server.stop()
            page.close()
            port = server.port  # at the same address, or a browser takes nothing from what it keeps
        context.close()
    print(f"first page: {seconds[0]:.2f} s with an empty browser, {statistics.median(seconds[1:]):.2f} s later")


def other_pages(page: Page, repeat: int) -> None:
    """Each page from the click in the menu until Streamlit rests."""
    rows = [["another page", "first time", "later", "  (milliseconds)"]]
    times: dict[str, list[float]] = {entry.title: [] for entry in ENTRIES}
    for _ in range(1 + repeat):
        for entry in (*ENTRIES[1:], ENTRIES[0]):
            start = time.perf_counter()
            page.get_by_role("link", name=entry.title).click()
            page.get_by_role("heading", name=entry.title, level=1).wait_for()
            settled(page)
            times[entry.title].append(1000 * (time.perf_counter() - start))
    rows += [[title, f"{taken[0]:.0f}", f"{statistics.median(taken[1:]):.0f}", ""] for title, taken in times.items()]
    print(harness.table(rows))


def measured(page: Page) -> tuple[float, float]:
    # Asked now and then only: by default the question comes with each frame, and has the browser draw one all the time.
    page.wait_for_function("() => window.bench.painted", timeout=120_000, polling=100)
    bench = page.evaluate("() => window.bench")
    return bench["painted"] - bench["start"], bench["longest"]


def paste(page: Page, text: str) -> tuple[float, float]:
    """Into a page at rest: the panels about what was pasted before, which wait for a pause, have been drawn."""
    page.wait_for_timeout(1_000)
    settled(page)
    box = page.get_by_role("textbox", name="Text")
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    box.focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")
    return measured(page)


def key(page: Page, length: int) -> str:
    """From one more character, or from Apply where the text is long, to the painted tokens: milliseconds, in words."""
    if length > EDITED:
        return "paste only"
    times = []
    for _ in range(5):
        page.get_by_role("textbox", name="Text").focus()
        page.keyboard.press("Control+End")
        page.keyboard.press("x")
        if length > LIVE:
            page.locator(".apply").wait_for(state="visible")
            page.keyboard.press("Control+Enter")
        times.append(measured(page)[0])
    return f"{'apply ' if length > LIVE else ''}{statistics.median(times):.0f}"


def followed(page: Page, repeat: int) -> None:
    """The Tokens page after a paste and after a key."""
    page.locator(".view .line").first.wait_for(state="attached")
    page.evaluate(WATCH)
    print(f"{'text':18} {'paste to paint':>15} {'key to paint':>13} {'longest task':>13}   (milliseconds)")
    sizes = SIZES if repeat > 1 else {"2 kB": SIZES["2 kB"]}
    for name, size in sizes.items():
        text = (PROSE * (size // len(PROSE) + 1))[:size]
        paste(page, text)
        pastes = [paste(page, text + str(i)) for i in range(repeat)]
        keys = key(page, size)
        print(
            f"{name:18} {statistics.median(p[0] for p in pastes):15.0f} {keys:>13} {max(p[1] for p in pastes):13.0f}",
            flush=True,
        )
    for name, text in HOSTILE.items() if repeat > 1 else ():
        time, longest = paste(page, text)
        print(f"{name:18} {time:15.0f} {'':13} {longest:13.0f}", flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--browser", default=os.environ.get("PLAYGROUND_BROWSER") or shutil.which("chromium"))
    parser.add_argument("--repeat", type=int, default=5)
    chosen = parser.parse_args(arguments)
    print(harness.machine("streamlit", "playwright"))
    with sync_playwright() as playwright:
        first_pages(playwright, chosen.browser, chosen.repeat)
        browser = playwright.chromium.launch(executable_path=chosen.browser, args=LAUNCH)
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        context.set_default_timeout(120_000)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        server = Server(Path(tempfile.mkdtemp()) / "log")
        try:
            page = context.new_page()
            page.goto(server.url)
            page.locator(".view .line").first.wait_for(state="attached")
            other_pages(page, chosen.repeat)
            followed(page, chosen.repeat)
            print(f"memory of the server: {harness.held(server.process.pid) / 1e6:,.0f} MB")
        finally:
            server.stop()
            browser.close()


if __name__ == "__main__":
    main()
