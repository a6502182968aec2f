"""What the page's reasons say of the published tokenizers, held against them."""

from __future__ import annotations

import base64
import random
import uuid

from playground.core.pitfalls.words import pieces


def test_digits_come_in_threes_from_the_left(published) -> None:
    for tokenizer in published[:2]:
        assert [len(piece) for piece in pieces(tokenizer, "12345678")] == [3, 3, 2]
        assert pieces(tokenizer, "1,234,567") == [b"1", b",", b"234", b",", b"567"]


def test_gpt2_knows_some_years_and_cuts_groups_in_two(gpt2) -> None:
    assert (len(gpt2.encode("1999")), len(gpt2.encode("1961"))) == (1, 2)
    assert pieces(gpt2, "1,234,567") == [b"1", b",", b"234", b",", b"5", b"67"]


def test_random_letters_hold_one_to_three_characters_a_token(published) -> None:
    chance = random.Random(6)
    for tokenizer in published:
        for _ in range(20):
            data = chance.randbytes(60)
            for text in (base64.b64encode(data).decode(), data.hex(), str(uuid.UUID(bytes=data[:16]))):
                assert 1 < len(text) / len(tokenizer.encode(text)) < 3


def test_indents(published) -> None:
    for tokenizer in published[:2]:
        assert pieces(tokenizer, "    x") == [b"   ", b" x"]
        assert pieces(tokenizer, "\tx") == [b"\tx"]
    assert pieces(published[2], "    x") == [b" ", b" ", b" ", b" x"]


def test_spelled_out_each_letter_is_a_token(published) -> None:
    for tokenizer in published:
        for word in ("s-t-r-a-w", "s t r a w"):
            assert all(sum(c.isalpha() for c in piece.decode()) <= 1 for piece in pieces(tokenizer, word))


def test_a_family_is_seven_code_points() -> None:
    assert len("👩‍👩‍👧‍👦") == 7


def test_names_of_a_forum_are_entries_of_gpt2_alone(cl100k, gpt2) -> None:
    for name in (" SolidGoldMagikarp", " TheNitromeFan", " RandomRedditor"):
        assert len(gpt2.encode(name)) == 1 < len(cl100k.encode(name))
