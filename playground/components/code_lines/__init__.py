"""Code line by line, coloured by token, with the number of tokens of each line in the margin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.components import assets
from playground.components.chips import chips
from playground.core.pitfalls.indentation import Line
from playground.core.tokens import Encoded

MOST_LINES = 200

_mount = assets.component("code_lines")


def payload(panels: Sequence[tuple[str, Encoded, Sequence[Line]]]) -> dict[str, Any]:
    """What the browser gets: for each tokenizer its lines of chips. A chip goes to the line in which it starts."""
    return {"panels": [_panel(*panel) for panel in panels]}


def _panel(name: str, encoded: Encoded, lines: Sequence[Line]) -> dict[str, Any]:
    shown = list(lines[:MOST_LINES])
    drawn = chips(encoded, most=sum(line.tokens for line in shown))
    rows, at, first = [], 0, 0
    for line in shown:
        row = []
        while at < len(drawn) and drawn[at]["token"] < first + line.tokens:
            row.append(drawn[at])
            at += 1
        bare = len(line.indent)
        edge = first + bare if line.fused else -1
        first += line.tokens
        rows.append({"number": line.number, "tokens": line.tokens, "indent": bare, "chips": row,
                     "edge": edge})  # fmt: skip
    return {"name": name, "count": len(encoded), "rows": rows, "more": len(lines) - len(shown),
            "top": max((line.tokens for line in shown), default=0)}  # fmt: skip


def code_lines(panels: Sequence[tuple[str, Encoded, Sequence[Line]]], key: str) -> None:
    """Draw the code once for each tokenizer."""
    _mount(data=payload(panels), key=key)
