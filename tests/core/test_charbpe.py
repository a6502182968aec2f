"""Character BPE: the worked example, the plain reference, unknown characters in plain sight."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.charbpe import END, UNKNOWN, char_bpe_steps, train_char_bpe
from playground.core.errors import TrainingError

CORPUS = {"basso": 6, "bassotto": 2, "bosso": 3, "rosso": 9, "rossetto": 5}
words = st.dictionaries(st.text("abc<", min_size=1, max_size=8), st.integers(1, 5), min_size=1, max_size=8)


def test_first_pairs_of_the_worked_example() -> None:
    first = next(char_bpe_steps(CORPUS))
    assert {c.left + c.right: c.count for c in first.candidates} == {
        "ss": 25, "so": 20, "os": 17, "ro": 14, "ba": 8, "as": 8, "tt": 7, "to": 7, "se": 5, "et": 5, "bo": 3, "ot": 2,
    }  # fmt: skip
    assert [c.left + c.right for c in first.candidates][:6] == ["ss", "so", "os", "ro", "as", "ba"]


def test_merges_of_the_worked_example() -> None:
    steps = list(islice(char_bpe_steps(CORPUS), 10))
    assert [s.joined for s in steps] == ["ss", "sso", "ro", "rosso", "asso", "basso", "to", "tto", "etto", "ross"]
    assert sum(len(pieces) * n for pieces, n in steps[3].corpus) == 78
    assert sum(len(word) * n for word, n in CORPUS.items()) == 146


def test_unseen_words_of_the_worked_example() -> None:
    tokenizer = train_char_bpe(CORPUS, vocab_size=1 + len(set("".join(CORPUS))) + 10)
    assert tokenizer.spelled("bassetto") == ["b", "a", "ss", "etto"]
    assert tokenizer.spelled("rossellini") == ["ross", "e", *[UNKNOWN] * 5]


def test_end_marks_close_words_and_bring_spaces_back() -> None:
    tokenizer = train_char_bpe(CORPUS, vocab_size=40, end_mark=True)
    assert f"o{END}" in {left + right for left, right, _ in tokenizer.merges}
    assert tokenizer.decode(tokenizer.encode("basso  rosso")) == "basso rosso "
    encoded = tokenizer.encoded("basso rosso")
    assert b"".join(encoded.piece(i) for i in range(len(encoded))) == b"bassorosso"


def test_spans_are_bytes_of_the_text() -> None:
    tokenizer = train_char_bpe("été été été", vocab_size=5)
    encoded = tokenizer.encoded(" été x😀")
    assert [encoded.piece(i).decode() for i in range(len(encoded))] == ["été", "x", "😀"]
    assert encoded.ids[1] == encoded.ids[2] == tokenizer.unknown_id


@pytest.mark.parametrize("mark", [False, True])
@settings(deadline=None, max_examples=150)
@given(words)
def test_fast_training_equals_training_in_slow_motion(mark: bool, counts: dict[str, int]) -> None:
    fast = train_char_bpe(counts, vocab_size=60, end_mark=mark)
    slow = list(islice(char_bpe_steps(counts, mark), len(fast.merges) + 1))
    assert [(s.winner.left, s.winner.right, s.winner.count) for s in slow][: len(fast.merges)] == fast.merges
    assert len(slow) == len(fast.merges) or fast.vocab_size >= 60


@settings(deadline=None, max_examples=100)
@given(words)
def test_encoding_the_corpus_gives_the_corpus_as_training_left_it(counts: dict[str, int]) -> None:
    tokenizer = train_char_bpe(counts, vocab_size=30)
    steps = list(islice(char_bpe_steps(counts), len(tokenizer.merges)))
    if steps:
        assert [tuple(tokenizer.spelled(word)) for word in counts] == [pieces for pieces, _ in steps[-1].corpus]


def test_reserved_text_is_never_learned() -> None:
    tokenizer = train_char_bpe("a<UNK>b a</w> " * 20, vocab_size=40)
    assert not any(UNKNOWN[1:] in piece or END in piece for piece in tokenizer.pieces[1:])


def test_a_vocabulary_smaller_than_the_alphabet_is_refused() -> None:
    with pytest.raises(TrainingError, match="at least 4 entries"):
        train_char_bpe("abc", vocab_size=3)
    with pytest.raises(TrainingError, match="no words"):
        train_char_bpe(" \n", vocab_size=300)


def test_progress_may_cancel() -> None:
    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_char_bpe(CORPUS, 30, progress=stop)
