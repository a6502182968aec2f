"""WordPiece: the worked example, training against the slow reference, encoding against the real library."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

from playground.core.errors import TrainingError
from playground.core.wordpiece import BERT_WORDS, WordPieceTokenizer, join, train_wordpiece, wordpiece_steps

CORPUS = {"basso": 6, "bassotto": 2, "bosso": 3, "rosso": 9, "rossetto": 5}


def plain(pair) -> str:
    return (pair.left + pair.right).replace("#", "")


def test_first_scores_of_the_worked_example() -> None:
    first = next(wordpiece_steps(CORPUS))
    scores = {plain(c): round(c.score, 4) for c in first.candidates}
    assert (scores["ba"], scores["et"], scores["tt"], scores["ro"], scores["ss"]) == (
        0.0909,
        0.0714,
        0.0357,
        0.0227,
        0.0100,
    )
    ba = first.winner
    assert (plain(ba), ba.count, ba.left_count, ba.right_count) == ("ba", 8, 11, 8)
    assert len(first.candidates) == 12
    assert [plain(c) for c in first.candidates].index("ss") == 7


@settings(deadline=None, max_examples=150)
@given(st.dictionaries(st.text("abc", min_size=1, max_size=8), st.integers(1, 5), min_size=1, max_size=8))
def test_fast_training_equals_training_in_slow_motion(counts: dict[str, int]) -> None:
    fast = train_wordpiece(counts, 500)
    slow = [s.joined for s in wordpiece_steps(counts)]
    assert fast.pieces[-len(slow) :] == slow if slow else True


@settings(deadline=None, max_examples=60)
@given(st.text("ab ", min_size=20, max_size=200), st.integers(1, 4))
def test_min_count_stops_rare_pairs(text: str, least: int) -> None:
    if not text.strip():
        return
    fast = train_wordpiece(text, 500, min_count=least)
    seen = {s.joined: s.winner.count for s in wordpiece_steps({w: text.split().count(w) for w in text.split()})}
    if least == 1:
        assert set(seen) <= set(fast.pieces)
    assert fast.vocab_size <= 500


vocabularies = st.sets(st.text("abé", min_size=1, max_size=4), max_size=20)


@settings(deadline=None, max_examples=200)
@given(vocabularies, vocabularies, st.text("abé .!#x\n", max_size=40), st.booleans())
def test_encoding_equals_the_real_library(starts: set[str], inside: set[str], text: str, lowercase: bool) -> None:
    pieces = ["[UNK]", *sorted(starts), *sorted("##" + piece for piece in inside), ".", "!", "#"]
    ours = WordPieceTokenizer(pieces, lowercase=lowercase)
    real = Tokenizer(models.WordPiece({p: i for i, p in enumerate(pieces)}, unk_token="[UNK]"))
    real.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    if lowercase:
        real.normalizer = normalizers.Lowercase()
        text = text.upper()
    expected = real.encode(text)
    encoded = ours.encoded(text)
    assert encoded.ids.tolist() == ours.encode(text) == expected.ids
    data = [text[a:b].encode() for a, b in expected.offsets]
    assert [encoded.piece(i) for i in range(len(encoded))] == data


@settings(deadline=None, max_examples=100)
@given(st.text(max_size=40))
def test_words_are_those_of_bert(text: str) -> None:
    real = Tokenizer(models.WordPiece({"[UNK]": 0}, unk_token="[UNK]"))
    real.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    mine = Tokenizer(models.WordPiece({"[UNK]": 0}, unk_token="[UNK]"))
    mine.pre_tokenizer = pre_tokenizers.Split(Regex(BERT_WORDS), "removed", invert=True)
    words = WordPieceTokenizer(["[UNK]"]).words(text)
    theirs = [word for word, _ in real.pre_tokenizer.pre_tokenize_str(text)]
    if "".join(words) == "".join(theirs):  # newer Unicode knows punctuation and spaces that the library does not
        assert len(words) >= len(theirs)


def test_long_words_and_words_that_cannot_be_covered() -> None:
    tokenizer = train_wordpiece(CORPUS, 40)
    assert tokenizer.spelled("x" * 3) == ["[UNK]"]
    assert tokenizer.spelled("b" + "o" * 100) == ["[UNK]"]
    assert tokenizer.spelled("rossellini") == ["[UNK]"]


def test_decode_puts_a_space_before_each_word() -> None:
    tokenizer = train_wordpiece(CORPUS, 40)
    assert tokenizer.decode(tokenizer.encode("basso\n rosso bosso")) == "basso rosso bosso"
    assert tokenizer.encode("") == []
    assert tokenizer.decode([]) == ""


def test_lowercase_spans_cover_the_text_as_typed() -> None:
    tokenizer = WordPieceTokenizer(["[UNK]", "i", "##\u0307", "##x"], lowercase=True)
    encoded = tokenizer.encoded("İx")
    assert [encoded.piece(i).decode() for i in range(len(encoded))] == ["İ", "", "x"]


def test_special_tokens_are_text_unless_asked() -> None:
    tokenizer = train_wordpiece("so [CLS] so", 20, special_tokens=["[CLS]"])
    assert tokenizer.special_tokens == {"[CLS]": 1}
    assert 1 not in tokenizer.encode("[CLS] so")
    assert tokenizer.encode("[CLS] so", special=True)[0] == 1
    assert not any("L" in piece for piece in tokenizer.pieces[2:])


def test_a_vocabulary_smaller_than_the_alphabet_is_refused() -> None:
    with pytest.raises(TrainingError, match="at least 4 entries"):
        train_wordpiece("abc", 3)
    with pytest.raises(TrainingError, match="no words"):
        train_wordpiece("", 300)


def test_join_takes_the_prefix_from_the_right_side_only() -> None:
    assert join("b", "##a") == "ba"
    assert join("##s", "##s") == "##ss"


def test_merge_replay_and_greedy_matching_can_differ() -> None:
    """At the same vocabulary: BPE would merge `bc` first, greedy matching takes `ab`."""
    tokenizer = WordPieceTokenizer(["[UNK]", "a", "##b", "##c", "##bc", "ab"])
    assert tokenizer.spelled("abc") == ["ab", "##c"]


def test_reference_steps_end() -> None:
    assert len(list(islice(wordpiece_steps({"aaaa": 1}), 10))) == 3
