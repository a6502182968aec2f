"""Ways to write a number stay the same number; two neighbours are told as they are cut."""

from __future__ import annotations

from playground.core.pitfalls.ways import negatives, neighbours_statement, ways_statement, ways_to_write
from playground.core.pitfalls.words import plain


def test_ways_to_write() -> None:
    ways = ways_to_write("1234567")
    assert ways["with commas"] == "1,234,567"
    assert ways["hexadecimal"] == "0x12d687"
    assert ways["scientific"] == "1.234567e6"
    assert ways["Arabic-Indic digits"] == "١٢٣٤٥٦٧"
    assert int(ways["full-width digits"]) == 1234567
    assert "with a real minus sign" not in ways
    assert ways_to_write("-5")["with a real minus sign"] == "−5"
    assert "with commas" not in ways_to_write("999")
    assert ways_to_write("0")["scientific"] == "0e0"


def test_the_negative_is_another_number() -> None:
    assert list(negatives("42").values()) == ["-42", "−42"]
    assert negatives("0") == negatives("-5") == {}


def test_separators_cost_what_is_known(cl100k, gpt2) -> None:
    text = ways_to_write("1234567")["with commas"]
    assert (len(cl100k.encode(text)), len(gpt2.encode(text))) == (5, 6)


def test_ways_statement_on_both_sides(published) -> None:
    sentence = ways_statement(ways_to_write("1000000"), published)
    assert sentence is not None
    assert "gpt2 2 tokens (plain: ‹1000000›) to 21 (full-width" in plain(sentence)
    assert ways_statement({"one": "1", "two": "2"}, published) is None


def test_neighbours_on_both_sides(published) -> None:
    sentence = neighbours_statement(["3.14", "2024", "x", "2025"], published)
    assert plain(sentence or "") == (
        "‹2024› and ‹2025› are one apart: ‹202|4› and ‹202|5› in cl100k_base and o200k_base, ‹20|24› and ‹20|25› in "
        "gpt2. Both begin with the same token in cl100k_base, o200k_base and gpt2."
    )
    different = neighbours_statement(["2020", "2021"], published[2:])
    assert plain(different or "").endswith("‹2020› and ‹20|21› in gpt2. They begin with different tokens in gpt2.")
    assert neighbours_statement(["2024", "2026", "-3", "2.5", "٣", "4" * 5000], published) is None


def test_digits_of_another_script(published) -> None:
    counts = {tokenizer.name: len(tokenizer.encode("٣٤٥٦")) for tokenizer in published}
    assert counts == {"cl100k_base": 8, "o200k_base": 4, "gpt2": 8}
