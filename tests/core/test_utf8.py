"""Every place that is not UTF-8 is found where Python finds it, and the reason names what is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.utf8 import invalid, replacements

# Bytes that matter: leads of all lengths, the edges of what may follow them, continuations, ASCII.
BYTE = st.sampled_from(bytes.fromhex("41 7f 80 8f 90 9f a0 bf c0 c1 c2 df e0 e1 ed ef f0 f1 f4 f5 ff"))


@given(st.lists(BYTE, max_size=12).map(bytes))
@settings(max_examples=200, deadline=None)
def test_the_places_are_those_that_decoding_replaces(data: bytes) -> None:
    found = invalid(data)
    mended, before = "", 0
    for place in found:
        mended += data[before : place.start].decode() + "\ufffd"
        before = place.end
    assert mended + data[before:].decode() == data.decode("utf-8", "replace")
    assert replacements(data) == len(found)
    assert all(place.reason.endswith(".") for place in found)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ("80", "continues a character, but none was begun"),
        ("61 ff", "never occurs in UTF-8"),
        ("c0 80", "never occurs in UTF-8"),
        ("f0 9f 91", "begins a character of 4 bytes; its first 3 bytes are there, then the bytes end"),
        ("e9 41", "begins a character of 3 bytes; its first byte is there, then comes 41"),
        ("e9 8e 41", "its first 2 bytes are there, then comes 41"),
        ("e0 80 80", "more bytes than it needs"),
        ("f0 80 80 80", "more bytes than it needs"),
        ("ed a0 80", "half of a UTF-16 pair"),
        ("f4 90 80 80", "beyond U+10FFFF"),
    ],
)
def test_reasons(data: str, words: str) -> None:
    assert words in invalid(bytes.fromhex(data))[0].reason


def test_a_replacement_character_in_the_text_is_not_counted() -> None:
    assert replacements("a\ufffd".encode()) == 0
    assert replacements("a\ufffd".encode() + b"\xff") == 1


def test_many_faults_are_found_up_to_a_limit() -> None:
    assert len(invalid(b"\xff" * 1000)) == 100
    assert len(invalid(b"\xff" * 1000, most=3)) == 3
