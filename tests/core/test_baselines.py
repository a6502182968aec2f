"""Plain bytes and plain characters obey the laws of every tokenizer."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.baselines import ByteTokenizer, CharacterTokenizer, vocabulary_count
from playground.core.errors import TextError
from playground.core.tokens import Encoded, Tokenizer

BOTH = pytest.mark.parametrize("tokenizer", [ByteTokenizer(), CharacterTokenizer()], ids=lambda t: t.name)


@BOTH
@given(text=st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
@settings(max_examples=60, deadline=None)
def test_round_trip_and_spans(tokenizer: Tokenizer, text: str) -> None:
    encoded = tokenizer.encoded(text)
    assert tokenizer.decode(encoded.ids.tolist()) == text
    assert encoded.ids.tolist() == tokenizer.encode(text)
    assert [encoded.piece(i) for i in range(len(encoded))] == [tokenizer.token_bytes(id) for id in encoded.ids.tolist()]
    assert all(tokenizer.id_of(tokenizer.token_bytes(id)) == id for id in encoded.ids.tolist())


def test_an_emoji_is_four_bytes_and_one_character() -> None:
    assert ByteTokenizer().encode("🙂") == [0xF0, 0x9F, 0x99, 0x82]
    assert CharacterTokenizer().encode("🙂") == [0x1F642]


@BOTH
def test_half_a_pair_is_refused(tokenizer: Tokenizer) -> None:
    with pytest.raises(TextError, match="half of a UTF-16 pair"):
        tokenizer.encode("a\ud800")


@BOTH
@pytest.mark.parametrize("id", [-1, 0x110000])
def test_ids_outside_are_refused(tokenizer: Tokenizer, id: int) -> None:
    with pytest.raises(TextError):
        tokenizer.token_bytes(id)


def test_surrogates_are_no_characters() -> None:
    with pytest.raises(TextError, match="is not used"):
        CharacterTokenizer().token_bytes(0xD800)
    assert CharacterTokenizer().id_of(b"ab") is None
    assert CharacterTokenizer().id_of(b"\xff") is None


def test_vocabularies() -> None:
    assert vocabulary_count(ByteTokenizer()) == 256
    characters = CharacterTokenizer()
    assert vocabulary_count(characters) == 0x110000 - 0x800 == sum(1 for _ in characters.ids())
    lengths = characters.token_lengths
    sample = [*range(0, 0x110000, 4099), 0xD7FF, 0xE000]
    assert all(lengths[id] == len(chr(id).encode()) for id in sample if not 0xD800 <= id < 0xE000)
    assert isinstance(characters.encoded("é"), Encoded)
    assert np.array_equal(characters.encoded("é!").ends, [2, 3])
