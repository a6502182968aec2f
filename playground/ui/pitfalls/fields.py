"""Inputs of experiments. The key of each is its name in the address, so that the address is a link to what is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import streamlit as st

from playground.core.characters import repair
from playground.ui import inputs

Visibility = Literal["visible", "hidden", "collapsed"]
LONGEST_TEXT = 4_000
"""How many characters a text box takes: what it holds goes into the address."""


def line(label: str, default: str, key: str, help: str | None = None, most: int = 400) -> str:
    """One line of text, taken as it is typed, leading and last spaces included; of a longer one its beginning."""
    note = _mend(key, most)
    typed = st.text_input(
        label,
        default,
        key=key,
        help=help,
        live=True,
        bind="query-params",
        persist_state="session",
        autocomplete="off",
    )
    return _taken(typed or "", most, note)


def text(label: str, default: str, key: str, height: int = 180, help: str | None = None) -> str:
    """A text of several lines; of one that is longer than `LONGEST_TEXT` its beginning."""
    note = _mend(key, LONGEST_TEXT)
    typed = st.text_area(
        label,
        default,
        key=key,
        height=height,
        help=help,
        bind="query-params",
        persist_state="session",
    )
    return _taken(typed or "", LONGEST_TEXT, note)


def choice(
    label: str, options: Sequence[str], key: str, default: str | None = None, label_visibility: Visibility = "visible"
) -> str:
    """One of a few options; the first where nothing is chosen."""
    chosen = st.segmented_control(
        label,
        options,
        default=default or options[0],
        key=key,
        label_visibility=label_visibility,
        required=True,
        wrap=True,
        bind="query-params",
        persist_state="session",
    )
    return chosen or default or options[0]


def flag(label: str, key: str, help: str | None = None) -> bool:
    """A switch that is off at first."""
    return st.toggle(label, key=key, help=help, bind="query-params", persist_state="session")


def whole(label: str, least: int, most: int, key: str, default: int) -> int:
    """A whole number on a slider; a value that is out of a range that has become smaller goes to its end."""
    if key in st.session_state:
        inputs.put(key, min(max(int(st.session_state[key]), least), most))
    chosen: int = st.slider(
        label, least, most, min(default, most), key=key, bind="query-params", persist_state="session"
    )
    return chosen


def _mend(key: str, most: int) -> str:
    """Before the widget sees it: half characters, on which it would fail, are replaced, and a text too long is cut.

    The widget's own limit would drop a long paste without a word. Gives the sentence to show, or "".
    """
    value = st.session_state.get(key)
    if not isinstance(value, str):
        return ""
    whole = repair(value[:most])[0]
    if whole != value:
        st.session_state[key] = whole
    return _too_long(value, most)


def _taken(typed: str, most: int, note: str) -> str:
    """What counts of a widget's value. One from the address was not there before the widget, and is cut only here."""
    if said := note or _too_long(typed, most):
        st.caption(said)
    return repair(typed)[0][:most]


def _too_long(text: str, most: int) -> str:
    if len(text) <= most:
        return ""
    return f"Of {len(text):,} characters the first {most:,} count: what is typed goes into the address."
