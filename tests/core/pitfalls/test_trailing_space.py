"""Starts, census, healing: each equals the plain way to find it out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.pitfalls.trailing_space import (
    ENDINGS,
    Census,
    census,
    census_statement,
    endings_statement,
    heal,
    healing_statement,
    pair,
    starting_with,
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
        "After the space, cl100k_base, o200k_base and gpt2 must go on with ‹g|atto›. Text as it was learned has no "
        "‹␣› there but ‹␣g|atto›: 4 tokens instead of 3."
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
    assert all(t.encode("hello ")[-1] == 220 for t in published)
    assert [len(t.encode("Hello world  ")) for t in published] == [3, 3, 4]


def test_census_counts_every_ordinary_entry(gpt2) -> None:
    spaced = [id for id in range(50256) if gpt2.token_bytes(id)[:1] == b" "]
    assert census(gpt2) == Census("gpt2", len(spaced), 50256 - len(spaced))
    sentence = census_statement([census(gpt2)])
    assert sentence is not None
    assert f"{len(spaced):,} of 50,256" in sentence
    assert census_statement([Census("x", 0, 256)]) is None


@given(st.sampled_from([b" ", b":", b" the", b"\xff", b"\xf0\x9f", b"zzzz", b""]))
@settings(deadline=None, max_examples=7)
def test_entries_that_start_with_bytes(gpt2, start: bytes) -> None:
    expected = [(gpt2.token_bytes(id), id) for id in range(50256) if gpt2.token_bytes(id).startswith(start)]
    assert starting_with(gpt2, start) == expected


def test_healing_takes_the_longest_entry_that_fits(cl100k) -> None:
    found = heal(cl100k, "The address is http:", "//example.org")
    assert (found.last, found.longest, found.id) == (b":", b"://", cl100k.id_of(b"://"))
    assert found.heals
    assert found.choices == len(starting_with(cl100k, b":"))
    assert b"".join(found.kept) + found.last == b"The address is http:"
    assert all(entry.startswith(b":") and entry != b":" for entry, _ in found.examples)


@pytest.mark.parametrize(
    ("prompt", "coming"), [("Sul tetto ", "gatto"), ("print(", '"hi")'), ("naï", "ve"), ("鎮", "x")]
)
def test_no_longer_entry_fits(cl100k, prompt: str, coming: str) -> None:
    found = heal(cl100k, prompt, coming)
    text = found.last + coming.encode()
    longer = [entry for entry, _ in starting_with(cl100k, found.last) if text.startswith(entry)]
    assert len(found.longest) == max(map(len, longer))


def test_healing_statement_on_both_sides(cl100k) -> None:
    sentence = healing_statement([heal(cl100k, "http:", "//x")])
    assert plain(sentence or "").startswith("Cut one token earlier, cl100k_base could begin with ‹://›, one token,")
    assert healing_statement([heal(cl100k, "http://", "example.org")]) is None
    assert healing_statement([heal(cl100k, "", "x")]) is None


def test_endings(published) -> None:
    encoded = {t.name: [t.encoded("a b" + ending) for ending in ENDINGS.values()] for t in published}
    sentence = endings_statement(encoded)
    assert sentence is not None
    assert "gpt2" in sentence
    assert endings_statement({"x": [published[0].encoded("a")] * len(ENDINGS)}) is None
