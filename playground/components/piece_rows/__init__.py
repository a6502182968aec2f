"""Rows of pieces as a vocabulary writes them (`▁the`, `##ing`, `<0x41>`), each row with a label and a note."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from playground.components import assets

_mount = assets.component("piece_rows")


@dataclass(frozen=True)
class PieceRow:
    """A label, the pieces (or one text, where `whole`), a note under them; `odd` pieces are marked by their number."""

    label: str
    pieces: Sequence[str]
    note: str = ""
    whole: bool = False
    odd: frozenset[int] = field(default_factory=frozenset)


def payload(rows: Sequence[PieceRow]) -> dict[str, Any]:
    """What the browser gets: plain lists, all text as text."""
    return {
        "rows": [
            {
                "label": row.label,
                "pieces": list(row.pieces),
                "note": row.note,
                "whole": row.whole,
                "odd": sorted(row.odd),
            }
            for row in rows
        ]
    }


def piece_rows(rows: Sequence[PieceRow], key: str) -> None:
    """Draw the rows one under the other."""
    _mount(data=payload(rows), key=key)
