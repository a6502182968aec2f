"""Jobs in real processes: progress, queue, stopping, crashes, owners that leave. Nothing here depends on how fast."""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from playground.core.bpe import BPETokenizer, train_bpe
from playground.core.errors import TrainingError
from playground.jobs import Manager, Request, Status, StillOwned
from playground.jobs.messages import Progress

TEXT = "the cat sat on the mat, the cat sat on the hat. " * 40
PARTS = [[TEXT.encode()]]

# A worker that says it is ready, takes the request and the corpus, learns until it is told to stop, and answers.
OBEDIENT = """
import json, sys
say = lambda **message: print(json.dumps(message), flush=True)
say(ready=True)
head = json.loads(sys.stdin.buffer.readline())
sys.stdin.buffer.read(sum(head["sizes"]))
say(progress={"stage": "merging", "done": 1, "total": 9, "learned": 1, "newest": [["th", 80]]})
"""
SLEEPER = OBEDIENT + "sys.stdin.buffer.readline()\n"
DEAF = OBEDIENT + "import time\ntime.sleep(3600)\n"
BROKEN = OBEDIENT + "raise SystemExit(3)\n"
CUT_OFF = OBEDIENT + "print('{\"outcome\": ', end='', flush=True)\n"


@pytest.fixture
def managers() -> Iterator[Callable[..., Manager]]:
    made: list[Manager] = []

    def make(script: str | None = None, **options: object) -> Manager:
        if script is not None:
            options["command"] = (sys.executable, "-c", script)
        made.append(Manager(**options))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for manager in made:
        manager.close()


def until(manager: Manager, id: str, reached: Callable[[Status], bool], owner: str = "me") -> Status:
    deadline = time.monotonic() + 400  # on a new machine the trainer is compiled first
    while not reached(status := manager.status(id, owner)):
        assert time.monotonic() < deadline, status
        time.sleep(0.01)
    return status


def learning(status: Status) -> bool:
    return status.progress.learned > 0


def ended(status: Status) -> bool:
    return not status.active


def test_a_training_gives_what_train_bpe_gives(managers) -> None:
    manager = managers()
    manager.warm()
    id = manager.submit(Request(290, "gpt2", ("<|x|>",), name="mine"), PARTS, "me")
    status = until(manager, id, ended)
    expected = train_bpe(TEXT, 290, "gpt2", ["<|x|>"])
    outcome = status.outcome
    assert status.state == "done"
    assert outcome is not None
    assert isinstance(outcome.tokenizer, BPETokenizer)
    assert outcome.tokenizer.merges == expected.merges
    assert (outcome.tokenizer.name, outcome.tokenizer.vocab_size) == ("mine", expected.vocab_size)
    assert outcome.curve.sizes[-1] == 256 + len(expected.merges)
    assert outcome.curve.tokens[-1] == len(expected.encode(TEXT))
    assert outcome.held_out_curve is None


def test_an_error_of_the_training_is_passed_on(managers) -> None:
    manager = managers()
    status = until(manager, manager.submit(Request(100), PARTS, "me"), ended)
    assert (status.state, "at least 256" in status.message) == ("failed", True)


def test_two_at_once_the_others_wait_in_line(managers) -> None:
    manager = managers(SLEEPER)
    first, second, third, fourth = (manager.submit(Request(300), PARTS, owner) for owner in "abcd")
    until(manager, first, learning, "a")
    until(manager, second, learning, "b")
    assert (manager.status(third, "c").state, manager.status(third, "c").place) == ("queued", 1)
    assert manager.status(fourth, "d").place == 2
    manager.stop(first, "a", keep=False)
    until(manager, third, learning, "c")
    assert manager.status(fourth, "d").place == 1


def test_a_queued_job_can_be_stopped(managers) -> None:
    manager = managers(SLEEPER, at_once=0)
    id = manager.submit(Request(300), PARTS, "me")
    manager.stop(id, "me", keep=True)
    assert manager.status(id, "me").state == "stopped"


