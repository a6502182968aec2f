"""The Train button, and a look at the work while it goes on."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import streamlit as st
from streamlit import runtime
from streamlit.runtime.scriptrunner import get_script_run_ctx

from playground import settings
from playground.core.errors import TrainingError
from playground.core.visible import visible
from playground.corpus import Corpus
from playground.jobs import Manager, Progress, Status
from playground.ui import browser, faults, session
from playground.ui.train.corpora import size
from playground.ui.train.training_plan import Plan

_JOB, _SUBJECT, _MESSAGE = "_training_job", "_training_subject", "_training_message"
_PRESSED, _PRESSED_AT = "_training_pressed", "_training_pressed_at"
DOUBLE_CLICK = 0.5
"""Seconds within which a second press on Train belongs to the first: a short training has ended by then."""
ENDED = "_training_ended"
"""The session key of the id of the training that ended last; the address may still name it."""
LATEST = "train_shown"
"""The session key of the tokenizer whose training the page shows."""

_STAGES = {
    "starting": "Starting (on a new machine the trainer is compiled first, which takes half a minute)",
    "reading": "Reading the text",
    "splitting": "Splitting it into pieces",
    "merging": "Merging",
    "measuring": "Measuring the result",
}


@dataclass(frozen=True)
class Subject:
    """What a training learns from, and by which algorithm."""

    corpus: Corpus
    held_out: bool
    algorithm: str = "BPE"


@st.cache_resource(show_spinner=False)
def manager() -> Manager:
    """The one manager of this process; jobs are kept apart by their owners, the sessions."""
    known = settings.current()
    return Manager(
        alive=_is_connected,
        at_once=known.trainings,
        grace=known.grace_seconds,
        queue=known.queue,
        longest=known.training_minutes * 60,
    )


def _is_connected(owner: str) -> bool:
    return not runtime.exists() or runtime.get_instance().is_active_session(owner)


def _owner() -> str:
    context = get_script_run_ctx()
    return context.session_id if context else ""


def run(corpus: Corpus | None, asked: Plan, luggage: Callable[[], dict[str, Any]] = dict) -> None:
    """The button, and while a training goes on its progress instead.

    `luggage` gives what a refreshed page needs beside the training's id to show the same.
    """
    manager().warm()
    pressed = st.session_state.pop(_PRESSED, False)  # in any case: a second click begins no second training
    if _JOB in st.session_state:
        st.fragment(_watch, run_every=0.4)()
        return
    if asked.problem:
        st.error(faults.plain(asked.problem))
    text = None if asked.problem else corpus
    if pressed and text is not None:
        _begin(text, asked, luggage)
        st.rerun()
    st.button(
        "Train",
        type="primary",
        icon=":material/model_training:",
        width="stretch",
        disabled=text is None,
        on_click=_press,
    )
    if message := st.session_state.pop(_MESSAGE, ""):
        st.warning(faults.plain(message))


def _press() -> None:
    """Note it only: what the run before has read may be old, where somebody changes a size and presses at once."""
    now, last = time.monotonic(), st.session_state.get(_PRESSED_AT)
    st.session_state[_PRESSED_AT] = now
    if last is None or now - last > DOUBLE_CLICK:
        st.session_state[_PRESSED] = True


def _begin(corpus: Corpus, asked: Plan, luggage: Callable[[], dict[str, Any]]) -> None:
    parts = corpus.split() if asked.held_out else ([memoryview(corpus.data)],)
    subject = Subject(corpus, asked.held_out, asked.request.algorithm)
    try:
        st.session_state[_JOB] = manager().submit(asked.request, parts, _owner(), browser.mark(), (subject, luggage()))
        st.session_state[_SUBJECT] = subject
    except TrainingError as error:
        st.session_state[_MESSAGE] = str(error)


def job() -> str | None:
    """The id of this session's training, while it goes on."""
    id: str | None = st.session_state.get(_JOB)
    return id


def adopt(id: str) -> tuple[Subject, dict[str, Any]]:
    """Make a training that this browser began, in a session that has left, this session's own; what it left behind.

    TrainingError where there is none.
    """
    subject, luggage = manager().adopt(id, _owner(), browser.mark())
    st.session_state[_JOB], st.session_state[_SUBJECT] = id, subject
    return subject, luggage


def collect() -> None:
    """Take in a training that has ended while another page was shown. The router calls it before each page."""
    id = st.session_state.get(_JOB)
    if id is None:
        return
    try:
        status = manager().status(id, _owner())
    except TrainingError as error:
        _end(str(error))
        return
    if status.active:
        return
    manager().forget(id, _owner())
    subject: Subject = st.session_state[_SUBJECT]
    if status.outcome is not None:
        st.session_state[LATEST] = session.add_trained(status.outcome, subject.corpus, subject.held_out)
    _end(status.message)


def _end(message: str) -> None:
    st.session_state[ENDED] = st.session_state.pop(_JOB, None)
    st.session_state.pop(_SUBJECT, None)
    st.session_state[_MESSAGE] = message


def _watch() -> None:
    """How the training stands; runs again and again on its own until it has ended, then lets the page go on."""
    collect()
    if _JOB not in st.session_state:
        st.rerun()
    _show(manager().status(st.session_state[_JOB], _owner()))


def _show(status: Status) -> None:
    progress = status.progress
    subject: Subject = st.session_state[_SUBJECT]
    merges = subject.algorithm == "BPE"
    st.caption(f"Learning from {faults.plain(subject.corpus.name)}, {size(len(subject.corpus.data))}.")
    if status.state == "queued":
        running = settings.current().trainings
        others = "Another training is" if running == 1 else f"{running} other trainings are"
        st.info(f"{others} running. Yours is number {status.place} in the queue.")
    else:
        st.progress(progress.share, _sentence(status, merges))
        if merges:
            st.caption("The newest merges, and how often each pair was counted.")
            st.code(_newest(progress), language=None, height=260)
        else:
            st.caption(f"{subject.algorithm} gives nothing before it has ended: a part of its work is no tokenizer.")
    left, right = st.columns(2)
    if merges:
        left.button(
            "Stop and keep",
            help="Stop now and keep the merges learned so far.",
            width="stretch",
            disabled=status.state != "running" or not progress.learned,
            on_click=_stop,
            args=(True,),
        )
    cancel = right if merges else left
    cancel.button("Cancel", help="Stop now and keep nothing.", width="stretch", on_click=_stop, args=(False,))


def _sentence(status: Status, merges: bool) -> str:
    progress = status.progress
    if status.state == "stopping":
        return f"Stopping after {progress.learned:,} merges …"
    stage = "Learning" if progress.stage == "merging" and not merges else _STAGES[progress.stage]
    if progress.stage == "merging" and progress.total > 1:
        return f"{stage}: {progress.done:,} of {progress.total:,}"
    return f"{stage}: {progress.share:.0%}" if progress.total > 1 else f"{stage} …"


def _newest(progress: Progress) -> str:
    width = max((len(f"{count:,}") for _, count in progress.newest), default=0)
    return "\n".join(f"{count:>{width},}  {visible(piece)}" for piece, count in progress.newest) or "…"


def _stop(keep: bool) -> None:
    if id := st.session_state.get(_JOB):
        try:
            manager().stop(id, _owner(), keep)
        except TrainingError as error:
            st.session_state[_MESSAGE] = str(error)
