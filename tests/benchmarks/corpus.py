"""A corpus of a gigabyte, trained on through Dask; and what it says about corpora that are larger still.

    python tests/benchmarks/corpus.py                  1 GB: needs 2 GB of disk and some minutes
    python tests/benchmarks/corpus.py --size 20e6      any other size, in bytes

The corpus is the documentation of this system, each file once; where that is not enough, all of it again, and in each
repetition one letter in a thousand is another one, drawn anew. So new words keep coming, as they do in large corpora,
whose rare words are misprints, names and numbers.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).parents[2]))

from playground import shards
from playground.core import counts
from playground.core.counts import CountTable
from tests.benchmarks import harness

ROOT = Path(__file__).parents[2]
PLACES = ("doc", "man", "perl", "i18n", "info")
PATTERN = "cl100k"
FLOORS = (1, 2, 10, 100)
STEPS = (1, 2, 4, 8, 16, 32, 64)
SIZES = {"10 GB": 1e10, "1 TB": 1e12, "100 TB": 1e14}
ONE_IN = 1000
_FILE = 1 << 26


def documentation() -> Iterator[bytes]:
    """Each text in UTF-8 that the system documents itself with; where there is none, the standard library's source."""
    found = False
    for place in PLACES:
        for path in sorted(Path("/usr/share", place).rglob("*")):
            try:
                data = path.read_bytes() if path.is_file() and not path.is_symlink() else b""
                data = gzip.decompress(data) if path.suffix == ".gz" else data
                data.decode()
            except (OSError, EOFError, UnicodeDecodeError):
                continue
            found = found or bool(data)
            yield data
    if not found:
        yield harness.source(10 * harness.MEGABYTE).encode()


