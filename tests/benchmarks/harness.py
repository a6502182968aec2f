"""What the benchmarks share: corpora from what the system has, alternating runs, medians, memory, a table."""

from __future__ import annotations

import gzip
import os
import platform
import resource
import statistics
import sysconfig
import time
from collections.abc import Callable, Iterable, Mapping
from importlib import metadata
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

from playground.core.chunks import cores

MEGABYTE = 1_000_000
T = TypeVar("T")


def source(size: int) -> str:
    """Python source of the standard library."""
    return _gather(sorted(Path(sysconfig.get_path("stdlib")).rglob("*.py")), size)


def mixed(size: int) -> str:
    """What the system documents in several languages, words of many scripts, and source of the installed packages."""
    places = ["/usr/share/doc", "/usr/share/man", "/usr/share/locale", "/usr/share/i18n", "/usr/share/perl"]
    documents = (path for place in places for path in sorted(Path(place).rglob("*")))
    packages = sorted(Path(sysconfig.get_path("purelib")).rglob("*.py"))
    text = _many_scripts(size // 10) + _gather(documents, size // 2)
    return text + _gather(packages, size - len(text.encode()))


def _many_scripts(size: int) -> str:
    """Made-up words of many scripts, drawn by a fixed rule, for systems whose documentation is English only."""
    blocks = [(0x400, 0x450), (0x4E00, 0x9000), (0x3041, 0x3097), (0xAC00, 0xD7A3), (0x905, 0x939), (0x5D0, 0x5EA)]
    words, total, state = [], 0, 1
    while total < size:
        low, high = blocks[state % len(blocks)]
        word = []
        for _ in range(1 + state % 5):
            state = state * 1_103_515_245 + 12_345 & 0x7FFFFFFF
            # Squares make low numbers frequent, so that there is something to learn.
            word.append(chr(low + ((state >> 8) % 1000) ** 2 * (high - low) // 1_000_000))
        words.append("".join(word))
        total += len(words[-1].encode()) + 1
    return " ".join(words).encode()[:size].decode(errors="ignore")


def prose(size: int) -> str:
    """A book where the shared texts stand beside the project, else the standard library's own documentation."""
    book = Path(__file__).parents[3] / "shared" / "data" / "alice.txt"
    return _gather([book], size) if book.exists() else source(size)


def _gather(paths: Iterable[Path], size: int) -> str:
    parts: list[str] = []
    total = 0
    for path in paths:
        try:
            data = path.read_bytes() if path.is_file() else b""
            text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode()
        except (OSError, EOFError, UnicodeDecodeError):
            continue
        parts.append(text)
        total += len(text.encode())
        if total >= size:
            break
    return "".join(parts).encode()[:size].decode(errors="ignore")


def alternate(runs: Mapping[str, Callable[[], object]], repeat: int) -> dict[str, float]:
    """The median seconds of each run; all take their turn in each round, so that a slow moment hits all alike."""
    seconds: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(repeat):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            seconds[name].append(time.perf_counter() - start)
    return {name: statistics.median(times) for name, times in seconds.items()}


def peak(function: Callable[..., object], *arguments: Any) -> int:
    """How many bytes the memory of a fresh process grows by while it runs `function(*arguments)`."""
    return apart(_grown, function, arguments)


def apart(function: Callable[..., T], *arguments: Any) -> T:
    """`function(*arguments)` in a fresh process."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(function, arguments)


def _grown(function: Callable[..., object], arguments: tuple[Any, ...]) -> int:
    before = most_memory()
    function(*arguments)
    return most_memory() - before


def most_memory() -> int:
    """The most bytes of memory this process has held so far."""
    status = Path("/proc/self/status")
    if status.exists():  # `getrusage` would count what the parent held when it forked
        return next(int(line.split()[1]) for line in status.open() if line.startswith("VmHWM")) * 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def held(pid: int) -> int:
    """The bytes of memory that a process stands in now; what processes it started have is theirs."""
    import psutil

    return int(psutil.Process(pid).memory_info().rss)


def machine(*packages: str) -> str:
    """The machine and the versions, on one line each."""
    model = next((line.split(":")[1].strip() for line in _cpu_info() if line.startswith("model name")), "")
    versions = ", ".join(f"{name} {metadata.version(name)}" for name in packages)
    load = os.getloadavg()[0]
    python = platform.python_version()
    return f"{model or platform.machine()}, {cores()} cores, load {load:.1f}, Python {python}\n{versions}"


def _cpu_info() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []


def table(rows: list[list[str]]) -> str:
    """Columns as wide as they need to be; the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i == 0 else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    )
