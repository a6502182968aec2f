"""Counting on a cluster: a real scheduler and two workers on loopback; the result is the one of this process."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playground import cluster, shards
from playground.core.bpe import train_bpe
from playground.core.counts import merge
from playground.core.errors import CorpusError, TrainingError

ROOT = Path(__file__).parents[1]


class Cluster:
    """A scheduler and two worker processes, as an operator starts them."""

    def __init__(self, folder: Path):
        self.processes: list[subprocess.Popen] = []
        self.folder = folder
        scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = self._said(scheduler, r"Scheduler at:\s+(tcp://127\.0\.0\.1:\d+)")
        self.workers = [self._start("worker", self.address, "--nthreads", "1", "--no-dashboard") for _ in range(2)]
        for worker in self.workers:
            self._said(worker, r"(Registered to)")

    def _start(self, *arguments: str) -> subprocess.Popen:
        log = self.folder / f"{len(self.processes)}.log"
        command = [sys.executable, "-m", "dask", *arguments, *(() if arguments[0] == "scheduler" else ("--no-nanny",))]
        with log.open("wb") as out:
            process = subprocess.Popen(
                command, cwd=ROOT, stdout=out, stderr=subprocess.STDOUT, env={**os.environ, "PYTHONPATH": str(ROOT)}
            )
        process.log = log  # type: ignore[attr-defined]
        self.processes.append(process)
        return process

    def _said(self, process: subprocess.Popen, pattern: str) -> str:
        deadline = time.monotonic() + 60
        while True:
            text = process.log.read_text()  # type: ignore[attr-defined]
            found = re.search(pattern, text)
            if found:
                return found.group(1)
            assert process.poll() is None, text
            assert time.monotonic() < deadline, text
            time.sleep(0.05)

    def stop(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Cluster]:
    """One to kill."""
    cluster = Cluster(tmp_path)
    yield cluster
    cluster.stop()


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    """One for all tests that leave it alive."""
    cluster = Cluster(tmp_path_factory.mktemp("cluster"))
    yield cluster
    cluster.stop()


def test_a_cluster_that_loses_a_worker_counts_what_one_machine_counts(running: Cluster) -> None:
    sources = [f"{sysconfig.get_paths()['stdlib']}/*.py", f"{sysconfig.get_paths()['stdlib']}/[a-l]*/*.py"]
    size = sum(os.path.getsize(url.removeprefix("file://")) for url in shards.files(sources))
    plan = shards.plan(sources, "cl100k", size=size // 20)
    assert len(plan) > 40
    seen: list[int] = []

    def lose_a_worker(done: int, total: int) -> None:
        assert total == len(plan)
        seen.append(done)
        if done == len(plan) // 4:
            running.workers[0].kill()

    far, _ = cluster.count(plan, "cl100k", scheduler=running.address, progress=lose_a_worker)
    assert running.workers[0].poll() is not None
    assert seen[-1] == len(plan)
    here = merge(shards.count(shard, "cl100k") for shard in plan)
    assert list(far.words.items()) == list(here.words.items())
    assert train_bpe(far.words, 2000).merges == train_bpe(here.words, 2000).merges


def test_counts_that_a_worker_takes_with_it_are_counted_anew(running: Cluster) -> None:
    """A shard may be counted, and the count lost with its worker, before we come to it."""
    import distributed

    plan = shards.plan([f"{sysconfig.get_paths()['stdlib']}/[a-l]*/*.py"], "cl100k", size=500_000)[:60]
    lost: list[int] = []

    def lose_what_is_counted(done: int, total: int) -> None:
        if done != 1:
            return
        counted = distributed.default_client().futures
        _until(lambda: sum(state.status == "finished" for state in list(counted.values())) >= len(plan))
        running.workers[0].kill()
        _until(lambda: any(state.status == "lost" for state in list(counted.values())))
        lost.append(sum(state.status == "lost" for state in list(counted.values())))

    far, _ = cluster.count(plan, "cl100k", scheduler=running.address, progress=lose_what_is_counted)
    assert lost[0] > 0
    here = merge(shards.count(shard, "cl100k") for shard in plan)
    assert list(far.words.items()) == list(here.words.items())


def _until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.001)


def test_a_file_that_cannot_be_read_there_is_the_same_sentence_here(lasting: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"caf\xe9")
    plan = shards.plan([str(tmp_path / "a.txt")], "cl100k")
    with pytest.raises(CorpusError, match="not UTF-8 at byte 3"):
        cluster.count(plan, "cl100k", scheduler=lasting.address)


def test_cancelling_from_the_progress_ends_the_count(lasting: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words and words " * 10_000)
    plan = shards.plan([str(tmp_path / "a.txt")], "cl100k", size=10_000)

    def cancel(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        cluster.count(plan, "cl100k", scheduler=lasting.address, progress=cancel)
    table, _ = cluster.count(plan, "cl100k", scheduler=lasting.address)
    assert table.words[b" words"] == 19_999


def test_a_floor_is_cut_there_and_the_account_is_that_of_one_machine(lasting: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(" ".join(f"word{i % 700} often" for i in range(3_000)))
    plan = shards.plan([str(tmp_path / "a.txt")], "cl100k", size=5_000)
    far, far_cut = cluster.count(plan, "cl100k", scheduler=lasting.address, floor=5)
    here, here_cut = merge(shards.count(shard, "cl100k") for shard in plan).cut(5)
    assert list(far.words.items()) == list(here.words.items())
    assert far.first.tolist() == here.first.tolist()
    assert far_cut == here_cut
    assert far_cut.words > 0


def test_a_cluster_without_workers_is_one_sentence(
    running: Cluster, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.txt").write_text("words and words " * 10_000)
    plan = shards.plan([str(tmp_path / "a.txt")], "cl100k", size=10_000)

    def lose_all(done: int, total: int) -> None:
        for worker in running.workers:
            worker.kill()

    monkeypatch.setattr(cluster, "PATIENCE", 2.0)
    with pytest.raises(TrainingError, match="No Dask worker is left"):
        cluster.count(plan, "cl100k", scheduler=running.address, progress=lose_all)


def test_a_scheduler_that_dies_is_one_sentence(running: Cluster, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words and words " * 10_000)
    plan = shards.plan([str(tmp_path / "a.txt")], "cl100k", size=10_000)

    def lose_the_scheduler(done: int, total: int) -> None:
        running.processes[0].kill()

    with pytest.raises(TrainingError, match="connection to the Dask scheduler was lost"):
        cluster.count(plan, "cl100k", scheduler=running.address, progress=lose_the_scheduler)


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (lambda distributed: distributed.KilledWorker("a", None, 3), "died again and again"),
        (lambda _: ModuleNotFoundError("No module named 'numba'", name="numba"), "cannot import numba"),
    ],
)
def test_what_ends_a_count_on_the_workers_is_one_sentence(
    lasting: Cluster, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault, sentence: str
) -> None:
    import distributed

    def broken(*_: object) -> None:
        raise fault(distributed)

    (tmp_path / "a.txt").write_text("a")
    monkeypatch.setattr(cluster, "_count", broken)
    with pytest.raises(TrainingError, match=sentence):
        cluster.count(shards.plan([str(tmp_path / "a.txt")], "cl100k"), "cl100k", scheduler=lasting.address)


def test_no_scheduler_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("a")
    monkeypatch.setattr(cluster, "PATIENCE", 1.0)
    with pytest.raises(TrainingError, match="No Dask scheduler answers"):
        cluster.count(shards.plan([str(tmp_path / "a.txt")], "cl100k"), "cl100k", scheduler="tcp://127.0.0.1:9")


def test_without_dask_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(TrainingError, match="pip install"):
        cluster.count([], "cl100k")
