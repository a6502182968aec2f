"""Cells and segments: nothing of a text is lost, nothing is empty, characters stay whole."""

from __future__ import annotations

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.segments import cells, segments
from playground.core.tokens import Encoded

TEXTS = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=60),
    st.text(st.sampled_from("ab \r\n\té\u0301\u200d\u200b👨👩🇮🇳👍🏽स्ति각각\u0600鎮عرب\u202e"), max_size=60),
)


def reference_boundaries(text: str) -> set[int]:
    """Byte positions at which a grapheme starts or ends, found the plain way."""
    places, at = {0}, 0
    for grapheme in regex.findall(r"\X", text):
        at += len(grapheme.encode())
        places.add(at)
    return places


@st.composite
def encodings(draw: st.DrawFn) -> Encoded:
    """Any text under any cut into tokens, with gaps and with tokens that cover nothing."""
    text = draw(TEXTS)
    size = len(text.encode())
    edges = sorted(draw(st.lists(st.integers(0, size), max_size=30)))
    edges = edges[: len(edges) // 2 * 2]
    starts, ends = np.array(edges[::2], np.int64), np.array(edges[1::2], np.int64)
    return Encoded(text, np.arange(len(starts), dtype=np.int32), starts, ends)


@settings(deadline=None, max_examples=150)
@given(encodings())
def test_nothing_is_lost_whatever_the_cut(encoded: Encoded) -> None:
    found = segments(encoded)
    assert "".join(s.text for s in found) == encoded.text
    tokens = [t for s in found for t in range(s.first, s.last)]
    assert tokens == list(range(len(encoded)))
    assert all(s.text or s.last > s.first for s in found)
    places = reference_boundaries(encoded.text)
    assert all(s.start in places and s.end in places for s in found)


@settings(deadline=None, max_examples=150)
@given(encodings())
def test_cells_share_only_whole_characters(encoded: Encoded) -> None:
    found = cells(encoded)
    places = reference_boundaries(encoded.text)
    last = 0
    for start, end, first, stop, shared in zip(
        found.starts, found.ends, found.first, found.last, found.shared, strict=True
    ):
        piece = encoded.data[start:end].decode()
        assert {int(start), int(end)} <= places
        assert first >= last - 1 if shared else first == last
        if stop - first > 1:
            assert len(regex.findall(r"\X", piece)) == 1, "only a character is shared"
        for t in range(first, stop):
            assert encoded.starts[t] <= end
            assert encoded.ends[t] >= start
        last = stop
    assert found.ends16.tolist() == [len(encoded.data[:end].decode().encode("utf-16-le")) // 2 for end in found.ends]


@settings(deadline=None, max_examples=100)
@given(TEXTS, st.sampled_from(registry.NAMES))
def test_published_tokenizers_tile_the_text(text: str, name: str) -> None:
    found = segments(registry.get(name).encoded(text))
    assert "".join(s.text for s in found) == text
    assert all(s.text and s.last > s.first for s in found)


@pytest.mark.parametrize(
    ("text", "name", "groups"),
    [
        ("鎮", "cl100k_base", [(0, 3, "鎮")]),
        ("鎮", "o200k_base", [(0, 2, "鎮")]),
        ("hey 👋", "cl100k_base", [(0, 1, "hey"), (1, 3, " 👋")]),
        ("👨‍👩‍👧‍👦", "gpt2", [(0, 14, "👨‍👩‍👧‍👦")]),
        ("स्ति", "gpt2", [(0, 8, "स्ति")]),
        ("स्ति", "cl100k_base", [(0, 4, "स्ति")]),
        ("स्ति", "o200k_base", [(0, 2, "स्ति")]),
        ("a\u200bb", "cl100k_base", [(0, 1, "a"), (1, 2, "\u200b"), (2, 3, "b")]),
        ("", "cl100k_base", []),
    ],
)
def test_known_groups(text: str, name: str, groups: list[tuple[int, int, str]]) -> None:
    assert [(s.first, s.last, s.text) for s in segments(registry.get(name).encoded(text))] == groups


def test_a_token_of_whole_characters_and_a_part() -> None:
    """` \\xf0\\x9f\\x91` is a space and the start of a character: the space is a cell of its own."""
    found = cells(registry.get("cl100k_base").encoded(" 👀"))
    assert found.ends.tolist() == [1, 5]
    assert found.first.tolist() == [0, 0]
    assert found.shared.tolist() == [False, True]
