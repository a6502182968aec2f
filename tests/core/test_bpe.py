"""BPE as the papers tell it, and the limits of a training."""

from __future__ import annotations

import json
import random

import pytest
import rustbpe
from hypothesis import given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from playground.core.bpe import BPETokenizer, Merge, Ties, count_pairs, merge_pair, train_bpe
from playground.core.errors import TrainingError
from playground.core.kernel import Trainer
from playground.core.pretokenize import PATTERNS, count_words, split
from tests.core import reference

letters = st.text("ab'1 \n\0éS", max_size=60)


def named(text: str, size: int, ties: Ties = "first") -> list[str]:
    tokenizer = train_bpe(text, size, ties=ties)
    return [tokenizer.token_bytes(merge.id).decode() for merge in tokenizer.merges]


@pytest.mark.parametrize("ties", ["first", "lowest"])
@pytest.mark.parametrize("pattern", [None, *PATTERNS])
@settings(max_examples=60, deadline=None)
@given(text=letters)
def test_training_equals_the_teaching_loop(text: str, pattern: str | None, ties: Ties) -> None:
    tokenizer = train_bpe(text, 256 + 40, pattern, ties=ties)
    words = dict(count_words(text, pattern))
    assert [tuple(merge) for merge in tokenizer.merges] == reference.train(words, 40, ties)
    rules = [merge[:3] for merge in tokenizer.merges]
    assert tokenizer.replacements(words).sum() == sum(len(w) * n for w, n in words.items()) - len(
        tokenizer.encode(text)
    )
    assert tokenizer.encode(text) == [
        id for word in split(text, pattern) for id in reference.encode(word.encode(), rules)
    ]


@settings(max_examples=60, deadline=None)
@given(words=st.lists(st.text("abc", min_size=1, max_size=12), min_size=1, max_size=12))
def test_lowest_ties_equal_hugging_face(words: list[str]) -> None:
    theirs = Tokenizer(models.BPE())
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=3 + 20, initial_alphabet=list("abc"), show_progress=False)
    theirs.train_from_iterator([" ".join(words)], trainer)
    merges = [tuple(merge) for merge in json.loads(theirs.to_str())["model"]["merges"]]
    ours = train_bpe({w.encode(): words.count(w) for w in words}, 256 + 20, ties="lowest")
    got = [tuple(ours.token_bytes(side).decode() for side in merge[:2]) for merge in ours.merges]
    assert got[: len(merges)] == merges
    assert len(got) == len(merges) or len(got) == 20


@settings(max_examples=60, deadline=None)
@given(text=st.text("ab c1\n'é", min_size=1, max_size=80))
def test_lowest_ties_equal_rustbpe(text: str) -> None:
    theirs = rustbpe.Tokenizer()
    theirs.train_from_iterator([text], 256 + 20, pattern=PATTERNS["cl100k"])
    ranks = sorted(theirs.get_mergeable_ranks(), key=lambda item: item[1])[256:]
    ours = train_bpe(text, 256 + 20, "cl100k", ties="lowest")
    assert [ours.token_bytes(merge.id) for merge in ours.merges] == [bytes(data) for data, _ in ranks]


def test_what_counts_and_what_is_replaced() -> None:
    assert count_pairs(list(b"aaaaa")) == {(97, 97): 4}
    assert merge_pair(list(b"aaaaa"), (97, 97), 256) == [256, 256, 97]
    tokenizer = train_bpe("aaaaa", 257)
    assert tokenizer.merges == [Merge(97, 97, 256, 4)]
    assert tokenizer.replacements({b"aaaaa": 1}).tolist() == [2]


@pytest.mark.parametrize(
    ("text", "first", "lowest"),
    [
        ("fffeeehhhhgggg", "hh gg ff ee", "gg hh ee ff"),
        ("eeefffgggghhhh", "gg hh ee ff", "gg hh ee ff"),
        ("aaabdaaabac", "aa aaa aaab", "aa ab aaab"),
        ("aaaaa", "aa aaaa", "aa aaa"),
    ],
)
def test_ties(text: str, first: str, lowest: str) -> None:
    rules: tuple[Ties, Ties] = ("first", "lowest")
    for ties, expected in zip(rules, (first, lowest), strict=True):
        assert named(text, 256 + len(expected.split()), ties) == expected.split()


def test_the_textbook_example() -> None:
    for ties in ("first", "lowest"):
        tokenizer = train_bpe("aaabdaaabac", 259, ties=ties)
        assert tokenizer.encode("aaabdaaabac") == [258, 100, 258, 97, 99]


