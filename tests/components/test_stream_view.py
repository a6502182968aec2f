"""What the stream view sends to the browser is JSON, whole, and changes its signature with its content."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.components.share_link import payload as link_payload
from playground.components.stream_view import payload
from playground.core.streaming import pieces, stream


def sent(text: str):
    encoded = registry.get("cl100k_base").encoded(text)
    return payload(stream(encoded.ids.tolist(), pieces(encoded)))


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=50))
@settings(max_examples=60, deadline=None)
def test_round_trip(text: str) -> None:
    data = sent(text)
    assert json.loads(json.dumps(data)) == data
    assert "".join(data["texts"]) == text
    assert b"".join(bytes.fromhex(row) for row in data["bytes"]) == text.encode()
    rows = ("ids", "bytes", "held", "texts", "naive", "wrong")
    assert len({len(data[row]) for row in rows}) == 1
    assert 0 <= data["start"] <= len(data["ids"])
    for naive, wrong in zip(data["naive"], data["wrong"], strict=True):
        assert wrong <= naive.count("\ufffd")


def test_it_opens_where_something_is_held_back() -> None:
    data = sent("plain 鎮")
    assert data["held"][data["start"] - 1] != ""
    assert all(held == "" for held in data["held"][: data["start"] - 1])
    assert sent("plain")["start"] == 1
    assert sent("")["start"] == 0


def test_the_signature_follows_the_content() -> None:
    assert sent("a b")["signature"] == sent("a b")["signature"]
    assert sent("a b")["signature"] != sent("a c")["signature"]


def test_hidden_characters_have_names() -> None:
    assert sent("a\u202eb")["names"] == {"\u202e": "RLO"}


def test_a_link_is_two_strings() -> None:
    assert link_payload("share", "abc") == {"parameter": "share", "packed": "abc"}
