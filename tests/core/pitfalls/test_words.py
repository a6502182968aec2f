"""Quoting: what a user typed can always be told from our own words."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.pitfalls.words import CLOSE, CUT, OPEN, count, cut, listing, pieces, plain, quote, share


@given(st.text(max_size=80))
@settings(max_examples=100, deadline=None)
def test_no_text_can_end_its_own_quotation(text: str) -> None:
    inside = quote(text)[1:-1]
    assert not {OPEN, CLOSE, CUT} & set(inside)
    assert cut([text, text]).count(CUT) == 1 or len(text) > 30


def test_the_users_own_marks_are_named() -> None:
    assert plain(quote(f"a{CLOSE}b")) == "‹a⟨PDI⟩b›"


def test_long_text_keeps_its_ends() -> None:
    assert plain(quote("a" * 50 + "b" * 50)) == "‹" + "a" * 40 + " … " + "b" * 20 + "›"


def test_many_tokens_are_cut_off() -> None:
    assert plain(cut(["ab"] * 100)).endswith("|…›")


def test_words_of_sentences() -> None:
    assert listing(["a"]) == "a"
    assert listing(["a", "b"]) == "a and b"
    assert (count(1, "token"), count(0, "token"), count(1000, "entry", "entries")) == (
        "1 token",
        "0 tokens",
        "1,000 entries",
    )
    assert (share(1, 1), share(1, 2), share(1, 1000), share(999, 1000), share(0, 0)) == (
        "100%",
        "50%",
        "under 1%",
        "over 99%",
        "0%",
    )


def test_pieces_are_the_text(published) -> None:
    for tokenizer in published:
        assert b"".join(pieces(tokenizer, " naïve 👍🏽\n")) == " naïve 👍🏽\n".encode()
