"""Measures on texts counted by hand, and the laws that hold for any text."""

from __future__ import annotations

from math import isnan

import numpy as np
import pytest
import tokenizers
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.baselines import ByteTokenizer, CharacterTokenizer
from playground.core.bpe import train_bpe
from playground.core.charbpe import train_char_bpe
from playground.core.huggingface import HuggingFaceTokenizer
from playground.core.measures import measure, relative_attention, word_spans
from playground.core.tokens import Encoded, Tokenizer, byte_offsets
from playground.core.wordpiece import train_wordpiece

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


def measured(tokenizer: Tokenizer, text: str):
    return measure(tokenizer.name, tokenizer.encoded(text), tokenizer.vocab_size, unknown=tokenizer.unknown_id)


def cut(text: str, *ends: int, ids: list[int] | None = None) -> Encoded:
    """A text cut by hand: token i ends at byte ends[i]."""
    stops = np.array(ends, np.int64)
    return Encoded(text, np.array(ids or range(len(ends)), np.int32), np.concatenate(([0], stops[:-1])), stops)


def test_a_sentence_counted_by_hand() -> None:
    # the| cat|s| sat|.     12 bytes, 5 tokens, 3 words of which "cats" is cut
    figures = measure("hand", cut("the cats sat.", 3, 7, 8, 12, 13, ids=[1, 2, 3, 4, 5]), 100)
    assert (figures.tokens, figures.bytes, figures.characters, figures.words) == (5, 13, 13, 3)
    assert figures.bytes_per_token == 13 / 5
    assert (figures.word_tokens, figures.fertility) == (4, 4 / 3)
    assert (figures.words_whole, figures.whole_share) == (2, 2 / 3)
    assert (figures.single_byte, figures.single_byte_share) == (2, 2 / 5)
    assert (figures.used, figures.unused_share) == (5, 0.95)
    assert figures.broken == 0


def test_a_character_cut_in_two_is_counted_as_broken_and_by_its_own_bytes() -> None:
    figures = measure("hand", cut("é!", 1, 2, 3), 256)
    assert (figures.broken, figures.single_byte, figures.bytes_per_token) == (2, 3, 1.0)
    assert figures.characters_per_token == pytest.approx(2 / 3)


def test_a_repeated_token_is_one_used_entry() -> None:
    assert measure("hand", cut("aaa", 1, 2, 3, ids=[97, 97, 97]), 256).used == 1


def test_a_token_over_two_words_touches_both() -> None:
    figures = measure("raw", cut("of the", 6), 300)
    assert (figures.words, figures.word_tokens, figures.words_whole) == (2, 2, 2)


def test_nothing_to_count_gives_no_figures() -> None:
    figures = measured(ByteTokenizer(), "")
    assert figures.tokens == figures.words == 0
    assert isnan(figures.bytes_per_token)
    assert isnan(figures.fertility)
    assert figures.unused_share == 1


def test_known_figures_of_a_published_tokenizer() -> None:
    figures = measured(registry.get("cl100k_base"), "strawberry")  # str|aw|berry
    assert (figures.tokens, figures.fertility, figures.words_whole) == (3, 3.0, 0)


def test_words_keep_apostrophes_and_marks() -> None:
    text = "Don't — naïve 12,5 स्ति"
    data = text.encode()
    assert [data[a:b].decode() for a, b in word_spans(text)] == ["Don't", "naïve", "12", "5", "स्ति"]


def test_what_a_tokenizer_cannot_spell_is_lost() -> None:
    pieces = train_wordpiece("a cat sat on a mat", 40)
    figures = measured(pieces, "a cat\tсат zz\n")
    # сат and zz become [UNK], one token each; the tab, the space and the line end stand in no token.
    assert (figures.tokens, figures.lost, figures.spaces_lost) == (4, 5, 4)
    assert figures.lost_share == 5 / 13
    characters = train_char_bpe("a cat sat", 12)
    assert (measured(characters, "a czt").lost, measured(characters, "a cat").lost) == (1, 0)
    loaded = HuggingFaceTokenizer(tokenizers.Tokenizer(tokenizers.models.BPE({"a": 0, "b": 1}, [])).to_str())
    assert loaded.unknown_id is None
    assert measured(loaded, "aб b").lost == 1, "dropped without a token"


@given(texts)
@settings(max_examples=60, deadline=None)
def test_who_spells_every_byte_loses_nothing(text: str) -> None:
    for tokenizer in (ByteTokenizer(), CharacterTokenizer(), TRAINED):
        figures = measured(tokenizer, text)
        assert (figures.lost, figures.spaces_lost) == (0, 0)


def test_attention_grows_with_the_square() -> None:
    assert relative_attention([200, 300, 100]) == [4.0, 9.0, 1.0]
    assert relative_attention([]) == []
    assert isnan(relative_attention([0])[0])


@given(texts)
@settings(max_examples=100, deadline=None)
def test_byte_offsets_are_lengths_of_prefixes(text: str) -> None:
    assert byte_offsets(text).tolist() == [len(text[:i].encode()) for i in range(len(text) + 1)]


TRAINED = train_bpe("the cat sat on the mat, the cats sat. été été — été", 290, "cl100k")


@pytest.mark.parametrize(
    "tokenizer",
    [ByteTokenizer(), CharacterTokenizer(), TRAINED, registry.get("cl100k_base")],
    ids=lambda t: t.name,
)
@given(text=texts.filter(bool))
@settings(max_examples=60, deadline=None)
def test_laws(tokenizer: Tokenizer, text: str) -> None:
    figures = measured(tokenizer, text)
    assert figures.bytes_per_token * figures.tokens == pytest.approx(figures.bytes)
    assert figures.characters_per_token * figures.tokens == pytest.approx(figures.characters)
    assert 0 <= figures.words_whole <= figures.words <= figures.word_tokens or not figures.words
    assert 0 <= figures.used <= figures.tokens
    assert 0 <= figures.unused_share <= 1
    assert figures.single_byte <= figures.tokens


@given(texts)
@settings(max_examples=60, deadline=None)
def test_plain_bytes_and_characters_are_the_two_ends(text: str) -> None:
    by_byte, by_character = measured(ByteTokenizer(), text), measured(CharacterTokenizer(), text)
    assert by_byte.tokens == by_byte.bytes
    assert by_byte.single_byte == by_byte.tokens
    assert by_character.tokens == by_character.characters
    assert by_character.broken == 0
