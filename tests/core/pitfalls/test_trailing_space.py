"""Starts, census, healing: each equals the plain way to find it out."""

from __future__ import annotations

from playground.core.pitfalls.trailing_space import (
    ENDINGS,
    Census,
    census,
    census_statement,
    endings_statement,
    pair,
    statement,
)
from playground.core.pitfalls.words import covered, plain


def test_the_two_starts(cl100k) -> None:
    found = pair(cl100k, "Sul tetto dorme un  ", "gatto")
    assert found.without.prompt.text == "Sul tetto dorme un"
    assert found.having.prompt.text == "Sul tetto dorme un "
    assert covered(found.without.word) == [b" g", b"atto"]
    assert covered(found.having.word) == [b"g", b"atto"]
    assert found.whole.ids.tolist() == cl100k.encode("Sul tetto dorme un gatto") == found.without.ids
    assert found.having.ids == cl100k.encode("Sul tetto dorme un ") + cl100k.encode("gatto")
    assert found.differs


def test_statement_on_both_sides(published) -> None:
    sentence = statement([pair(t, "un", "gatto") for t in published])
    assert plain(sentence or "") == (
        "After the space, cl100k_base and gpt2 must go on with ‹g|atto›. Written at once, the text has ‹␣g|atto› "
        "there, not ‹␣|g|atto›: with the space it is 1 token more. Other cuts, but the same trouble, in o200k_base."
    )
    # A digit never takes the space in cl100k, so nothing is lost there.
    assert statement([pair(published[0], "un", "123")]) is None
    assert statement([]) is None


def test_as_many_tokens_but_others(published) -> None:
    pairs = [p for t in published for w in ("a", "I", "x") if (p := pair(t, "b", w)).differs]
    same = [p for p in pairs if len(p.having.ids) == len(p.whole)]
    for p in same:
        assert "as many tokens, but others" in (statement([p]) or "")


def test_lone_spaces(published) -> None:
    assert [t.encode("hello ") for t in published] == [[15339, 220], [24912, 220], [31373, 220]]
    assert [len(t.encode("Hello world  ")) for t in published] == [3, 3, 4]


def test_census_counts_every_ordinary_entry(gpt2) -> None:
    spaced = [id for id in range(50256) if gpt2.token_bytes(id)[:1] == b" "]
    assert census(gpt2) == Census("gpt2", len(spaced), 50256 - len(spaced))
    sentence = census_statement([census(gpt2)])
    assert sentence is not None
    assert f"{len(spaced):,} of 50,256" in sentence
    assert census_statement([Census("x", 0, 256)]) is None


def test_endings(published) -> None:
    encoded = {t.name: [t.encoded("a b" + ending) for ending in ENDINGS.values()] for t in published}
    sentence = endings_statement(encoded)
    assert sentence is not None
    assert "gpt2" in sentence
    assert endings_statement({"x": [published[0].encoded("a")] * len(ENDINGS)}) is None