def test_one_owner_trains_one_thing_at_a_time(managers) -> None:
    manager = managers(SLEEPER)
    id = manager.submit(Request(300), PARTS, "me")
    with pytest.raises(TrainingError, match="running already"):
        manager.submit(Request(300), PARTS, "me")
    manager.stop(id, "me", keep=False)
    manager.submit(Request(300), PARTS, "me")


def test_nobody_reaches_the_job_of_another(managers) -> None:
    manager = managers(SLEEPER)
    id = manager.submit(Request(300), PARTS, "me")
    assert len(id) >= 32
    for call in (
        lambda: manager.status(id, "you"),
        lambda: manager.stop(id, "you", keep=False),
        lambda: manager.forget(id, "you"),
        lambda: manager.status("1", "me"),
    ):
        with pytest.raises(TrainingError, match="not there"):
            call()
    assert manager.status(id, "me").active


def process_of(manager: Manager, id: str):
    return manager._jobs[id].process


def test_stopping_ends_the_process(managers) -> None:
    manager = managers(DEAF)
    id = manager.submit(Request(300), PARTS, "me")
    until(manager, id, learning)
    process = process_of(manager, id)
    manager.stop(id, "me", keep=False)
    assert manager.status(id, "me").state == "stopped"
    assert process.wait(30) != 0


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="only Linux has it")
def test_a_training_gives_way_to_the_app(managers) -> None:
    manager = managers()
    # More merges than are learned before somebody looks.
    text = random.Random(0).randbytes(2_000_000).hex().encode()
    id = manager.submit(Request(100_000, None), [[text]], "me")
    until(manager, id, learning)
    pid = process_of(manager, id).pid
    assert os.sched_getscheduler(pid) == os.SCHED_IDLE
    assert os.getpriority(os.PRIO_PROCESS, pid) == 19
    manager.stop(id, "me", keep=False)


def test_a_killed_worker_is_reported_and_the_next_one_works(managers) -> None:
    manager = managers(DEAF)
    id = manager.submit(Request(300), PARTS, "me")
    until(manager, id, learning)
    os.kill(process_of(manager, id).pid, signal.SIGKILL)
    status = until(manager, id, ended)
    assert (status.state, "signal 9" in status.message) == ("failed", True)
    again = manager.submit(Request(300), PARTS, "me")
    assert until(manager, again, learning).active


@pytest.mark.parametrize("script", [BROKEN, CUT_OFF, "raise SystemExit(1)", "print('hello')"])
def test_a_worker_that_breaks_is_reported(managers, script: str) -> None:
    manager = managers(script)
    status = until(manager, manager.submit(Request(300), PARTS, "me"), ended)
    assert status.state == "failed"
    assert status.message


def test_the_job_of_an_owner_who_left_ends_and_the_queue_moves(managers) -> None:
    here = {"a": True, "b": True}
    manager = managers(SLEEPER, at_once=1, grace=0.2, alive=lambda owner: here[owner])
    first, second = manager.submit(Request(300), PARTS, "a"), manager.submit(Request(300), PARTS, "b")
    until(manager, first, learning, "a")
    process = process_of(manager, first)
    here["a"] = False
    until(manager, second, learning, "b")
    process.wait(30)
    with pytest.raises(TrainingError, match="not there"):
        manager.status(first, "a")


def test_the_next_session_of_the_same_browser_takes_a_job_up_once_its_owner_has_left(managers) -> None:
    here = {"a": True, "b": True, "c": True, "d": True}
    manager = managers(SLEEPER, alive=lambda owner: here[owner])
    id = manager.submit(Request(300), PARTS, "a", "browser 1", {"text": "choices"})
    until(manager, id, learning, "a")
    with pytest.raises(StillOwned, match="another tab"):
        manager.adopt(id, "b", "browser 1")
    here["a"] = False
    for owner, browser, asked in [("c", "browser 2", id), ("c", "", id), ("b", "browser 1", id[:-1] + "~")]:
        with pytest.raises(TrainingError, match="not there"):
            manager.adopt(asked, owner, browser)
    assert manager.adopt(id, "b", "browser 1") == {"text": "choices"}
    assert manager.status(id, "b").state == "running"
    with pytest.raises(TrainingError, match="not there"):
        manager.status(id, "a")
    manager.stop(id, "b", keep=False)
    here["b"] = False
    unknown = manager.submit(Request(300), PARTS, "d")  # a browser without cookies cannot be told from others
    here["d"] = False
    with pytest.raises(TrainingError, match="not there"):
        manager.adopt(unknown, "c", "")


