"""A view survives the way into a link or a file and back, and garbage gets one sentence."""

from __future__ import annotations

import base64
import contextlib
import json
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.errors import FormatError
from playground.formats import view_state

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)
STATES = st.dictionaries(TEXT, VALUES, max_size=5)


def packed(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


@given(STATES)
@settings(max_examples=100, deadline=None)
def test_a_link_and_a_file_hold_everything(state) -> None:
    link = view_state.pack(state)
    assert set(link) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
    assert view_state.unpack(link) == state
    assert view_state.from_file(view_state.to_file("tokens", state)) == ("tokens", state)


@given(TEXT)
@settings(max_examples=150, deadline=None)
def test_any_string_in_the_query_is_read_or_refused(text) -> None:
    with contextlib.suppress(FormatError):
        assert isinstance(view_state.unpack(text), dict)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_a_link_cut_short_is_refused(data) -> None:
    link = view_state.pack({"text": "the cat sat on the mat"})
    cut = data.draw(st.integers(0, len(link) - 2))
    with pytest.raises(FormatError):
        view_state.unpack(link[:cut])


def test_a_bomb_is_not_unpacked() -> None:
    bomb = packed(zlib.compress(b" " * 200_000_000, 9))
    with pytest.raises(FormatError, match="more than 16 MB"):
        view_state.unpack(bomb)


def test_what_follows_the_stream_is_refused() -> None:
    with pytest.raises(FormatError, match="not whole"):
        view_state.unpack(packed(zlib.compress(b"{}") + b"x"))


@pytest.mark.parametrize(
    "text", ["[1]", "3", "null", '{"a": NaN}', '{"a": Infinity}', "[" * 100_000, "{", '{"a": ' + "9" * 5000 + "}", ""]
)
def test_json_that_is_no_view_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match="does not hold a view"):
        view_state.unpack(packed(zlib.compress(text.encode())))


def test_lone_surrogates_spelled_in_json_are_replaced() -> None:
    link = packed(zlib.compress(rb'{"text": "a\ud800b", "rows": [{"content": "\ud83d\udc4d"}]}'))
    assert view_state.unpack(link) == {"text": "a\ufffdb", "rows": [{"content": "👍"}]}


@pytest.mark.parametrize(
    "whole",
    [
        {},
        {"format": "other", "version": 1, "page": "tokens", "state": {}},
        {"format": "tokenizer playground view", "version": 1, "page": 3, "state": {}},
        {"format": "tokenizer playground view", "version": 1, "page": "tokens", "state": []},
        {"format": "tokenizer playground view", "version": 2, "page": "tokens", "state": {}},
    ],
)
def test_another_file_is_refused(whole) -> None:
    with pytest.raises(FormatError):
        view_state.from_file(json.dumps(whole).encode())


def test_a_huge_or_binary_file_is_refused() -> None:
    with pytest.raises(FormatError, match="larger than 16 MB"):
        view_state.from_file(b" " * 16_000_001)
    with pytest.raises(FormatError):
        view_state.from_file(b"\xff\xfe\x00")
