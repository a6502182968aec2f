"""Characters as a reader sees them, and names for those that cannot be seen."""

from __future__ import annotations

import doctest

import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core import characters, segments
from playground.core.characters import LONGEST_GRAPHEME, boundaries, visible_name, visible_names

CLUSTERS = st.lists(
    st.sampled_from([*"aé \r\n©#️⃣", "\r\n", "\u0301", "\u200d", "👨", "👩", "🏽", "🇮", "🇳", "स", "्", "त", "ि", "각",
                     "ᄀ", "ᅡ", "ᆨ", "\u0600", "中", "\ufe0f", "\U000e0061", "ก", "ำ"]),
    max_size=80,
).map("".join)  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(st.one_of(CLUSTERS, st.text(st.characters(exclude_categories=["Cs"]), max_size=80)))
def test_boundaries_are_those_of_regex(text: str) -> None:
    expected = [False] * (len(text) + 1)
    expected[0] = expected[-1] = True
    for match in regex.finditer(r"\X", text):
        expected[match.start()] = True
    assert boundaries(text).tolist() == expected


def test_few_joining_characters_in_a_long_text_give_the_same() -> None:
    text = ("plain words " * 40 + "e\u0301 👩‍👧 \r\n ©️" + "中文" * 40) * 5
    expected = {m.start() for m in regex.finditer(r"\X", text)} | {len(text)}
    assert {i for i, flag in enumerate(boundaries(text)) if flag} == expected


def test_heaps_of_marks_are_taken_apart() -> None:
    text = "a" + "\u0301" * 1000
    places = [i for i, flag in enumerate(boundaries(text)) if flag]
    assert places == [*range(0, 1001, LONGEST_GRAPHEME), 1001]


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("\u200b", "ZWSP"), ("\x00", "NUL"), ("\x1b", "ESC"), ("\x07", "BEL"), ("\x85", "NEL"), ("\u202e", "RLO"),
        ("\u2066", "LRI"), ("\ufeff", "BOM"), ("\xa0", "NBSP"), ("\xad", "SHY"), ("\r", "CR"), ("\u2028", "LSEP"),
        ("\ue000", "U+E000"), ("\U000e0041", "TAG A"), ("\ufe0f", "VS16"), ("a", None), (" ", None), ("\n", None),
        ("\t", None), ("é", None), ("中", None), ("👩", None), ("\u0301", None),
    ],
)  # fmt: skip
def test_visible_names(character: str, name: str | None) -> None:
    assert visible_name(character) == name


def test_names_of_a_text() -> None:
    assert visible_names("plain text") == {}
    assert visible_names("a\x00b\u200bc\n") == {0: "NUL", 0x200B: "ZWSP"}


@pytest.mark.parametrize("module", [characters, segments])
def test_examples_in_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
