"""The process that trains: `python -m playground.jobs.worker`, talked to through its standard input and output.

It says that it is ready, reads a request and a corpus, reports while it works, and answers once. The end of its input
means that the app is gone; then it ends too. The corpus passes through a pipe, so there is no file to leave behind.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import BinaryIO

from playground import settings
from playground.core.errors import PlaygroundError, TrainingError
from playground.jobs import training
from playground.jobs.messages import Progress, Request, line, outcome_line, request_from

_SLICE = 1 << 20
_EVERY = 0.1  # seconds between two reports


class Reporter:
    """Passes progress on, but not more often than anyone could look at it; and knows whether to stop."""

    def __init__(self, out: BinaryIO):
        self.stopping = threading.Event()
        self._out = out
        self._last: tuple[str, float] = ("", 0.0)

    def __call__(self, progress: Progress) -> None:
        now = time.monotonic()
        if progress.stage != self._last[0] or now - self._last[1] >= _EVERY:
            self._last = (progress.stage, now)
            self.send(line(progress=vars(progress)))

    def send(self, message: bytes) -> None:
        self._out.write(message)
        self._out.flush()


def main() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the app, whose end we notice
    out = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not get between the messages
    report = Reporter(out)
    _be_modest()
    training.warm_up()
    _limit_memory()
    report.send(line(ready=True))
    try:
        _serve(sys.stdin.buffer, report)
    except PlaygroundError as error:
        report.send(line(error=str(error)))
    except MemoryError:
        most = settings.current().training_mb
        report.send(line(error=f"This training needs more memory than there is (at most {most:,} MB). Try less text."))
    except Exception as error:
        # The places in the code, but not the message: it may quote the text.
        print("".join(traceback.format_tb(error.__traceback__)), file=sys.stderr)
        report.send(line(fault=type(error).__name__))


def _serve(source: BinaryIO, report: Reporter) -> None:
    first = source.readline()
    if not first:
        os._exit(0)
    request, sizes = request_from(first)
    parts, read = [], 0
    for size in sizes:
        part = bytearray()
        while len(part) < size:
            data = source.read(min(_SLICE, size - len(part)))
            if not data:
                os._exit(0)
            part += data
            read += len(data)
            report(Progress("reading", read, sum(sizes)))
        parts.append(bytes(part))
    threading.Thread(target=_listen, args=(source, report), daemon=True).start()
    outcome = training.train(request, parts, report, report.stopping)
    if outcome is None:
        raise TrainingError(nothing_learned(request))
    report.send(outcome_line(outcome))


def nothing_learned(request: Request) -> str:
    """Why a training that was stopped has left nothing."""
    if request.algorithm == "BPE":
        return "The training was stopped before the first merge."
    return f"The training was stopped. {request.algorithm} gives nothing before it has ended."


def _listen(source: BinaryIO, report: Reporter) -> None:
    if source.readline():
        report.stopping.set()
        source.readline()
    os._exit(0)


def _be_modest() -> None:
    """Let the app go first, and be the first to go where memory runs out.

    However nice a process is, it keeps its core for some milliseconds when another wakes up, and to answer a visitor
    several threads wake up one after the other. One that runs only where nothing else does gives way at once.
    """
    with contextlib.suppress(AttributeError, OSError):
        os.nice(19)
    with contextlib.suppress(AttributeError, OSError):  # Linux
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("800")


def _limit_memory() -> None:
    """Fail in this process, with a sentence, before the machine runs out of memory for all; on Linux."""
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        # What is loaded counts as address space, much of it never touched: the limit is for what comes on top.
        loaded = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
        most = loaded + settings.current().training_mb * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:  # nobody is left to read: the app has ended
        os._exit(0)
