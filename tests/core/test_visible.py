"""Nothing in a token hides."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.visible import visible


@pytest.mark.parametrize(
    ("data", "shown"),
    [
        (b" the", "␣the"),
        ("\t\r\n", "⇥⟨CR⟩↵"),
        (b"\x00\x1b", "⟨NUL⟩⟨ESC⟩"),
        (b"\xf0\x9f", "\\xf0\\x9f"),
        ("a\u200db", "a⟨ZWJ⟩b"),
        ("\u202eabc", "⟨RLO⟩abc"),
        ("\u00a0", "⟨NBSP⟩"),
        ("<b>$x$", "<b>$x$"),
        ("\ud800", "⟨U+D800⟩"),
    ],
)
def test_marks(data: str | bytes, shown: str) -> None:
    assert visible(data) == shown


@given(st.one_of(st.text(max_size=20), st.binary(max_size=20)))
@settings(max_examples=200, deadline=None)
def test_what_is_shown_is_printable_and_has_no_space(data: str | bytes) -> None:
    shown = visible(data)
    assert " " not in shown
    assert all(unicodedata.category(c)[0] not in "CZ" for c in shown)
    assert bool(shown) == bool(data)
