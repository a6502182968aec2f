"""What healing would do equals the plain way to find it out."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.pitfalls.healing import heal, healing_statement, starting_with
from playground.core.pitfalls.words import plain
from playground.core.wordpiece import train_wordpiece


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
    assert found.healed.ids.tolist() == cl100k.encode("The address is http://example.org")
    assert all(entry.startswith(b":") and entry != b":" for entry, _ in found.examples)


@pytest.mark.parametrize(
    ("prompt", "coming"), [("Sul tetto ", "gatto"), ("print(", '"hi")'), ("naï", "ve"), ("鎮", "x")]
)
def test_no_longer_entry_fits(cl100k, prompt: str, coming: str) -> None:
    found = heal(cl100k, prompt, coming)
    text = found.last + coming.encode()
    longer = [entry for entry, _ in starting_with(cl100k, found.last) if text.startswith(entry)]
    assert len(found.longest) == max(map(len, longer))
    assert found.healed.text == prompt + coming
    assert b"".join(found.healed.piece(i) for i in range(len(found.healed))) == found.healed.data


def test_healing_statement_on_both_sides(cl100k) -> None:
    sentence = healing_statement([heal(cl100k, "http:", "//x")])
    assert plain(sentence or "") == (
        "Cut one token earlier, cl100k_base could write ‹://›, one token, instead of going on after ‹:›. "
        "So many begin with ‹:›: 324 entries in cl100k_base."
    )
    assert healing_statement([heal(cl100k, "http://", "example.org")]) is None
    assert healing_statement([heal(cl100k, "", "x")]) is None


def test_a_dropped_space_stands_between_and_is_not_skipped() -> None:
    # WordPiece's last token of "a " ends before the space: what is healed must still be the text.
    found = heal(train_wordpiece("aa ab a b ab", 20), "a ", "b")
    assert (found.last, found.healed.text, found.heals) == (b"a", "a b", False)
