"""Starts worker processes, a few at once, and watches them: progress, queue, stopping, crashes, owners that left.

The processes are started as commands rather than by `multiprocessing`, whose spawned children import the main module
again: under Streamlit that is the app. Everything here is safe to call from any thread.
"""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from playground.core.errors import TrainingError
from playground.jobs.messages import Request, Status, outcome_from, progress_from, request_line

_ROOT = Path(__file__).parents[2]
COMMAND = (sys.executable, "-m", "playground.jobs.worker")
_SLICE = 1 << 20
_PATIENCE = 60.0  # seconds for a worker to answer "stop" before it is ended

Part = Sequence[bytes | memoryview]
Worker = subprocess.Popen[bytes]


class StillOwned(TrainingError):
    """A job that another session is looking at."""


@dataclass(eq=False)
class _Job:
    id: str
    owner: str
    request: Request
    parts: Sequence[Part]
    seen: float
    browser: str = ""
    luggage: Any = None
    status: Status = field(default_factory=lambda: Status("queued"))
    process: Worker | None = None
    started: float | None = None
    stop_by: float | None = None
    note: str = ""
    wake: threading.Event = field(default_factory=threading.Event)


class Manager:
    """The jobs of a process. A job belongs to its owner; nobody else can see, stop or take it.

    `alive(owner)` says whether an owner is still there. A job whose owner has been gone for `grace` seconds ends; until
    then `adopt` gives it to the same browser's next owner. `queue` jobs wait at most, none runs longer than `longest`
    seconds.
    """

    def __init__(
        self,
        alive: Callable[[str], bool] = lambda owner: True,
        at_once: int = 2,
        grace: float = 60.0,
        queue: int = 20,
        longest: float = 3600.0,
        command: Sequence[str] = COMMAND,
    ):
        self._alive, self._at_once, self._grace, self._command = alive, at_once, grace, tuple(command)
        self._most_waiting, self._longest = queue, longest
        self._lock = threading.RLock()
        self._jobs: dict[str, _Job] = {}
        self._spare: Worker | None = None
        self._watching = False

    def warm(self) -> None:
        """Have a worker ready, so that the next training starts at once."""
        with self._lock:
            if self._spare is None or self._spare.poll() is not None:
                self._spare = self._start()

    def submit(
        self, request: Request, parts: Sequence[Part], owner: str, browser: str = "", luggage: Any = None
    ) -> str:
        """Train on the bytes of `parts[0]`, measure on `parts[1]` too where it is there; the job's id, which is secret.

        One owner has one job at a time, and only so many wait; TrainingError otherwise. `browser` is what the next
        owner must show to `adopt` the job; it is then given `luggage`, which nothing here looks at.
        """
        with self._lock:
            if any(job.owner == owner and job.status.active for job in self._jobs.values()):
                raise TrainingError("A training of yours is running already. Stop it, or wait for it to end.")
            if self._running() >= self._at_once and len(self._queue()) >= self._most_waiting:
                raise TrainingError(f"{len(self._queue()):,} trainings wait for their turn already. Try again later.")
            job = _Job(secrets.token_urlsafe(24), owner, request, parts, time.monotonic(), browser, luggage)
            self._jobs[job.id] = job
            self._start_next()
            if not self._watching:
                self._watching = True
                threading.Thread(target=self._watch, daemon=True, name="jobs-watch").start()
            return job.id

    def status(self, id: str, owner: str) -> Status:
        """How the job stands now; TrainingError where this owner has no such job."""
        with self._lock:
            job = self._job(id, owner)
            job.seen = time.monotonic()
            if job.status.state == "queued":
                return replace(job.status, place=self._queue().index(job) + 1)
            return job.status

    def adopt(self, id: str, owner: str, browser: str) -> Any:
        """Give a job whose owner has left to `owner`, who looks from the same known browser; the job's luggage.

        TrainingError where there is no such job for this browser; StillOwned where its owner is there.
        """
        with self._lock:
            job = self._jobs.get(id)
            if job is None or not browser or not secrets.compare_digest(job.browser.encode(), browser.encode()):
                raise TrainingError("The training in this address is not there any more.")
            if job.owner != owner and self._alive(job.owner):
                raise StillOwned("The training in this address goes on in another tab.")
            job.owner, job.seen = owner, time.monotonic()
            return job.luggage

    def stop(self, id: str, owner: str, keep: bool) -> None:
        """End the job. With `keep`, what was learned so far becomes its outcome."""
        with self._lock:
            job = self._job(id, owner)
            if job.status.state == "running" and keep:
                self._ask_to_stop(job)
            elif job.status.active:
                self._end(job, Status("stopped", message="The training was stopped.", progress=job.status.progress))

    def _ask_to_stop(self, job: _Job) -> None:
        job.status = replace(job.status, state="stopping")
        job.stop_by = time.monotonic() + _PATIENCE
        job.wake.set()

    def forget(self, id: str, owner: str) -> None:
        """Drop the job and its outcome, ending it where it runs."""
        with self._lock:
            job = self._job(id, owner)
            self._end(job, Status("stopped"))
            del self._jobs[id]

    def close(self) -> None:
        """End everything."""
        with self._lock:
            for job in list(self._jobs.values()):
                self.forget(job.id, job.owner)
            if self._spare:
                _kill(self._spare)
                self._spare = None

    def _job(self, id: str, owner: str) -> _Job:
        job = self._jobs.get(id)
        if job is None or job.owner != owner:
            raise TrainingError("This training is not there any more.")
        return job

    def _queue(self) -> list[_Job]:
        return [job for job in self._jobs.values() if job.status.state == "queued"]

    def _running(self) -> int:
        return sum(job.status.state in ("running", "stopping") for job in self._jobs.values())

    def _start_next(self) -> None:
        for job in self._queue()[: max(0, self._at_once - self._running())]:
            job.status, job.started = Status("running"), time.monotonic()
            job.process, self._spare = self._spare, None
            if job.process is None or job.process.poll() is not None:
                job.process = self._start()
            threading.Thread(target=self._follow, args=(job, job.process), daemon=True, name="jobs-follow").start()
            threading.Thread(target=_feed, args=(job, job.process), daemon=True, name="jobs-feed").start()

    def _start(self) -> Worker:
        path = os.pathsep.join(filter(None, [str(_ROOT), os.environ.get("PYTHONPATH")]))
        return subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            env={**os.environ, "PYTHONPATH": path},
        )

    def _follow(self, job: _Job, process: Worker) -> None:
        """Read what the worker says until it ends."""
        assert process.stdout is not None
        for said in process.stdout:
            try:
                self._hear(job, json.loads(said))
            except Exception:  # a message cut off by a crash, or one that is not ours
                break
        _kill(process)
        with self._lock:
            if job.status.active:
                self._end(job, Status("failed", message=_why(process.returncode), progress=job.status.progress))

    def _hear(self, job: _Job, message: dict[str, object]) -> None:
        outcome = outcome_from(message) if "file" in message else None
        with self._lock:
            if not job.status.active:
                return
            if outcome is not None:
                self._end(job, Status("done", outcome=outcome, message=job.note, progress=job.status.progress))
            elif "error" in message:
                stopping = job.status.state == "stopping"
                why = job.note or str(message["error"])
                self._end(job, Status("stopped" if stopping else "failed", message=why))
            elif "fault" in message:
                fault = f"The training broke ({message['fault']}), and it is our fault. Nothing else was lost."
                self._end(job, Status("failed", message=fault))
            elif isinstance(message.get("progress"), dict):
                job.status = replace(job.status, progress=progress_from(message["progress"]))  # type: ignore[arg-type]

    def _end(self, job: _Job, status: Status) -> None:
        """Give the job its last status, let go of its corpus and its process, and start the next one."""
        if job.status.active:
            job.status = status
        job.parts = ()
        job.wake.set()
        if job.process is not None:
            job.process.kill()
        self._start_next()

    def _watch(self) -> None:
        """Once a second: end jobs whose owner has left, that take too long, and workers that do not stop when told."""
        while True:
            time.sleep(min(1.0, self._grace / 4, self._longest / 4))
            with self._lock:
                if not self._jobs:
                    self._watching = False
                    return
                now = time.monotonic()
                for job in list(self._jobs.values()):
                    if self._alive(job.owner):
                        job.seen = now
                    elif now - job.seen > self._grace:
                        self.forget(job.id, job.owner)
                    if job.status.state == "running" and job.started and now - job.started > self._longest:
                        job.note = f"Stopped after {self._longest / 60:,.0f} minutes, the longest on this server."
                        self._ask_to_stop(job)
                    if job.status.state == "stopping" and job.stop_by is not None and now > job.stop_by:
                        self._end(job, Status("stopped", message="The training did not stop in time and was ended."))


def _feed(job: _Job, process: Worker) -> None:
    """Send the request and the corpus in slices, later the word to stop; then close, which ends the worker."""
    assert process.stdin is not None
    parts = job.parts
    with contextlib.suppress(OSError, ValueError):  # the worker has ended
        sizes = [sum(len(piece) for piece in part) for part in parts]
        process.stdin.write(request_line(job.request, sizes))
        for part in parts:
            for piece in part:
                view = memoryview(piece)
                for start in range(0, len(view), _SLICE):
                    process.stdin.write(view[start : start + _SLICE])
        process.stdin.flush()
        del parts
        job.wake.wait()
        if job.status.state == "stopping":
            process.stdin.write(b"stop\n")
            process.stdin.flush()
            process.wait()
    with contextlib.suppress(OSError):
        process.stdin.close()


def _kill(process: Worker) -> None:
    process.kill()
    process.wait()
    for pipe in (process.stdout, process.stdin):
        with contextlib.suppress(OSError, ValueError):
            if pipe is not None:
                pipe.close()


def _why(code: int) -> str:
    if code < 0:
        return (
            f"The training process was ended from outside (signal {-code}). Perhaps memory ran out; try a smaller text."
        )
    return f"The training process ended unexpectedly (code {code})."
