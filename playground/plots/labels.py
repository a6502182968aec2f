"""Text in figures. Plotly reads tags, entities and line breaks in its labels; text of a user must stay text."""

from __future__ import annotations

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


def _safe(shown: str, limit: int) -> str:
    return (shown if len(shown) <= limit else shown[: limit - 1] + "…").translate(_ESCAPES)
