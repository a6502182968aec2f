"""A training goes on while its page is refreshed: the address holds its id, and the same browser takes it up again.

The id is 192 random bits. It opens nothing for another browser, whose cookie differs, nor while the tab that began the
training is still there. Streamlit gives a refreshed page a new session, so what belongs to the training travels with
the job: its text, and the choices of the Train page.
"""

from __future__ import annotations

import time
from collections.abc import Collection
from typing import Any

import streamlit as st

from playground.core.errors import TrainingError
from playground.jobs import StillOwned
from playground.ui import session
from playground.ui.train import training, upload

PARAMETER = "training"
"""The name in the address."""
_SINCE, _DRAWN = "_resuming_since", "_resuming_drawn"
_PATIENCE = 8.0  # seconds until a tab that was closed by the refresh is surely noticed as gone


def restore() -> None:
    """Take up the training that the address names. The router calls it before the page."""
    id = st.query_params.get(PARAMETER)
    if not id or training.job() is not None or id == st.session_state.get(training.ENDED):
        return
    _take_up(id)
    if _SINCE in st.session_state:
        st.session_state[_DRAWN] = True
        st.fragment(_look_again, run_every=0.5)(id)


def sync() -> None:
    """Put the id of a running training into the address, and take that of an ended one out; after the page."""
    id = training.job()
    if id is not None:
        if st.query_params.get(PARAMETER) != id:
            st.query_params[PARAMETER] = id
    elif _SINCE not in st.session_state:
        st.query_params.pop(PARAMETER, None)


def luggage(choices: Collection[str]) -> dict[str, Any]:
    """What a refreshed page needs of this session: these choices, and the files that were read."""
    state = st.session_state
    return {key: state[key] for key in (*choices, upload.READ) if key in state}


def _take_up(id: str) -> None:
    since = st.session_state.pop(_SINCE, time.monotonic())
    try:
        left, values = training.adopt(id)
    except StillOwned as error:
        if time.monotonic() - since < _PATIENCE:
            st.session_state[_SINCE] = since
        else:
            st.warning(str(error))
    except TrainingError as error:
        st.warning(str(error))
    else:
        session.set_corpus(left.corpus)
        for key, value in values.items():
            st.session_state.setdefault(key, value)


def _look_again(id: str) -> None:
    st.caption("Looking for the training that this address names …")
    if not st.session_state.pop(_DRAWN, False):
        st.rerun()
