"""How long the Tokens page takes from a key, or a paste, to the painted tokens. Run it on an idle machine.

Up to 50,000 characters a key is followed at once. Above that the time is that of Apply; above 200,000 the box cannot be
typed in, only pasted over. The column says which it was.

python tests/benchmarks/pages.py [path of a browser]
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[2]))

from playground.components.live_text import EDITED, LIVE

ROOT = Path(__file__).parents[2]
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


def server_class():
    """The server and the browser's switches of the browser tests."""
    spec = importlib.util.spec_from_file_location("browser_conftest", ROOT / "tests" / "browser" / "conftest.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Server, module.LAUNCH


def measured(page: Page) -> tuple[float, float]:
    page.wait_for_function("() => window.bench.painted", timeout=120_000)
    bench = page.evaluate("() => window.bench")
    return bench["painted"] - bench["start"], bench["longest"]


def paste(page: Page, text: str) -> tuple[float, float]:
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


def main() -> None:
    browser_path = (
        sys.argv[1] if len(sys.argv) > 1 else os.environ.get("PLAYGROUND_BROWSER") or shutil.which("chromium")
    )
    server_type, launch = server_class()
    server = server_type(Path(tempfile.mkdtemp()) / "log")
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=browser_path, args=launch)
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.set_default_timeout(120_000)
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            page = context.new_page()
            page.goto(server.url)
            page.locator(".view .line").first.wait_for(state="attached")
            page.evaluate(WATCH)
            print(f"{'text':18} {'paste to paint':>15} {'key to paint':>13} {'longest task':>13}   (milliseconds)")
            for name, size in SIZES.items():
                text = (PROSE * (size // len(PROSE) + 1))[:size]
                pastes = [paste(page, text + str(i)) for i in range(3)]
                keys = key(page, size)
                print(
                    f"{name:18} {statistics.median(p[0] for p in pastes):15.0f} {keys:>13} "
                    f"{max(p[1] for p in pastes):13.0f}",
                    flush=True,
                )
            for name, text in HOSTILE.items():
                time, longest = paste(page, text)
                print(f"{name:18} {time:15.0f} {'':13} {longest:13.0f}", flush=True)
            browser.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
