"""Forms of a text, and what is said about those that look the same."""

from __future__ import annotations

import unicodedata

from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.pitfalls.typography import (
    Form,
    case_statement,
    cleaning,
    cleaning_statement,
    curly,
    forms,
    full_width,
    statement,
    straight,
)
from playground.core.pitfalls.words import plain


@given(st.text(max_size=20))
@settings(max_examples=100, deadline=None)
def test_forms_differ_and_begin_with_what_was_typed(text: str) -> None:
    found = forms(text)
    assert found[0].text == text
    assert len({form.text for form in found}) == len(found)
    for form in found:
        if "NF" in form.name:
            assert unicodedata.normalize(form.name.split("(")[1][:-1], text) == form.text


def test_quotes() -> None:
    assert curly("\"It's 'fine',\" she said") == "“It’s ‘fine’,” she said"
    assert straight(curly('"It\'s"')) == '"It\'s"'
    assert unicodedata.normalize("NFKC", full_width("Az 09~")) == "Az 09~"


def encodings(tokenizers, written):
    return {t.name: [t.encoded(form.text) for form in written] for t in tokenizers}


def test_statement_on_both_sides(published) -> None:
    written = [form for form in forms("café") if form.alike]
    sentence = statement(written, encodings(published, written))
    assert sentence is not None
    assert sentence.startswith("6 forms look the same; ")
    one = [form for form in forms("7") if form.alike]
    assert statement(one, encodings(published, one)) is None
    even = {"x": [published[2].encoded("a"), published[2].encoded("b")]}
    assert statement([Form("as typed", "a", True), Form("other", "b", True)], even) == (
        "Both forms look the same; x reads 2 different sequences of ids, each of 1 token."
    )


def test_composed_and_decomposed_differ(published) -> None:
    for tokenizer in published:
        assert tokenizer.encode("é") != tokenizer.encode("e\u0301")


def test_case_statement_on_both_sides(published) -> None:
    assert plain(case_statement(published, forms("hello")) or "").startswith(
        "In cl100k_base ‹hello› is 15339, ‹Hello› is 9906 and ‹␣hello› is 24748: one token each"
    )
    assert case_statement(published, forms("qzxqzx")) is None


def test_hidden_characters_are_counted_and_named(published) -> None:
    one = cleaning("pa\u200bss\u00ad", published)
    assert {h.name for h in one.found} == {"ZERO WIDTH SPACE", "SOFT HYPHEN"}
    assert one.costs["cl100k_base"] == (len(published[0].encode("pa\u200bss\u00ad")), len(published[0].encode("pass")))
    assert (cleaning_statement(one) or "").startswith(
        "In this text: 2 hidden characters (zero width space and soft hyphen)."
    )
    both = cleaning("\u200bc\u0430\u00ad \u202e\ufeff\u2060", published)
    assert "5 hidden characters (" in (cleaning_statement(both) or "")
    assert "and 2 other kinds) and 1 look-alike letter (Cyrillic small letter a)." in (cleaning_statement(both) or "")
    assert cleaning_statement(cleaning("pass", published)) is None


def test_a_zero_width_space_is_a_token(published) -> None:
    assert [len(t.encode("a\u200bb")) for t in published] == [3, 3, 3]