def test_live_pairs_are_never_lost() -> None:
    words = {b"xy": 1, b"xyz": 1, b"yzw": 1, b"yz": 1}
    tokenizer = train_bpe(words, 266, ties="lowest")
    assert [tokenizer.token_bytes(m.id) for m in tokenizer.merges] == [b"yz", b"xy", b"xyz", b"yzw"]


def test_what_was_learned_is_a_sequence_of_merges(alice: str) -> None:
    trainer = Trainer(count_words(alice, "gpt2"))
    assert trainer.learn(300) == 300
    assert trainer.advance(0) == []
    expected = trainer.learned[:] + trainer.advance(50)
    learned = trainer.learned
    assert len(learned) == 350
    assert list(learned) == expected == Trainer(count_words(alice, "gpt2")).advance(350)
    assert [learned[0], learned[-1]] == [expected[0], expected[349]]
    assert (learned[5:9], learned[::-1]) == (expected[5:9], expected[::-1])
    with pytest.raises(IndexError):
        learned[350]
    held, listed = BPETokenizer(learned, "gpt2", ["<s>"]), BPETokenizer(expected, "gpt2", ["<s>"])
    assert held.merges == listed.merges
    assert held.vocab_size == listed.vocab_size == 256 + 350 + 1
    assert [held.token_bytes(id) for id in held.ids()] == [listed.token_bytes(id) for id in listed.ids()]
    assert [held.parents(id) for id in held.ids()] == [listed.parents(id) for id in listed.ids()]
    assert held.encode(alice) == listed.encode(alice)


def test_a_size_below_the_bytes_is_refused() -> None:
    for size in (100, 255, -1):
        with pytest.raises(TrainingError, match="at least 256 entries"):
            train_bpe("aaa", size)
    with pytest.raises(TrainingError, match="at least 258 entries: 256 bytes and 2 special"):
        train_bpe("aaa", 257, special_tokens=["<a>", "<b>"])
    assert train_bpe("aaa", 256).merges == []
    assert train_bpe("aaa", 256).shortfall is None


def test_a_text_that_runs_out_of_pairs() -> None:
    tokenizer = train_bpe("abc", 300)
    assert [tokenizer.token_bytes(merge.id) for merge in tokenizer.merges] == [b"ab", b"abc"]
    assert tokenizer.shortfall == "Asked 300, got 258: no pairs left."
    assert train_bpe("", 300).vocab_size == 256


def test_all_bytes_are_in_the_vocabulary() -> None:
    tokenizer = train_bpe("hello", 260)
    assert tokenizer.decode(tokenizer.encode("héllo z")) == "héllo z"


def test_the_pattern_of_training_is_the_pattern_of_encoding() -> None:
    text = "123 456 123 999 " * 9
    three, two = (train_bpe(text, 300, rf"\p{{N}}{{1,{n}}}|\P{{N}}+") for n in (3, 2))
    assert three.pattern == r"\p{N}{1,3}|\P{N}+"
    assert len(three.encode("123")) == 1
    assert len(two.encode("123")) == 2
    assert train_bpe(text, 300, "cl100k").pattern == PATTERNS["cl100k"]


def test_one_very_long_word() -> None:
    chosen = random.Random(0).choices(b"abcdefghijklmnopqrstuvwxyz", k=100_000)
    text = bytes(chosen).decode()
    tokenizer = train_bpe(text, 1256, "cl100k")
    assert len(tokenizer.merges) == 1000
    assert tokenizer.decode(tokenizer.encode(text)) == text


def test_progress_may_cancel() -> None:
    seen: list[tuple[int, int]] = []
    train_bpe("the cat and the dog " * 9, 300, progress=lambda *at: seen.append(at))
    assert seen[-1][1] == 44

    def stop(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train_bpe("the cat", 300, progress=stop)


@settings(max_examples=80, deadline=None)
@given(text=st.text("abc", max_size=60))
def test_one_training_never_makes_the_same_bytes_twice(text: str) -> None:
    tokenizer = train_bpe(text, 320)
    names = [tokenizer.token_bytes(id) for id in range(tokenizer.vocab_size)]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(("size", "per_token"), [(512, 2.217), (1024, 3.005), (2048, 3.853), (4096, 4.926)])
def test_alice(alice: str, size: int, per_token: float) -> None:
    tokenizer = train_bpe(alice, size)
    assert round(len(alice.encode()) / len(tokenizer.encode(alice)), 3) == per_token
    left = len(alice.encode()) - tokenizer.replacements({alice.encode(): 1}).sum()
    assert left == len(tokenizer.encode(alice))
