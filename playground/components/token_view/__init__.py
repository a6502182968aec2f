"""Tokens in colour: one or several encoded texts, drawn in the browser, only what is in view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st

from playground.components import assets
from playground.components.token_view.data import Pane, payload

__all__ = ["Pane", "Selection", "ViewState", "payload", "token_view"]

_mount = st.components.v2.component("playground.token_view", **assets.load("token_view"))


@dataclass(frozen=True)
class Selection:
    """A stretch of the text of pane `pane` that is selected: characters `start:end` (code points)."""

    pane: int
    start: int
    end: int


@dataclass(frozen=True)
class ViewState:
    """What the visitor did in the view: the pinned token of each pane, what is selected, how it is drawn."""

    pinned: tuple[int | None, ...] = ()
    selection: Selection | None = None
    options: Mapping[str, Any] = field(default_factory=dict)


def token_view(
    panes: Sequence[Pane] | Pane,
    *,
    key: str,
    height: int | Literal["content"] = 360,
    whitespace: bool = True,
    wrap: bool = True,
    colour: Literal["position", "token"] = "position",
    view: Literal["text", "ids", "bytes", "lines"] = "text",
    chunks: bool = False,
    mark_differences: bool = False,
    toolbar: bool = True,
    limit: int | None = None,
) -> ViewState:
    """Draw the tokens of `panes`, one under the other or, where there is room, side by side.

    Panes of the same text scroll together, and what is hovered in one lights up in all. `height` is that of a pane in
    pixels, or "content": as high as the text needs. The options are where a visit starts; the toolbar changes them in
    the browser. `limit` marks where the text would be cut at so many tokens, never inside a character.
    """
    shown = [panes] if isinstance(panes, Pane) else list(panes)
    start = {"view": view, "whitespace": whitespace, "wrap": wrap, "colour": colour, "chunks": chunks}
    memory = f"_{key}:options"
    # What the toolbar just changed is known before the component is mounted again.
    just_changed = (st.session_state.get(key) or {}).get("options") or {}
    before = {**st.session_state.get(memory, start), **just_changed}
    data = payload(shown, chunks=before["chunks"], mark_differences=mark_differences, limit=limit)
    data |= {"height": height, "toolbar": toolbar, "options": before}
    result = _mount(
        data=data,
        key=key,
        on_pinned_change=_nothing,
        on_selection_change=_nothing,
        on_options_change=_nothing,
    )
    options = {**before, **(result.options or {})}
    st.session_state[memory] = options
    return ViewState(_pinned(shown, result.pinned), _selection(shown, result.selection), options)


def _nothing() -> None:
    """Streamlit gives a component state only where something listens."""


def _pinned(panes: Sequence[Pane], sent: Mapping[str, int] | None) -> tuple[int | None, ...]:
    """The pinned token of each pane; a pin on a token that is no longer there is none."""
    found: list[int | None] = [None] * len(panes)
    if sent and 0 <= sent["pane"] < len(panes):
        ids = panes[sent["pane"]].encoded.ids
        if 0 <= sent["token"] < len(ids) and int(ids[sent["token"]]) == sent["id"]:
            found[sent["pane"]] = sent["token"]
    return tuple(found)


def _selection(panes: Sequence[Pane], sent: Mapping[str, int] | None) -> Selection | None:
    """The selection in code points, from UTF-16 units; None where it is empty or was made in another text."""
    if not sent or not 0 <= sent["pane"] < len(panes):
        return None
    text = panes[sent["pane"]].encoded.text
    units = text.encode("utf-16-le")
    if sent["length"] * 2 != len(units) or not 0 <= sent["start"] < sent["end"] <= sent["length"]:
        return None
    start = len(units[: sent["start"] * 2].decode("utf-16-le", "ignore"))
    end = len(units[: sent["end"] * 2].decode("utf-16-le", "ignore"))
    return Selection(sent["pane"], start, end) if start < end else None
