"""Algorithms side by side, step by step: candidates with scores, the corpus after the step, unseen words.

All steps are sent at once, so that stepping needs no answer from the server.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.components import assets
from playground.core.sidebyside import Column, Frame, Row

_mount = assets.component("family_view")


def payload(columns: Sequence[Column], unseen: Sequence[str]) -> dict[str, Any]:
    """What the browser gets: plain lists, all text as text."""
    return {
        "unseen": list(unseen),
        "columns": [
            {"title": column.title, "rule": column.rule, "frames": [_frame(frame) for frame in column.frames]}
            for column in columns
        ],
    }


def _frame(frame: Frame) -> dict[str, Any]:
    return {
        "sentence": frame.sentence,
        "aside": frame.aside,
        "rows": [_row(row) for row in frame.rows],
        "more": frame.more_rows,
        "corpus": [[list(pieces), count] for pieces, count in frame.corpus],
        "pieces": frame.pieces,
        "vocabulary": frame.vocabulary,
        "unseen": [[[piece, unknown] for piece, unknown in word] for word in frame.unseen],
    }


def _row(row: Row) -> dict[str, Any]:
    return {"parts": list(row.parts), "value": row.value, "how": row.how, "share": round(row.share, 4), "won": row.won}


def family_view(columns: Sequence[Column], unseen: Sequence[str], key: str) -> None:
    """Draw the columns with one slider for all; each stays at its last frame where others have more."""
    _mount(data=payload(columns, unseen), key=key)
