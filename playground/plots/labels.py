"""Text in figures. Plotly reads tags, entities and line breaks in its labels; text of a user must stay text."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable

from playground.core.visible import visible

_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "＄"})


def plain(text: str | bytes, limit: int = 40) -> str:
    """`text` as a label that shows its own characters: spaces and controls marked, tags defused, cut at `limit`.

    A dollar sign becomes its full-width form, because two of them would start a formula.

    >>> plain(" <b>")
    '␣&lt;b&gt;'
    """
    return _safe(visible(text), limit)


def name(text: str, limit: int = 40) -> str:
    """As `plain`, for names, in which a space is just a space.

    >>> name("mine <1>")
    'mine &lt;1&gt;'
    """
    return _safe("".join(c if c.isprintable() else "\ufffd" for c in text), limit)


def room(labels: Iterable[str]) -> int:
    """Pixels beside an axis that hold the longest of these labels, at 12 px, whatever its letters.

    With `automargin` a browser would draw each figure a second time to find out.
    """
    return round(max((sum(map(_wide, html.unescape(label))) for label in labels), default=0)) + 16


def _wide(character: str) -> float:
    """The width of a character in pixels, rather too much than too little."""
    if unicodedata.east_asian_width(character) in "WF":
        return 12.5
    return 9 if character.isupper() or character in "mw%@＄" else 6.6


def _safe(shown: str, limit: int) -> str:
    return (shown if len(shown) <= limit else shown[: limit - 1] + "…").translate(_ESCAPES)
