"""A sum in column as at school, once for each way to cut its numbers, with the cuts drawn through the digits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.components import assets
from playground.core.pitfalls.arithmetic import Column, Number

_mount = assets.component("digit_grid")


def payload(operation: str, tokenized: Sequence[Column], ideal: Sequence[Column]) -> dict[str, Any]:
    """What the browser gets: for each panel rows of characters with their column in the grid, token and cut."""
    columns = [*tokenized, *ideal]
    numbers = [number for column in columns for number in column.numbers]
    places = [p for number in numbers for p in number.places if p is not None]
    top, bottom = max(places, default=0), min(places, default=0)
    point = any("." in number.text for number in numbers)
    return {
        "operation": operation,
        # One column for the operation, one for a minus, the places, and one for the point.
        "width": 2 + top - bottom + 1 + point,
        "panels": [
            {
                "name": column.name,
                "ideal": i >= len(tokenized),
                "rows": [_row(number, top) for number in column.numbers],
                "agreement": [
                    {"column": _grid_column(place, top), "agrees": agrees}
                    for place, agrees in column.agreement().items()
                ],
                "lined": column.lined_up,
                "shared": len(column.agreement()),
                "cuts": ["|".join(number.pieces) for number in column.numbers],
            }
            for i, column in enumerate(columns)
        ],
    }


def _grid_column(place: int, top: int) -> int:
    """Where a place stands in the grid, counted from 1; after the point everything is one further right."""
    return 3 + top - place + (place < 0)


def _row(number: Number, top: int) -> list[dict[str, Any]]:
    cells, token = [], 0
    places = number.places
    for i, (character, place) in enumerate(zip(number.text, places, strict=True)):
        token += i in number.cuts
        if place is not None:
            at = _grid_column(place, top)
        elif character == ".":
            at = _grid_column(0, top) + 1
        else:
            at = _grid_column(next(p for p in places[i:] if p is not None), top) - 1
        edge = i + 1 == len(number.text) or i + 1 in number.cuts
        cells.append({"text": character, "column": at, "token": token, "cut": i in number.cuts, "end": edge})
    return cells


def digit_grid(operation: str, tokenized: Sequence[Column], ideal: Sequence[Column], key: str) -> None:
    """Draw the sum once for each column; the last number of each is the result."""
    _mount(data=payload(operation, tokenized, ideal), key=key)
