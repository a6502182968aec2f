"""The session's deck: the scenes of a talk, kept while the session lasts, and which of them is on stage."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import streamlit as st

from playground import talk
from playground.formats.deck import MOST_SCENES, Scene
from playground.ui import views

_SCENES, _ON_STAGE, _STARTED = "_deck", "_on_stage", "_stage_started"


def scenes() -> list[Scene]:
    """The scenes in order; the default deck until the visitor changes it."""
    return st.session_state.setdefault(_SCENES, list(talk.DEFAULT))  # type: ignore[no-any-return]


def replace_all(new: list[Scene]) -> None:
    """Take another deck."""
    st.session_state[_SCENES] = new
    leave()


def add(title: str, page: str, state: Mapping[str, Any]) -> bool:
    """Put a scene at the end; False where the deck is full."""
    if len(scenes()) >= MOST_SCENES:
        return False
    scenes().append(Scene(title.strip()[:200] or page, page, dict(state)))
    return True


def edit(at: int, **changes: str) -> None:
    """Change the title or the notes of a scene."""
    scenes()[at] = replace(scenes()[at], **changes)  # type: ignore[arg-type]


def move(at: int, by: int) -> None:
    """Move a scene up or down; nothing at the ends."""
    to = at + by
    if 0 <= to < len(scenes()):
        scenes()[at], scenes()[to] = scenes()[to], scenes()[at]


def remove(at: int) -> None:
    """Take a scene out."""
    scenes().pop(at)


def on_stage() -> int | None:
    """The number (from 0) of the scene that is being presented, or None."""
    at: int | None = st.session_state.get(_ON_STAGE)
    return at if at is not None and at < len(scenes()) else None


def started() -> float:
    """When the presentation began, in seconds since 1970."""
    return float(st.session_state.setdefault(_STARTED, time.time()))


def present(at: int) -> None:
    """Put scene `at` on stage; beyond the ends the first or the last one stays."""
    if not scenes():
        return
    at = min(max(at, 0), len(scenes()) - 1)
    if on_stage() is None:
        st.session_state[_STARTED] = time.time()
    st.session_state[_ON_STAGE] = at
    views.show(scenes()[at].page, scenes()[at].state)


def leave() -> None:
    """End the presentation."""
    st.session_state.pop(_ON_STAGE, None)