def test_a_finished_job_waits_for_its_next_owner(managers) -> None:
    here = {"a": True, "b": True}
    manager = managers(alive=lambda owner: here[owner])
    id = manager.submit(Request(290), PARTS, "a", "browser", "luggage")
    here["a"] = False
    deadline = time.monotonic() + 400
    while manager._jobs[id].status.active:
        assert time.monotonic() < deadline
        time.sleep(0.01)
    assert manager.adopt(id, "b", "browser") == "luggage"
    assert manager.status(id, "b").outcome is not None


def test_only_so_many_wait(managers) -> None:
    manager = managers(SLEEPER, at_once=1, queue=1)
    first = manager.submit(Request(300), PARTS, "a")
    manager.submit(Request(300), PARTS, "b")
    with pytest.raises(TrainingError, match="1 trainings wait for their turn already"):
        manager.submit(Request(300), PARTS, "c")
    manager.stop(first, "a", keep=False)
    manager.submit(Request(300), PARTS, "c")


def test_a_training_that_takes_too_long_is_stopped_and_what_it_learned_is_kept(managers) -> None:
    manager = managers(longest=0.5)
    text = "".join(f"{number * 7919 % 100_003} " for number in range(400_000))
    status = until(manager, manager.submit(Request(1_000_000), [[text.encode()]], "me"), ended)
    assert status.message == "Stopped after 0 minutes, the longest on this server."
    assert status.state in ("done", "stopped")


def test_a_training_that_needs_too_much_memory_is_refused_with_a_sentence(
    managers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLAYGROUND_TRAINING_MB", "500")
    manager = managers()
    status = until(manager, manager.submit(Request(300), [[os.urandom(20_000_000).hex().encode()]], "me"), ended)
    assert (status.state, "more memory than there is (at most 500 MB)" in status.message) == ("failed", True)
    again = manager.submit(Request(290), PARTS, "me")
    assert until(manager, again, ended).state == "done"


def test_a_worker_that_does_not_stop_is_ended(managers, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("playground.jobs.manager._PATIENCE", 0.1)
    manager = managers(DEAF)
    id = manager.submit(Request(300), PARTS, "me")
    until(manager, id, learning)
    manager.stop(id, "me", keep=True)
    assert "did not stop" in until(manager, id, ended).message


def test_workers_end_with_the_app(managers) -> None:
    manager = managers(SLEEPER)
    manager.warm()
    spare = manager._spare
    assert spare is not None
    assert spare.stdin is not None
    spare.stdin.close()
    spare.wait(30)


def test_a_corpus_larger_than_any_pipe_arrives_whole(managers) -> None:
    text = "".join(f"line {i} of many\n" for i in range(150_000))
    parts = [[memoryview(text.encode())[i : i + 999_999] for i in range(0, len(text), 999_999)], [b"line 7 of many\n"]]
    manager = managers()
    status = until(manager, manager.submit(Request(300, "cl100k"), parts, "me"), ended)
    assert status.outcome is not None
    assert (status.outcome.curve.bytes, status.outcome.facts.corpus_bytes) == (len(text), len(text))
    assert status.outcome.held_out_curve is not None
    assert status.outcome.held_out_curve.bytes == 15
    assert status.progress.stage in ("merging", "measuring")


def test_newest_bytes_travel_as_they_are() -> None:
    from playground.jobs import messages

    raw = Progress("merging", 1, 2, 1, ((bytes(range(256)), 7),))
    import json

    assert messages.progress_from(json.loads(messages.line(progress=vars(raw)))["progress"]) == raw
