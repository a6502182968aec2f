"""Frame times of the merge player, from disk in a real browser: `python tests/benchmarks/player.py [--lengths 250]`.

For each length of text the player plays merges at 4x for a few seconds. `between` is the time from one frame to the
next (16.7 ms is 60 frames a second), `script` what the player itself took in a frame.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, sync_playwright  # noqa: E402

from playground.components.merge_player import export, payload  # noqa: E402
from playground.core.trace import of_text  # noqa: E402
from playground.languages import languages  # noqa: E402
from playground.samples import MERGES, TEXTS  # noqa: E402

LENGTHS = (250, 2_000, 5_000)
RECORD = """
window.scripts = [];
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) => ask((now) => {
  const start = performance.now();
  callback(now);
  window.scripts.push(performance.now() - start);
});
"""
MEASURE = """(seconds) => new Promise((done) => {
  const root = document.querySelector(".player"), ask = window.requestAnimationFrame, betweens = [];
  root.querySelector(".pace select").value = "4";
  root.querySelector(".pace select").onchange();
  root.querySelector(".play").click();
  window.scripts.length = 0;
  let last = null, start = null;
  const look = (now) => {
    start ??= now;
    if (last !== null) betweens.push(now - last);
    last = now;
    if (now - start < seconds * 1000) requestAnimationFrame(look);
    else done({ betweens, scripts: window.scripts, steps: Number(root.dataset.step),
                chips: root.querySelectorAll(".chip").length });
  };
  requestAnimationFrame(look);
})"""


def text(length: int) -> str:
    """English prose, as long as wanted, from the sample texts."""
    prose = " ".join([*MERGES.values(), TEXTS["Prose"], languages()["en"].text])
    return (prose * (length // len(prose) + 1))[:length]


def measure(browser: Browser, length: int, seconds: float, folder: Path) -> str:
    path = folder / f"{length}.html"
    path.write_text(export.page(payload.training(of_text(text(length), pattern="gpt2", merges=200)), "Player"))
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.add_init_script(RECORD)
    page.goto(path.as_uri())
    page.wait_for_selector(".chip")
    found = page.evaluate(MEASURE, seconds)
    page.close()
    between, script = sorted(found["betweens"]), sorted(s for s in found["scripts"] if s > 0.02)
    late = sum(b > 25 for b in between) / len(between)
    times = "".join(f" {at(between, share):>8.1f}" for share in (0.5, 0.95, 1))
    scripts = "".join(f" {at(script, share):>8.2f}" for share in (0.5, 0.95))
    return f"{length:>10,} {found['chips']:>6} {found['steps']:>6} {len(between):>7}{times} {late:>7.1%}{scripts}"


def at(ordered: list[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--lengths", type=int, nargs="+", default=LENGTHS)
    parser.add_argument("--seconds", type=float, default=6)
    chosen = parser.parse_args(arguments)
    browsers = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    path = os.environ.get("PLAYGROUND_BROWSER") or next(filter(None, map(shutil.which, browsers)), None)
    print(f"{'':>10} {'chips':>6} {'':>6} {'':>7} {'between frames, ms':^26} {'later':>7} {'script, ms':^17}")
    columns = f"{'characters':>10} {'drawn':>6} {'merges':>6} {'frames':>7}"
    print(f"{columns} {'median':>8} {'95 %':>8} {'most':>8} {'25 ms':>7} {'median':>8} {'95 %':>8}")
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for length in chosen.lengths:
            print(measure(browser, length, chosen.seconds, Path(folder)), flush=True)
        browser.close()


if __name__ == "__main__":
    main()
