"""Tokens in colour: one or several encoded texts, drawn in the browser, only what is in view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import streamlit as st

from playground.components import assets
from playground.components.token_view.data import Pane, payload
from playground.components.token_view.pins import Pin, moved

__all__ = ["Pane", "Selection", "ViewState", "option_key", "payload", "token_view"]

_mount = assets.component("token_view")


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
    counts: bool = False,
    check: str | None = None,
    announce: bool = False,
) -> ViewState:
    """Draw the tokens of `panes`, one under the other or, where there is room, side by side.

    Panes of the same text scroll together, and what is hovered in one lights up in all. `height` is that of a pane in
    pixels, or "content": as high as the text needs. `counts` puts tokens, characters, bytes and bytes per token of the
    first pane above, and beside them the words of `check`. `limit` marks where the text would be cut at so many tokens,
    never inside a character. How it is drawn is where a visit starts: the toolbar changes it in the browser, and the
    session keeps it under `option_key(key, name)`, where a link can set it. With `announce`, each `pulse` on the page
    beats when the view has come to rest after a change.
    """
    shown = [panes] if isinstance(panes, Pane) else list(panes)
    start = {"view": view, "whitespace": whitespace, "wrap": wrap, "colour": colour, "chunks": chunks, "limit": limit}
    options = {name: st.session_state.get(option_key(key, name), value) for name, value in start.items()}
    sent = st.session_state.get(key) or {}
    selection = _selection(shown, sent.get("selection"))
    data = payload(
        shown,
        chunks=options["chunks"],
        colours=options["colour"] == "token",
        mark_differences=mark_differences,
        limit=options["limit"],
    )
    data |= {"height": height, "toolbar": toolbar, "options": options, "counts": counts, "check": check}
    data["announce"] = announce
    pin = _pin(shown, sent.get("pinned"), key)
    data["pin"] = pin.payload()
    data["selected"] = selection and {**sent["selection"], "tokens": _alone(shown, selection)}

    def keep_options() -> None:
        for name, value in (st.session_state[key].options or {}).items():
            if name in start:
                st.session_state[option_key(key, name)] = value

    _mount(
        data=data,
        key=key,
        on_pinned_change=_nothing,
        on_selection_change=_nothing,
        on_options_change=keep_options,
    )
    return ViewState(pin.by_pane(len(shown)), selection, options)


def option_key(key: str, name: str) -> str:
    """Where the session keeps an option of the view `key`: view, whitespace, wrap, colour, chunks or limit."""
    return f"{key}_{name}"


def _alone(panes: Sequence[Pane], selection: Selection) -> int:
    """How many tokens the selected stretch has when it is encoded by itself."""
    pane = panes[selection.pane]
    return len(pane.tokenizer.encode(pane.encoded.text[selection.start : selection.end]))


def _nothing() -> None:
    """Streamlit gives a component state only where something listens."""


def _pin(panes: Sequence[Pane], sent: Any, key: str) -> Pin:
    """Where the pin is, kept in the session so that it can follow its token from text to text."""
    place = f"_{key}:pin"
    pin = moved(st.session_state.get(place), sent, [pane.encoded for pane in panes])
    st.session_state[place] = pin
    return pin


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
