"""Do places line up? Exactly computed, cut as the tokenizer cuts the whole line, said only where it is so."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.errors import TextError
from playground.core.pitfalls.arithmetic import (
    OPERATIONS,
    Column,
    Number,
    by_digit,
    calculate,
    column,
    in_threes,
    parse,
    statement,
    written,
)
from playground.core.pitfalls.words import plain

NUMBERS = st.from_regex(r"-?[0-9]{1,12}(\.[0-9]{1,8})?", fullmatch=True)


@given(NUMBERS, st.sampled_from(OPERATIONS), NUMBERS)
@settings(max_examples=100, deadline=None)
def test_the_result_is_exact(a: str, operation: str, b: str) -> None:
    x, y = Fraction(a), Fraction(b)
    expected = {"+": x + y, "−": x - y, "×": x * y}[operation]
    result = calculate(a, operation, b)
    assert Fraction(result) == expected
    assert "e" not in result.lower()


@given(NUMBERS, st.sampled_from(OPERATIONS), NUMBERS, st.booleans())
@settings(max_examples=100, deadline=None)
def test_the_numbers_stand_where_the_line_says(a: str, operation: str, b: str, spaced: bool) -> None:
    line, spans = written(a, operation, b, spaced)
    assert [line[x:y] for x, y in spans] == [a, b, calculate(a, operation, b)]


@given(NUMBERS)
@settings(max_examples=100, deadline=None)
def test_ideal_cuts_line_up_and_give_the_number_back(a: str) -> None:
    for ideal in (in_threes([a, "1" + a.lstrip("-")]), by_digit([a, "1" + a.lstrip("-")])):
        assert all("".join(number.pieces) == number.text for number in ideal.numbers)
        assert ideal.lined_up == len(ideal.agreement())
    whole = in_threes([a]).numbers[0].pieces
    digits = [piece for piece in "|".join(whole).split(".")[0].split("|") if piece.isdigit()]
    assert all(len(piece) == 3 for piece in digits[1:])


@pytest.mark.parametrize(
    ("name", "cuts"),
    [("cl100k_base", ["123|4", "123|45", "135|79"]), ("gpt2", ["12|34", "123|45", "13|579"])],
)
def test_known_cuts(published, name: str, cuts: list[str]) -> None:
    tokenizer = next(t for t in published if t.name == name)
    found = column(tokenizer, "1234", "+", "12345")
    assert ["|".join(number.pieces) for number in found.numbers] == cuts


def test_known_numbers(cl100k, gpt2) -> None:
    assert column(cl100k, "1000000", "+", "0").numbers[0].pieces == ["100", "000", "0"]
    assert column(gpt2, "1000000", "+", "0").numbers[0].pieces == ["1", "000000"]
    assert column(cl100k, "3.14159", "+", "0").numbers[0].pieces == ["3", ".", "141", "59"]


def test_a_space_can_belong_to_the_number(gpt2) -> None:
    # gpt2 has the token ` 1234` cut otherwise than `1234`; the cut is that of the line, not of the number alone.
    line = "1 + 1234 = 1235"
    starts = {int(start) for start in gpt2.encoded(line).starts}
    second = column(gpt2, "1", "+", "1234", spaced=True).numbers[1]
    assert second.cuts == {start - 4 for start in starts if 4 < start < 8}


def test_places_count_from_the_point() -> None:
    assert Number("-12.50", frozenset()).places == [None, 1, 0, None, -1, -2]


def test_right_edges() -> None:
    assert Number("12345", frozenset({3})).right_edges() == {4: 2, 3: 2, 2: 2, 1: 0, 0: 0}


def test_the_sentence_holds_where_numbers_do_not_line_up(published) -> None:
    sentence = statement([column(t, "1234", "+", "12345") for t in published])
    assert sentence is not None
    assert plain(sentence) == (
        "cl100k_base and o200k_base cut ‹1234› as ‹123|4› and ‹12345› as ‹123|45›: only 2 of 5 places line up."
    )


def test_another_sentence_where_they_do(published) -> None:
    sentence = statement([column(t, "127", "+", "677") for t in published])
    assert sentence == "Here all cut the numbers so that all 3 places line up."
    assert statement([column(published[0], "127", "+", "677")]) == (
        "Here cl100k_base cuts the numbers so that all 3 places line up."
    )


def test_no_sentence_without_numbers_to_compare() -> None:
    assert statement([]) is None
    assert statement([Column("x", (Number("7", frozenset()),))]) is None


def test_other_numbers_another_sentence(published) -> None:
    one, two = (statement([column(t, a, "+", "12345678") for t in published]) for a in ("1", "1234567"))
    assert one != two


@pytest.mark.parametrize("text", ["", "abc", "1e5", "1,000", "--1", "1.", ".5", "٣", "9" * 41])
def test_what_is_no_number_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(TextError):
        parse(text)


def test_numbers_are_read_with_a_real_minus_and_spaces() -> None:
    assert parse(" −12.5 ") == "-12.5"
    with pytest.raises(TextError):
        calculate("1", "/", "2")
