"""The merge player: chips glued together before the viewer's eyes, in the browser and on its own clock."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import streamlit as st

from playground.components import assets

_FOLDER = Path(__file__).parent
_PARTS = ("timeline.js", "stage.js", "panel.js")


def _assets() -> dict[str, str]:
    """The folder's files; the script's parts stand one after the other, so that it stays one module."""
    loaded = assets.load("merge_player")
    parts = "\n".join((_FOLDER / name).read_text(encoding="utf-8") for name in _PARTS)
    return loaded | {"js": parts + "\n" + loaded["js"]}


ASSETS = _assets()
_component = st.components.v2.component("playground_merge_player", **ASSETS)


def merge_player(data: dict[str, Any], key: str, on_step: Callable[[], None] | None = None) -> int:
    """Show the animation that `payload` made; the step at which it rests (the one to open at until it was moved)."""
    result = _component(data=data, key=key, on_step_change=on_step or _nothing)
    step = result.get("step")
    return int(step) if step is not None else int(data["step"])


def _nothing() -> None:
    """State exists only where somebody listens."""
