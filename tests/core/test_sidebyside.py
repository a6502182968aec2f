"""The three algorithms in one shape: numbers of the worked example, and sentences true of them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.charbpe import train_char_bpe
from playground.core.sidebyside import bpe, columns
from playground.core.wordpiece import train_wordpiece

CORPUS = {"basso": 6, "bassotto": 2, "bosso": 3, "rosso": 9, "rossetto": 5}


def spelled(frame, word: int) -> list[str]:
    return [piece for piece, _ in frame.unseen[word]]


def test_the_worked_example_side_by_side() -> None:
    by_count, by_likelihood, pruned = columns(CORPUS, ["bassetto", "rossellini"])
    assert by_count.frames[0].pieces == by_likelihood.frames[0].pieces == 146
    assert by_count.frames[4].pieces == 78
    assert [(row.parts, row.value) for row in by_count.frames[1].rows[:2]] == [(("s", "s"), "25"), (("s", "o"), "20")]
    assert spelled(by_count.frames[10], 0) == ["b", "a", "ss", "etto"]
    assert by_count.frames[10].unseen[1] == (("ross", False), ("e", False), *[("<UNK>", True)] * 5)
    assert by_likelihood.frames[1].sentence == (
        "b + ##a: 8 / (11 × 8) = 0.0909, the highest score. The commonest pair, ##s + ##s with 25, is number 8 of 12."
    )
    assert spelled(by_likelihood.frames[1], 1) == ["[UNK]"]
    assert "has no piece for ##l" in by_likelihood.frames[1].aside
    assert pruned.frames[-1].pieces == 146
    assert [frame.vocabulary for frame in pruned.frames] == sorted((f.vocabulary for f in pruned.frames), reverse=True)


def test_bytes_know_every_character() -> None:
    frames = bpe({"été": 3, "thé": 2}, ["日"], "bytes", 9).frames
    assert frames[0].corpus[0] == (("C3", "A9", "t", "C3", "A9"), 3)
    assert frames[1].rows[0].parts == ("C3", "A9")
    assert frames[1].corpus[0] == (("é", "t", "é"), 3)
    assert not any(unknown for frame in frames for word in frame.unseen for _, unknown in word)
    assert frames[1].vocabulary == 257


def test_merges_and_longest_match_differ_where_they_do() -> None:
    words = {"then": 9, "hen": 4, "ten": 7, "tenth": 3, "nth": 2, "heat": 5, "heath": 3}
    asides = [frame.aside for frame in bpe(words, [], "characters", 40).frames]
    assert asides[7] == (
        "Same pieces, two encoders: the merges cut “heath” into hea · th, longest match cuts it into heat · h."
    )


def test_ties_are_said() -> None:
    assert "the alphabet decides" in bpe({"ab": 1, "cd": 1}, [], "characters", 3).frames[1].sentence


@settings(deadline=None, max_examples=25)
@given(st.dictionaries(st.text("abé", min_size=1, max_size=6), st.integers(1, 5), min_size=1, max_size=5))
def test_frames_agree_with_the_trained_tokenizers(counts: dict[str, int]) -> None:
    unseen = ["abba", "é"]
    by_count, by_likelihood, pruned = columns(counts, unseen, most=6)
    for frame in by_count.frames:
        tokenizer = train_char_bpe(counts, frame.vocabulary)
        assert [spelled(frame, i) for i in range(2)] == [tokenizer.spelled(word) for word in unseen]
        assert [pieces for pieces, _ in frame.corpus] == [tuple(tokenizer.spelled(word)) for word in counts]
    for frame in by_likelihood.frames:
        wordpiece = train_wordpiece(counts, frame.vocabulary, pattern=r"\S+")
        assert [spelled(frame, i) for i in range(2)] == [wordpiece.spelled(word) for word in unseen]
    for frame in pruned.frames:
        assert ["".join(pieces) for pieces, _ in frame.corpus] == list(counts)


@pytest.mark.parametrize("start", ["characters", "characters and </w>", "bytes"])
def test_no_words_and_single_letters(start) -> None:
    assert [len(column.frames) for column in columns({"a": 1}, [], start)][1:] == [1, 1]
    assert columns({"</w>": 2, "<UNK>": 1, "##a": 1}, ["##"], start)
