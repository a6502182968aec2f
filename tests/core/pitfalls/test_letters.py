"""Letters, tokens and what is said about them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.charbpe import train_char_bpe
from playground.core.pitfalls.letters import (
    backwards_statement,
    characters,
    reverse,
    reverse_statement,
    spell,
    spellings_of,
    spellings_statement,
    statement,
)
from playground.core.pitfalls.words import plain


def test_strawberry(cl100k, gpt2) -> None:
    word = spell(cl100k, "strawberry", "R")
    assert (word.ids, word.pieces, word.hits) == ((496, 675, 15717), (b"str", b"aw", b"berry"), [1, 0, 2])
    assert spell(gpt2, "strawberry", "r").hits == [0, 1, 2]


@given(st.text("ab é👍🏽r्ष", max_size=12), st.sampled_from("ra"))
@settings(max_examples=100, deadline=None)
def test_every_letter_is_in_its_tokens(gpt2, word: str, letter: str) -> None:
    spelled = spell(gpt2, word, letter)
    assert [one.text for one in spelled.letters] == characters(word)
    assert sum(spelled.hits) == sum(one.hit for one in spelled.letters) == characters(word.lower()).count(letter)
    for one in spelled.letters:
        assert one.text.encode() in b"".join(spelled.pieces[one.first : one.last + 1])
    assert b"".join(spelled.pieces).decode() == word


def test_a_character_of_several_tokens(cl100k) -> None:
    (letter,) = spell(cl100k, "鎮").letters
    assert (letter.first, letter.last) == (0, 2)


def test_statement_on_all_sides(cl100k) -> None:
    assert plain(statement([spell(cl100k, "strawberry", "r")], "r") or "") == (
        "‹strawberry› has 3 ‹r›. cl100k_base reads ‹str|aw|berry› as the ids 496, 675, 15717: "
        "no id says that 1 + 0 + 2 of them are inside."
    )
    assert plain(statement([spell(cl100k, "strawberry", "z")], "z") or "") == "There is no ‹z› in ‹strawberry›."
    out = statement([spell(cl100k, "r-r", "r")], "r")
    assert plain(out or "").endswith("here cl100k_base gives each letter a token of its own.")
    assert "the id 1820: it does not say that it is inside" in plain(statement([spell(cl100k, "the", "h")], "h") or "")
    assert statement([spell(cl100k, "", "r")], "r") is None
    assert statement([spell(cl100k, "strawberry", "")], "") is None
    assert statement([], "r") is None


def test_reverse_keeps_characters_whole() -> None:
    assert reverse("ab👍🏽\r\n") == "\r\n👍🏽ba"


def test_reverse_statement_on_both_sides(cl100k) -> None:
    assert plain(reverse_statement([spell(cl100k, "strawberry")]) or "") == (
        "Reversed letter by letter it is ‹yrrebwarts›; reversed token by token, cl100k_base gives ‹berryawstr›."
    )
    assert reverse_statement([spell(cl100k, "aa")]) is None
    assert reverse_statement([]) is None


def test_ids_that_come_back_on_both_sides(cl100k, gpt2) -> None:
    def turned(word: str):
        return {t.name: (t.encoded(word), t.encoded(reverse(word))) for t in (cl100k, gpt2)}

    assert backwards_statement(turned("strawberry")) == (
        "With the letters turned round, these come back: none of its 3 ids in cl100k_base and gpt2."
    )
    some = backwards_statement({"x": (cl100k.encoded("a b c"), cl100k.encoded("c b a"))})
    assert some == "With the letters turned round, these come back: 1 of its 3 ids in x."
    assert backwards_statement(turned("level")) is None
    assert backwards_statement({}) is None


def test_a_tokenizer_that_drops_the_word_leaves_it_to_the_others(cl100k) -> None:
    dropping = train_char_bpe("ab ab", 10)
    assert not dropping.encode(" ")
    assert plain(statement([spell(t, " ", "a") for t in (dropping, cl100k)], "a") or "") == "There is no ‹a› in ‹␣›."
    assert statement([spell(dropping, " ", "a")], "a") is None


def test_a_letter_is_the_same_composed_and_decomposed(cl100k) -> None:
    assert sum(letter.hit for letter in spell(cl100k, "é e\u0301 É e", "e\u0301").letters) == 3


def test_what_is_counted_must_stand_alone_too(cl100k) -> None:
    # The hyphens are asked for, and each shares its token with a letter.
    assert not spell(cl100k, "-a", "-").spelled_out or spell(cl100k, "-a", "-").pieces == (b"-", b"a")
    assert not spell(cl100k, "鎮").spelled_out


def test_spellings() -> None:
    forms = spellings_of("abc")
    assert list(forms.values()) == ["abc", " abc", "Abc", "ABC", "a-b-c", "a b c"]
    assert list(spellings_of("ABC")) == ["as typed", "with a space before", "with hyphens", "with spaces"]


def test_spellings_statement_on_both_sides(cl100k) -> None:
    forms = spellings_of("strawberry")
    encoded = {"cl100k_base": [cl100k.encoded(form) for form in forms.values()]}
    sentence = spellings_statement(list(forms), encoded)
    assert sentence == "In cl100k_base the word is 1 token with a space before, but 10 with hyphens and with spaces."
    assert spellings_statement(["a", "b"], {"x": [cl100k.encoded("a"), cl100k.encoded("b")]}) is None
