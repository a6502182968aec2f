"""Lines and tokens agree; re-indenting keeps the program; sentences follow the code."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.pitfalls.indentation import (
    CRLF,
    STYLES,
    Line,
    after,
    bill,
    ended,
    indent_share,
    indent_tokens,
    level,
    level_statement,
    line_end_statement,
    line_statement,
    lines,
    longest_run,
    reindent,
    split_lines,
    statement,
)
from playground.core.pitfalls.words import covered, plain

CODE = (
    "def f(x):\n    if x:\n        return [\n                   x]\n\n    for y in x:\n        print(y)\n    return 1\n"
)
SPACES = st.text(" \tx\r\né=", max_size=60)


@given(SPACES)
@settings(max_examples=100, deadline=None)
def test_lines_hold_all_text_and_all_tokens(cl100k, text: str) -> None:
    encoded = cl100k.encoded(text)
    found = lines(encoded)
    assert "".join(line.text for line in found) == text == "".join(split_lines(text))
    assert sum(line.tokens for line in found) == len(encoded)
    assert all(not part.strip(b" \t\r\n") for line in found for part in line.indent)


# Python itself refuses spaces on one level and a tab on the next, as the mixed style has them.
@pytest.mark.parametrize("style", [style for style in STYLES if style != "mixed"])
def test_the_program_stays_the_same(style: str) -> None:
    assert ast.dump(ast.parse(reindent(CODE, style))) == ast.dump(ast.parse(CODE))


@pytest.mark.parametrize("style", STYLES)
def test_there_and_back(style: str) -> None:
    plain_code = "if a:\n    if b:\n        c\n    else:\n        d\ne\n"
    assert reindent(reindent(plain_code, style), "4 spaces") == plain_code


def test_styles() -> None:
    code = "a:\n  b:\n    c:\n      d\n"
    assert reindent(code, "4 spaces") == "a:\n    b:\n        c:\n            d\n"
    assert reindent(code, "tabs") == "a:\n\tb:\n\t\tc:\n\t\t\td\n"
    assert reindent(code, "mixed") == "a:\n    b:\n\tc:\n\t    d\n"
    assert reindent("a:\n    \n  b\n", "tabs") == "a:\n\n\tb\n"


def test_line_ends() -> None:
    assert ended("a\r\nb\n", True) == "a\r\nb\r\n"
    assert ended("a\r\nb\n", False) == "a\nb\n"


def test_known_counts(published) -> None:
    code = "def f():\n    if x:\n        return 1\n"
    assert {t.name: sum(line.tokens for line in lines(t.encoded(code))) for t in published} == {
        "cl100k_base": 12,
        "o200k_base": 12,
        "gpt2": 21,
    }
    tabs = "def f():\n\treturn 1\n"
    assert [len(t.encode(tabs)) for t in published] == [7, 7, 8]


def test_the_last_space_goes_to_the_code(cl100k) -> None:
    line = lines(cl100k.encoded("    x = 1"))[0]
    assert (line.indent, line.fused, line.leftover, line.tokens) == ((b"   ",), b" x", True, 5)


def test_a_tab_is_fused_with_the_code(cl100k, gpt2) -> None:
    line = lines(cl100k.encoded("y\n\treturn"))[1]
    assert (line.indent, line.fused, line.leftover) == ((), b"\treturn", False)
    line = lines(gpt2.encoded("y\n\treturn"))[1]
    assert (line.indent, line.fused) == ((b"\t",), b"")


def test_line_statement_on_all_sides(cl100k, gpt2) -> None:
    assert line_statement("x", lines(cl100k.encoded("a = 1\nb = 2\n"))) is None
    leftover = line_statement("cl100k_base", lines(cl100k.encoded("    x = 1")))
    assert plain(leftover or "") == (
        "In cl100k_base 1 of 5 tokens holds nothing but indent. "
        "In line 1 the last space has gone to the code: ‹␣␣␣|␣x›."
    )
    fused = line_statement("cl100k_base", lines(cl100k.encoded("y\n\treturn")))
    assert plain(fused or "").endswith("In line 2 indent and code are one token: ‹⇥return›.")
    bare = line_statement("gpt2", lines(gpt2.encoded("\treturn")))
    assert bare == "In gpt2 1 of 2 tokens holds nothing but indent."


def test_share_of_indent(gpt2) -> None:
    found = lines(gpt2.encoded("    x"))
    assert (indent_tokens(found), indent_share(found)) == (3, 0.75)
    assert indent_share([]) == 0


def test_statement_on_both_sides(published) -> None:
    bills = {t.name: bill(t, CODE) for t in published}
    sentence = statement(bills)
    assert sentence is not None
    assert sentence.startswith("In gpt2 the same code costs ")
    assert "8 spaces" in sentence
    assert statement({t.name: bill(t, "a = 1\n") for t in published}) is None


def test_bill_is_the_count_of_the_rewritten_code(gpt2) -> None:
    costs = bill(gpt2, CODE)
    assert costs["tabs"] == len(gpt2.encode(reindent(CODE, "tabs")))
    assert costs[CRLF] == len(gpt2.encode(reindent(CODE, "4 spaces").replace("\n", "\r\n"))) > costs["4 spaces"]


def test_line_ends_on_both_sides(published) -> None:
    bills = {t.name: bill(t, "if x:\n    y\n    z\n") for t in published}
    assert line_end_statement(bills) == (
        "Ended with CR LF instead of LF, the file with 4 spaces has 3 tokens more in gpt2 and none more in cl100k_base "
        "and o200k_base."
    )
    assert line_end_statement({"x": bill(published[0], "a")}) is None


def test_only_a_single_space_is_left_over() -> None:
    assert Line(1, "    x", 2, (b"  ",), b"  x").leftover is False
    assert Line(1, "    x", 2, (b"   ",), b" x").leftover is True
    assert Line(1, " x", 1, (), b" x").leftover is False


def test_levels(cl100k, gpt2) -> None:
    assert covered(level(cl100k, "4 spaces", 1)) == [b"   ", b" x"]
    assert covered(level(gpt2, "4 spaces", 1)) == [b" ", b" ", b" ", b" x"]
    assert level(cl100k, "tabs", 2).text == "\t\tx"


def test_level_statement_on_both_sides(cl100k, gpt2) -> None:
    def deep(style: str):
        return {t.name: [level(t, style, depth) for depth in (1, 2)] for t in (cl100k, gpt2)}

    assert level_statement(deep("4 spaces")) == (
        "The indent alone is one token or less at levels 1 and 2 in cl100k_base; at no level in gpt2 (level 2 takes 7)."
    )
    assert level_statement({"a": deep("tabs")["gpt2"][:1], "b": deep("tabs")["gpt2"][:1]}) == (
        "The indent alone is one token or less at level 1 in a and b."
    )
    assert level_statement({"a": []}) is None


def test_a_token_across_the_edge_is_clipped(cl100k) -> None:
    rest = after(cl100k.encoded("hello world"), 3)
    assert (rest.text, covered(rest)) == ("lo world", [b"lo", b" world"])


def test_longest_runs(published) -> None:
    assert [longest_run(t, most=90) for t in published if t.name == "gpt2"] == [1]
    assert all(longest_run(t, most=83) == 83 for t in published if t.name != "gpt2")
    for name, spaces in (
        ("cl100k_base", {4: 257, 20: 3909, 83: 52575}),
        ("o200k_base", {4: 257, 20: 7692, 83: 116288}),
    ):
        tokenizer = next(t for t in published if t.name == name)
        assert {n: tokenizer.id_of(b" " * n) for n in spaces} == spaces
