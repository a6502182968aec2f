"""The map of numbers equals encoding each number; sentences count what is on it."""

from __future__ import annotations

import pytest

from playground.core.pitfalls.numbers import (
    RANGES,
    NumberMap,
    map_statement,
    number_map,
    ways_statement,
    ways_to_write,
)
from playground.core.pitfalls.words import plain
from playground.core.tokens import Tokenizer


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
    assert map_statement([even]) == "Of these 3 one token each: none in x, where most take 2 tokens."
    assert map_statement([]) is None


def test_code_is_one_hexadecimal_digit_a_number() -> None:
    assert NumberMap("x", ["12345", "1"], (0b1001, 0)).code() == "90"


def test_ways_to_write() -> None:
    ways = ways_to_write("1234567")
    assert ways["with commas"] == "1,234,567"
    assert ways["hexadecimal"] == "0x12d687"
    assert ways["with a real minus sign"] == "−1234567"
    assert ways["Arabic-Indic digits"] == "١٢٣٤٥٦٧"
    assert int(ways["full-width digits"]) == 1234567
    assert ways_to_write("-5")["plain"] == "-5"


def test_separators_cost_what_is_known(cl100k, gpt2) -> None:
    text = ways_to_write("1234567")["with commas"]
    assert (len(cl100k.encode(text)), len(gpt2.encode(text))) == (5, 6)


def test_ways_statement_on_both_sides(published) -> None:
    sentence = ways_statement(ways_to_write("1000000"), published)
    assert sentence is not None
    assert "gpt2 from 2 (plain: ‹1000000›)" in plain(sentence)
    assert ways_statement({"one": "1", "two": "2"}, published) is None


def test_digits_of_another_script(published) -> None:
    counts: dict[str, int] = {}
    tokenizer: Tokenizer
    for tokenizer in published:
        counts[tokenizer.name] = len(tokenizer.encode("٣٤٥٦"))
    assert counts == {"cl100k_base": 8, "o200k_base": 4, "gpt2": 8}
