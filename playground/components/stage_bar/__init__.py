"""The bar above a scene on stage: title, next and previous by button, key, clicker or swipe, list, notes, QR code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playground.components import assets
from playground.formats.deck import Scene

_mount = assets.component("stage_bar")


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


@dataclass(frozen=True)
class Wish:
    """What the speaker asked of the bar since the last run: the number of a scene, or the way out."""

    scene: int | None = None
    leave: bool = False


def stage_bar(scenes: Sequence[Scene], at: int, started: float, code: QRCode | None, key: str) -> Wish:
    """Show the bar for scene `at`; what was asked of it."""
    # The wish is read from the result and not in a callback: a run that switches the page ends before the bar is
    # drawn, and Streamlit then forgets what callbacks would read.
    result = _mount(data=payload(scenes, at, started, code), key=key, on_go_change=_ask, on_leave_change=_ask)
    return Wish(None if result.go is None else int(result.go), bool(result.leave))


def _ask() -> None:
    """Triggers exist only with a callback."""
