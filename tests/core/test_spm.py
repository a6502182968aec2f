"""SentencePiece models: training in words, spans, byte fallback, and what decoding gives back."""

from __future__ import annotations

import pickle
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.errors import TextError, TrainingError, VocabularyError
from playground.core.spm import SentencePieceTokenizer, train_unigram

LINES = "the cat sat on the mat\na dog ran over the hill\nété naïve café\n日本語の文章です\nประเทศไทย\n" * 20


@pytest.fixture(scope="module")
def nfkc() -> SentencePieceTokenizer:
    return train_unigram(LINES, 400, normalization="nfkc", character_coverage=1.0)


@pytest.fixture(scope="module")
def identity() -> SentencePieceTokenizer:
    return train_unigram(LINES, 400, normalization="identity", keep_spaces=True)


texts = st.text(st.characters(exclude_characters="\x00▁", exclude_categories=["Cs"]), max_size=30)


@settings(deadline=None, max_examples=150)
@given(texts)
def test_decoding_gives_the_text_as_the_model_sees_it(nfkc, identity, text: str) -> None:
    for tokenizer in (nfkc, identity):
        seen = tokenizer.normalize(text)
        assert tokenizer.decode(tokenizer.encode(text)) == seen
    assert identity.normalize(text) == text


@settings(deadline=None, max_examples=150)
@given(texts)
def test_spans_are_ordered_and_ids_agree(nfkc, identity, text: str) -> None:
    for tokenizer in (nfkc, identity):
        encoded = tokenizer.encoded(text)
        assert encoded.ids.tolist() == tokenizer.encode(text)
        assert (encoded.starts <= encoded.ends).all()
        assert (encoded.ends[:-1] <= encoded.starts[1:]).all()
    tiles = b"".join(encoded.piece(i) for i in range(len(encoded)))
    assert tiles == text.encode()


def test_byte_tokens_cover_one_byte_each(nfkc: SentencePieceTokenizer) -> None:
    encoded = nfkc.encoded("cat 😀x")
    assert [encoded.piece(i) for i in range(len(encoded))][-5:-1] == [bytes([b]) for b in "😀".encode()]


def test_literal_text_is_no_byte_token(nfkc: SentencePieceTokenizer) -> None:
    assert nfkc.decode(nfkc.encode("<0x41>")) == "<0x41>"
    assert nfkc.decode_bytes([nfkc.processor.piece_to_id("<0x41>")]) == b"A"


def test_nfkc_joins_what_unicode_calls_the_same(nfkc: SentencePieceTokenizer) -> None:
    assert nfkc.normalize("ﬁve ①") == unicodedata.normalize("NFKC", "ﬁve ①")


def test_a_small_text_gives_fewer_pieces_and_says_so() -> None:
    tokenizer = train_unigram("abc abc\nabd\n" * 20, 8000, byte_fallback=False)
    assert tokenizer.vocab_size < 8000
    assert "8,000 entries were asked for" in tokenizer.notes[0]


def test_too_small_a_vocabulary_names_the_smallest() -> None:
    with pytest.raises(TrainingError, match=r"5 entries are too few.*need \d+"):
        train_unigram(LINES, 5, byte_fallback=False)
    with pytest.raises(TrainingError, match="no words"):
        train_unigram(" \n ", 300)
    with pytest.raises(TrainingError, match="coverage"):
        train_unigram(LINES, 300, character_coverage=2)


def test_unknown_characters_without_byte_fallback() -> None:
    tokenizer = train_unigram("abc abc\nabd\n" * 20, 30, byte_fallback=False)
    assert tokenizer.unknown_id in tokenizer.encode("x")


def test_word_counts_train_too() -> None:
    tokenizer = train_unigram({"so": 300, "sono": 200, "rosso": 100}, 40, byte_fallback=False)
    assert {tokenizer.piece(i) for i in tokenizer.ids()} >= set("snor▁")
    assert len(tokenizer.encode("so")) == 1


def test_special_tokens_are_cut_out_of_the_corpus() -> None:
    tokenizer = train_unigram("x<|end|>y\n" * 50, 300, special_tokens=["<|end|>"])
    id = tokenizer.special_tokens["<|end|>"]
    assert id not in tokenizer.encode("x<|end|>y")
    assert id in tokenizer.encode("x<|end|>y", special=True)
    assert tokenizer.encoded("x<|end|>y", special=True).special.tolist().count(True) == 1
    assert not any("end" in tokenizer.piece(i) for i in tokenizer.ids() if i != id)


def test_copies_are_equal_and_junk_is_refused(nfkc: SentencePieceTokenizer) -> None:
    assert pickle.loads(pickle.dumps(nfkc)).encode("the cat") == nfkc.encode("the cat")
    for junk in (b"", b"hello", b"\x00" * 100):
        with pytest.raises(VocabularyError):
            SentencePieceTokenizer(junk)
    with pytest.raises(TextError):
        nfkc.token_bytes(10_000)


def test_bpe_models_say_so() -> None:
    assert train_unigram(LINES, 400, model_type="bpe").algorithm == "SentencePiece BPE"
