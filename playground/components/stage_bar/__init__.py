"""The bar above a scene on stage: its title, next and previous by button, key, clicker or swipe, a list, notes, a QR code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from playground.components import assets
from playground.formats.deck import Scene

_component = st.components.v2.component("playground_stage_bar", **assets.load("stage_bar"))


@dataclass(frozen=True)
class QRCode:
    """A link as rows of dark (1) and light (0) squares."""

    link: str
    rows: Sequence[str]


def payload(scenes: Sequence[Scene], at: int, started: float, code: QRCode | None) -> dict[str, Any]:
    """What the browser gets. `started` is in seconds since 1970."""
    return {
        "at": at,
        "titles": [scene.title for scene in scenes],
        "notes": scenes[at].notes,
        "started": int(started * 1000),
        "code": {"link": code.link, "rows": list(code.rows)} if code else None,
    }


def stage_bar(
    scenes: Sequence[Scene],
    at: int,
    started: float,
    code: QRCode | None,
    on_go: Callable[[], None],
    on_leave: Callable[[], None],
    key: str,
) -> None:
    """Show the bar. `st.session_state[key].go` holds the number of the wanted scene while `on_go` runs."""
    _component(data=payload(scenes, at, started, code), key=key, on_go_change=on_go, on_leave_change=on_leave)
