"""The tokenizers library kept in a process of its own, which can be ended.

A pattern in somebody's file may backtrack without end, and the library has no limit on time; called here it would
also hold the interpreter, and so everybody else. A process is started when it is first needed, and ends with the
tokenizer, or when a few others were used since.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
import threading
import weakref
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from playground.core.errors import TextError
from playground.core.expression import LEAST, LIMIT
from playground.core.library_worker import receive, send

MOST = 4
"""How many processes stay at work at once."""
_PATIENCE = 10
"""Seconds on the clock for one second of computing, on a machine with much to do."""
_OWN_LIMIT = "retry-limit"  # what the library calls it where a single match tries too much
_START = 120.0  # seconds in which the library must have loaded a file

_order = threading.Lock()
_running: list[weakref.ref[WatchedLibrary]] = []


class WatchedLibrary:
    """A tokenizer.json, given as its text for ordinary text and for text with special tokens, run in a process.

    Its methods raise TextError, with the tokenizer's name, where the library fails or takes too long.
    """

    def __init__(self, plain: str, special: str, name: str):
        self._sources = plain, special
        self._name = name
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None

    def encode(self, text: str, special: bool) -> tuple[list[int], list[tuple[int, int]]]:
        """The ids, and for each the characters (start, end) that it covers."""
        answer = self._ask({"text": text, "special": special}, len(text))
        return answer["ids"], answer["offsets"]

    def decode(self, ids: Sequence[int]) -> str:
        """What the file's decoder makes of the ids."""
        decoded: str = self._ask({"ids": list(ids), "special": True}, len(ids))["text"]
        return decoded

    def _ask(self, request: dict[str, Any], size: int) -> dict[str, Any]:
        seconds = LIMIT * (1 + size / LEAST)
        with self._lock:
            patience = seconds * _PATIENCE + (0 if self._process else _START)
            process = self._process or self._start()
            timer = threading.Timer(patience, process.kill)
            timer.start()
            try:
                assert process.stdin is not None
                assert process.stdout is not None
                send(process.stdin, request | {"seconds": seconds})  # type: ignore[arg-type]
                answer = receive(process.stdout)  # type: ignore[arg-type]
            except OSError:
                answer = None
            rang = not timer.is_alive()
            timer.cancel()
            if answer is None:
                late = rang or process.wait() == -getattr(signal, "SIGPROF", 0)
                self.end()
                raise (
                    self._too_slow() if late else TextError(f"The process that runs {self._name} has ended; try again.")
                )
        if _OWN_LIMIT in answer.get("error", ""):
            raise self._too_slow()
        if "error" in answer:
            raise TextError(f"{self._name} fails on this text: {answer['error']}.")
        return dict(answer)

    def _too_slow(self) -> TextError:
        return TextError(
            f"A pattern in {self._name} takes too long on this text: it tries too many ways to match. It was stopped."
        )

    def _start(self) -> subprocess.Popen[bytes]:
        # Not -m: the module stands alone, and starts without the project on its path.
        command = [sys.executable, "-P", str(Path(__file__).with_name("library_worker.py"))]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        weakref.finalize(self, _end, self._process)
        for source in self._sources:
            send(self._process.stdin, source)  # type: ignore[arg-type]
        _make_room(self)
        return self._process

    def end(self) -> None:
        """End the process; the next call starts another."""
        process, self._process = self._process, None
        if process:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream:
            with contextlib.suppress(OSError):  # what was still to be written has no reader
                stream.close()
    process.wait()


def _make_room(newest: WatchedLibrary) -> None:
    """End the oldest processes beyond `MOST`; one that is at work just now is left to the next time."""
    with _order:
        others = [found for ref in _running if (found := ref()) is not None and found is not newest]
        for old in others[: max(0, len(others) + 1 - MOST)]:
            if old._lock.acquire(blocking=False):
                try:
                    old.end()
                finally:
                    old._lock.release()
        _running[:] = [weakref.ref(found) for found in [*others, newest] if found._process or found is newest]
