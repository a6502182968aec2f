"""The map of numbers equals encoding each number; sentences count what is on it."""

from __future__ import annotations

import pytest

from playground.core.pitfalls.numbers import (
    RANGES,
    NumberMap,
    map_statement,
    number_map,
)
from playground.core.pitfalls.words import plain
from playground.core.wordpiece import train_wordpiece


@pytest.mark.parametrize("space", [False, True])
@pytest.mark.parametrize("range_name", list(RANGES))
def test_the_map_is_what_the_tokenizer_says(gpt2, range_name: str, space: bool) -> None:
    found = number_map(gpt2, range_name, space)
    for i in range(0, len(found.texts), 37):
        text = found.texts[i]
        pieces = [gpt2.token_bytes(id).decode() for id in gpt2.encode(" " + text if space else text)]
        if space:
            pieces = [p for p in [pieces[0].removeprefix(" "), *pieces[1:]] if p]
        assert found.pieces(i) == pieces


def test_tokenizers_with_spans_of_their_own_are_asked_for_them(gpt2) -> None:
    class Wrapped(type(gpt2)):  # type: ignore[misc]
        def encoded(self, text: str, *, special: bool = False):
            return gpt2.encoded(text, special=special)

    other = object.__new__(Wrapped)
    other.name = "other"
    assert number_map(other, "Decimals 0.00 to 9.99").masks == number_map(gpt2, "Decimals 0.00 to 9.99").masks


def test_every_range_fits_one_digit_a_number() -> None:
    assert all(text.isascii() and len(text) <= 5 for texts in RANGES.values() for text in texts)


def test_known_shares(cl100k, gpt2) -> None:
    maps = [number_map(t, "1 to 9,999") for t in (cl100k, gpt2)]
    assert [m.single for m in maps] == [999, 906]
    sentence = map_statement(maps)
    assert sentence is not None
    assert plain(sentence).startswith("Of these 9,999 one token each: 999 (10%) in cl100k_base and 906 (9%) in gpt2.")


def test_years(gpt2) -> None:
    found = number_map(gpt2, "Years 1000 to 2199")
    years = {text: found.pieces(i) for i, text in enumerate(found.texts)}
    assert years["2020"] == ["2020"]
    assert years["2024"] == ["20", "24"]
    assert "‹2020› is ‹2020› but ‹2021› is ‹20|21›" in plain(map_statement([found]) or "")


def test_nothing_is_one_token_and_nothing_uneven() -> None:
    even = NumberMap("x", ["10", "11", "12"], (1, 1, 1))
    assert map_statement([even]) == "Of these 3 one token each: none in x (most often 2 tokens)."
    assert map_statement([]) is None


def test_numbers_that_cannot_be_spelled_are_not_one_token() -> None:
    poor = train_wordpiece("ab 1 2 12 12 1", 40)
    found = number_map(poor, "1 to 9,999")
    unknown = poor.unknown_id
    assert {i for i, text in enumerate(found.texts) if unknown in poor.encode(text)} == found.unknown
    known = [text for text in found.texts if unknown not in poor.encode(text)]
    assert found.single == sum(len(poor.encode(text)) == 1 for text in known) > 0
    assert found.code()[2] == "u"
    assert f"has no tokens for {len(found.unknown):,} of them." in (map_statement([found]) or "")


def test_code_is_one_hexadecimal_digit_a_number() -> None:
    assert NumberMap("x", ["12345", "1"], (0b1001, 0)).code() == "90"
