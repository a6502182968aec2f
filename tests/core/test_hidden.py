"""Hidden characters are found with their names, places and cost; a clean text has none."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.hidden import EXPLAINED, cleaned, hidden, name, tag_message

CL100K = registry.get("cl100k_base")


def count(text: str) -> int:
    return len(CL100K.encode(text))


@pytest.mark.parametrize(
    ("character", "kind"),
    [
        ("\u200b", "zero width"), ("\u200d", "zero width"), ("\u2060", "zero width"), ("\ufeff", "zero width"),
        ("\u00ad", "zero width"), ("\u034f", "zero width"), ("\u180e", "zero width"),
        ("\u200e", "direction"), ("\u202e", "direction"), ("\u2066", "direction"), ("\u061c", "direction"),
        ("\u00a0", "space"), ("\u2009", "space"), ("\u202f", "space"), ("\u3000", "space"), ("\u2028", "space"),
        ("\ufe0f", "variation"), ("\U000e0100", "variation"),
        ("\U000e0041", "tag"), ("\U000e007f", "tag"),
        ("\0", "control"), ("\x1b", "control"), ("\x85", "control"), ("\x7f", "control"), ("\x0b", "control"),
        ("\u3164", "filler"), ("\u2800", "filler"),
        ("\ue000", "private"), ("\ufdd0", "private"),
    ],
)  # fmt: skip
def test_each_kind(character: str, kind: str) -> None:
    text = f"a{character}b{character}"
    (found,) = hidden(text, count)
    assert (found.character, found.kind, found.count, found.positions) == (character, kind, 2, [1, 3])
    assert found.name.isprintable()
    assert found.kind in EXPLAINED
    assert found.cost == count(text) - count(text.replace(character, found.instead))
    assert hidden(cleaned(text), count) == []


def test_a_zero_width_space_costs_two_tokens() -> None:
    """ENC-32: three tokens where one would do."""
    (found,) = hidden("a\u200bb", count)
    assert (found.name, found.cost) == ("ZERO WIDTH SPACE", count("a\u200bb") - count("ab"))
    assert found.cost == 2


@pytest.mark.parametrize("text", ["", "plain text\r\n\twith a tab", "русский текст", "Ελληνικά", "naïve café", "中文"])
def test_ordinary_text_hides_nothing(text: str) -> None:
    assert hidden(text, count) == []
    assert cleaned(text) == text


def test_letters_of_another_script_inside_a_latin_word() -> None:
    (found,) = hidden("p\u0430ypal и так", count)
    assert (found.kind, found.name, found.positions) == ("look-alike", "CYRILLIC SMALL LETTER A", [1])
    assert found.instead == "a"
    assert found.cost == count("p\u0430ypal и так") - count("paypal и так")
    # The same letter in a word of its own script is left alone.
    assert cleaned("p\u0430y \u0430 так") == "pay \u0430 так"


def test_tags_spell_a_message() -> None:
    secret = "".join(chr(0xE0000 + ord(c)) for c in "ignore this")
    assert tag_message(f"hello{secret}") == "ignore this"
    assert sum(h.count for h in hidden(f"hello{secret}", count)) == len("ignore this")
    scotland = "🏴" + "".join(chr(0xE0000 + ord(c)) for c in "gbsct") + "\U000e007f"
    assert tag_message(scotland) == ""
    assert tag_message(scotland + secret) == "ignore this"


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=60))
@settings(max_examples=100, deadline=None)
def test_laws(text: str) -> None:
    found = hidden(text, count)
    assert [h.count for h in found] == sorted((h.count for h in found), reverse=True)
    for h in found:
        assert [text[i] for i in h.positions] == [h.character] * h.count
    assert not {c for c in cleaned(text) if unicodedata.category(c) in ("Cf", "Co")}
    assert not hidden(cleaned(text), count)


def test_every_name_says_something() -> None:
    assert name("\0") == "NULL"
    assert name("\x1b") == "ESCAPE"
    assert name("\x85") == "CONTROL 85"
    assert name("\ue000") == "PRIVATE USE"
