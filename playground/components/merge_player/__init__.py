"""The merge player: chips glued together before the viewer's eyes, in the browser and on its own clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playground.components import assets

ASSETS = assets.load("merge_player")
_mount = assets.component("merge_player")


def merge_player(data: dict[str, Any], key: str, on_step: Callable[[], None]) -> int:
    """Show the animation that a payload describes; the step at which it rests (at first the one it opens at)."""
    result = _mount(data=data, key=key, on_rest_change=on_step)
    rest = result.get("rest")
    # What is left from another animation does not count.
    return int(rest["step"]) if rest and rest["id"] == data["id"] else int(data["step"])
