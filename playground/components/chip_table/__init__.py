"""Ways to write something, one a row, under several tokenizers, one a column: counts, bars, tokens, ids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from playground.components import assets
from playground.components.chips import Chip, chips
from playground.core.tokens import Encoded

_mount = assets.component("chip_table")


@dataclass(frozen=True)
class Row:
    """One row: its label, a note under it, and an encoded text for each column (None: an empty cell).

    `marked` sets the row apart, as what was typed is.
    """

    label: str
    cells: Sequence[Encoded | None]
    note: str = ""
    marked: bool = False


@dataclass(frozen=True)
class Look:
    """What a cell shows beside the count: the tokens, their ids, a bar against the largest count of the column."""

    tokens: bool = True
    ids: bool = False
    bars: bool = False
    ranked: bool = True
    """Whether the least and the most of a column are marked: where rows are ways to say the same."""
    most: int = 300


def payload(columns: Sequence[str], rows: Sequence[Row], look: Look) -> dict[str, Any]:
    """What the browser gets: names, rows of cells, and which cells are the best and the worst of their column."""
    counts = [[None if cell is None else len(cell) for cell in row.cells] for row in rows]
    tops = [max((c for c in column if c is not None), default=0) for column in zip(*counts, strict=True)]
    lows = [min((c for c in column if c is not None), default=0) for column in zip(*counts, strict=True)]
    return {
        "columns": list(columns),
        "bars": look.bars,
        "rows": [
            {
                "label": row.label,
                "note": row.note,
                "marked": row.marked,
                "cells": [
                    None if cell is None or count is None else _cell(cell, count, top, low, look)
                    for cell, count, top, low in zip(row.cells, line, tops, lows, strict=True)
                ],
            }
            for row, line in zip(rows, counts, strict=True)
        ],
    }


def _cell(encoded: Encoded, count: int, top: int, low: int, look: Look) -> dict[str, Any]:
    drawn: list[Chip] = chips(encoded, look.most) if look.tokens else []
    return {
        "count": count,
        "share": count / top if top else 0,
        "best": look.ranked and top > low and count == low,
        "worst": look.ranked and top > low and count == top,
        "chips": drawn,
        "more": max(0, count - sum(c["tokens"] for c in drawn)) if len(drawn) >= look.most else 0,
        "ids": encoded.ids[: look.most].tolist() if look.ids else [],
    }


def chip_table(columns: Sequence[str], rows: Sequence[Row], key: str, look: Look | None = None) -> None:
    """Draw the table. In a narrow place each row becomes a card."""
    _mount(data=payload(columns, rows, look or Look()), key=key)
