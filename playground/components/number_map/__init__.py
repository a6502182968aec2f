"""How a whole range of numbers is cut, as a map of squares: one a number, its colour the number of tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.components import assets
from playground.core.pitfalls.numbers import NumberMap
from playground.core.pitfalls.words import share

_mount = assets.component("number_map")


def payload(maps: Sequence[NumberMap]) -> dict[str, Any]:
    """What the browser gets: the numbers once, and for each tokenizer one sign a number (`NumberMap.code`)."""
    return {
        "texts": list(maps[0].texts) if maps else [],
        "maps": [
            {"name": m.name, "code": m.code(), "single": m.single, "share": share(m.single, len(m.texts))} for m in maps
        ],
    }


def number_map(maps: Sequence[NumberMap], key: str) -> None:
    """Draw the maps side by side. Pointing at a square, or arrow keys, read that number in all of them."""
    _mount(data=payload(maps), key=key)
