"""An encoded text as a short list of chips, for components that draw a few tokens beside other things."""

from __future__ import annotations

from typing import TypedDict

from playground.core.segments import cells
from playground.core.tokens import Encoded
from playground.core.visible import visible


class Chip(TypedDict):
    """What the browser draws: the text made visible, the first token's index (its colour), how many tokens it holds,
    whether its first token began in the chip before, whether it is a control token, and what to say about it."""

    text: str
    token: int
    tokens: int
    joined: bool
    special: bool
    title: str


def chips(encoded: Encoded, most: int = 300) -> list[Chip]:
    """The cells of the text, at most `most` of them; a character of several tokens is one chip.

    >>> from playground import registry
    >>> [(c["text"], c["tokens"]) for c in chips(registry.get("cl100k_base").encoded("a 鎮"))]
    [('a', 1), ('␣', 1), ('鎮', 3)]
    """
    found: list[Chip] = []
    all_cells = cells(encoded)
    starts, shared = all_cells.starts, all_cells.shared
    for i in range(min(len(all_cells), most)):
        text = encoded.data[starts[i] : all_cells.ends[i]].decode("utf-8", "replace")
        first, last = int(all_cells.first[i]), int(all_cells.last[i])
        ids = encoded.ids[first:last].tolist()
        found.append(
            Chip(
                text=visible(text),
                token=first if last > first else -1,
                tokens=last - first,
                joined=bool(shared[i]),
                special=bool(encoded.special[first:last].any()),
                title=_title(text, ids),
            )
        )
    return found


def _title(text: str, ids: list[int]) -> str:
    if not ids:
        return "no token"
    what = f"id {ids[0]}" if len(ids) == 1 else "ids " + ", ".join(map(str, ids))
    return f"{what} · bytes {text.encode().hex(' ').upper()}" if len(text) <= 24 else what