def changed(data: bytes, r: np.random.Generator) -> bytes:
    """The same with one small letter in `ONE_IN` bytes, about, replaced by another."""
    letters = np.frombuffer(data, np.uint8).copy()
    places = r.integers(0, len(letters), len(letters) // ONE_IN)
    places = places[(letters[places] >= ord("a")) & (letters[places] <= ord("z"))]
    letters[places] = r.integers(ord("a"), ord("z") + 1, len(places))
    return letters.tobytes()


def generate(folder: Path, size: int) -> float:
    """Files of text, together `size` bytes; how much of it is documentation as it stands, from 0 to 1."""
    r = np.random.default_rng(1)
    base: list[Path] = []
    written, original = 0, 0.0
    for number, data in enumerate(_files(documentation(), size)):
        base.append(folder / f"{number:03}.txt")
        base[-1].write_bytes(data)
        written += len(data)
    original, number = written / size, len(base)
    while written < size:
        for source in base:
            data = changed(source.read_bytes(), r)[: size - written]
            # A character may be cut in two at the very end.
            (folder / f"{number:03}.txt").write_bytes(data.decode(errors="ignore").encode())
            written, number = written + len(data), number + 1
            if written >= size:
                break
    return original


def _files(texts: Iterable[bytes], size: int) -> Iterator[bytes]:
    """The texts joined to files of about 64 MB, `size` bytes in all."""
    parts: list[bytes] = []
    held = total = 0
    for text in texts:
        text = text[: size - total].decode(errors="ignore").encode()
        parts.append(text)
        held, total = held + len(text), total + len(text)
        if held >= _FILE or total >= size - 3:
            yield b"".join(parts)
            parts, held = [], 0
        if total >= size - 3:
            return
    if held:
        yield b"".join(parts)


@dataclass
class Run:
    """One training by the command line: seconds by the clock and of all processors' work, and the most memory of the
    merging process and of a worker."""

    seconds: float
    work: float
    merging: int
    worker: int
    said: str


def train(text: Path, entries: int, workers: int) -> Run:
    import psutil

    command = [sys.executable, "-m", "playground", "train", str(text), "--out", str(text.parent / "tokenizer.json"),
               "--pattern", PATTERN, "--vocab-size", str(entries), "--workers", str(workers)]  # fmt: skip
    start = time.perf_counter()
    most: dict[int, int] = {}
    work: dict[int, float] = {}
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        top = psutil.Process(process.pid)
        while process.poll() is None:
            with contextlib.suppress(psutil.Error):  # one that has just ended
                for one in (top, *top.children(recursive=True)):
                    most[one.pid] = max(most.get(one.pid, 0), one.memory_info().rss)
                    work[one.pid] = sum(one.cpu_times()[:2])
            time.sleep(0.1)
        seconds = time.perf_counter() - start
        said = process.stderr.read() if process.stderr else ""
    if process.returncode:
        raise RuntimeError(said)
    merging = most.pop(process.pid)
    return Run(seconds, sum(work.values()), merging, max(most.values(), default=0), said.strip().splitlines()[-1])


@dataclass
class Growth:
    """The table after so many bytes of text: entries and bytes under each floor, and what the shards sent."""

    text: int
    entries: list[int]
    bytes: list[int]
    shards: int


def grow(folder: Path) -> list[Growth]:
    """Count the corpus from the start and look at the table at 1/64, 1/32 ... of it."""
    sources = [str(folder / "*.txt")]
    total = sum(path.stat().st_size for path in folder.glob("*.txt"))
    plan = shards.plan(sources, PATTERN, size=max(1, total // STEPS[-1]))
    table, sent, text, steps, found = CountTable.at(0, {}), 0, 0, list(STEPS), []
    for shard in plan:
        one = shards.count(shard, PATTERN)
        sent += one.nbytes
        text += (shard.end or 0) - shard.start
        table = counts.merge([table, one])
        if text * STEPS[-1] >= steps[0] * total * 0.999:
            kept = [table.cut(floor)[0] for floor in FLOORS]
            found.append(Growth(text, [len(each) for each in kept], [each.nbytes for each in kept], sent))
            steps = steps[1:] or [10**9]
    return found


@dataclass
class Heaps:
    """Entries = k * (bytes of text) ** b, fitted by least squares of the logarithms.

    `error` is the standard error of b, `off` the largest share by which the fit misses a measured point.
    """

    k: float
    b: float
    error: float
    off: float

    @classmethod
    def fit(cls, text: Sequence[float], entries: Sequence[float]) -> Heaps:
        """The law through these points, at least three."""
        x: NDArray[np.float64] = np.log(np.array(text, float))
        y: NDArray[np.float64] = np.log(np.array(entries, float))
        b, a = np.polyfit(x, y, 1)
        rest = y - (a + b * x)
        error = np.sqrt((rest**2).sum() / (len(x) - 2) / ((x - x.mean()) ** 2).sum())
        return cls(float(np.exp(a)), float(b), float(error), float(np.expm1(np.abs(rest).max())))

    def __call__(self, text: float, sigmas: float = 0.0, last: float = 1.0) -> float:
        """The entries at `text`; with `sigmas`, if b were so many standard errors larger from `last` bytes on."""
        return self.k * text**self.b * (text / last) ** (sigmas * self.error)


def size(n: float) -> str:
    for unit, factor in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if n >= factor:
            return f"{n / factor:,.1f} {unit}"
    return f"{n / 1e3:,.1f} kB"


def sent_for(law: Heaps, entry: float, text: float, shard: float) -> float:
    """The bytes of all tables that travel: those of shards, and of sums of 8, 64 ... shards, each once."""
    moved, part = 0.0, shard
    while part < text:
        moved += text / part * law(part) * entry
        part *= 8
    return moved


def report(grown: Sequence[Growth], small: Run, run: Run) -> str:
    rows = [["text", *(f"{f}+ times" if f > 1 else "entries" for f in FLOORS), "table", "shards' tables"]]
    for step in grown:
        rows.append([size(step.text), *(f"{n:,}" for n in step.entries), size(step.bytes[0]), size(step.shards)])
    last = grown[-1]
    law = Heaps.fit([step.text for step in grown], [step.entries[0] for step in grown])
    entry = last.bytes[0] / last.entries[0]
    # What does not grow with the table (Python, Dask, compiled code) is in both runs.
    holds = max(1.0, (run.merging - small.merging) / (last.bytes[0] - grown[0].bytes[0]))
    kept = {f: n / law(last.text / f) for f, n in zip(FLOORS, last.entries, strict=True)}
    out = [
        harness.table(rows),
        "",
        f"Heaps' law: entries = {law.k:,.2f} * bytes ** {law.b:.3f} (± {law.error:.3f}); "
        f"the fit misses no point by more than {law.off:.0%}.",
        "Words seen f times or more are about those that a text of 1/f the length holds at all: "
        + ", ".join(f"{kept[f]:.2f} of them for {f}" for f in FLOORS[1:])
        + ".",
        f"An entry has {entry:.0f} bytes. For each byte of the table the merging process held {holds:.1f}.",
        "",
        "By that law, which was measured on far less text (in brackets: b two standard errors to either side):",
    ]
    rows = [["text", "floor", "entries", "(from", "to)", "sent, 16 MB shards", "sent, 1 GB shards", "merging holds"]]
    for name, text in SIZES.items():
        for floor in (1, 10, 100):
            n, low, high = (law(text / floor, sigmas, last.text / floor) * kept[floor] for sigmas in (0, -2, 2))
            sent = [sent_for(law, entry, text, shard) + n * entry for shard in (shards.SHARD, 1e9)]
            rows.append([name, str(floor), f"{n:,.0f}", f"{low:,.0f}", f"{high:,.0f}", *map(size, sent),
                         size(n * entry * holds)])  # fmt: skip
    return "\n".join([*out, harness.table(rows)])


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=float, default=1e9, help="bytes of text (default: 1e9)")
    parser.add_argument("--vocab-size", type=int, default=32_768)
    parser.add_argument("--workers", type=int, default=2)
    chosen = parser.parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="playground-corpus-"))
    try:
        start = time.perf_counter()
        original = generate(folder, int(chosen.size))
        took = time.perf_counter() - start
        print(harness.machine("numba", "numpy", "distributed"))
        print(f"\n{size(chosen.size)} of text, {original:.0%} of it documentation as it stands, made in {took:.0f} s.")
        beginning = folder / "beginning"
        beginning.write_bytes((folder / "000.txt").read_bytes()[: int(chosen.size) // STEPS[-1]].rpartition(b" ")[0])
        small = train(beginning, chosen.vocab_size, chosen.workers)
        run = train(folder / "*.txt", chosen.vocab_size, chosen.workers)
        print(f"\n{run.said}\nFrom start to end {run.seconds:.0f} s with {chosen.workers} workers: {run.work:.0f} s of "
              f"work. Memory at most: scheduler and merging {size(run.merging)}, a worker {size(run.worker)}.\n",
              flush=True)  # fmt: skip
        print(report(grow(folder), small, run))
    finally:
        shutil.rmtree(folder)


if __name__ == "__main__":
    main()
