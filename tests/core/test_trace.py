"""Traces against the plain trainer, and replay against a state kept by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.bpe import count_pairs, merge_pair, train_bpe
from playground.core.pretokenize import count_words
from playground.core.trace import Trace, of_text, of_tokenizer, of_words, replay

SETTINGS = settings(max_examples=80, deadline=None)
TEXTS = st.one_of(
    st.text("ab ", max_size=60),
    st.text("aé€🙂 \n'1", max_size=40),
    st.lists(st.sampled_from(["the", " the", "he", "aaa", "\n"]), max_size=25).map("".join),
)


def reference(words: list[list[int]], weights: list[int], first_id: int, merges: int, ties: str) -> list[tuple]:
    """Recount everything before each merge: (left, right, id, counted, replaced, ten best)."""
    steps: list[tuple] = []
    while len(steps) < merges:
        counts: dict = {}
        for word, weight in zip(words, weights, strict=True):
            count_pairs(word, weight, counts)
        if not counts:
            break
        order = list(counts) if ties == "first" else sorted(counts)
        best = sorted(order, key=lambda pair: -counts[pair])[:10]
        merged = [merge_pair(word, best[0], first_id + len(steps)) for word in words]
        replaced = sum(w * (len(a) - len(b)) for a, b, w in zip(words, merged, weights, strict=True))
        steps.append((*best[0], first_id + len(steps), counts[best[0]], replaced, [(*p, counts[p]) for p in best]))
        words = merged
    return steps


def seen(trace: Trace) -> list[tuple]:
    return [(s.left, s.right, s.id, s.counted, s.replaced, [tuple(c) for c in s.best]) for s in trace.steps]


@SETTINGS
@given(
    TEXTS, st.sampled_from([None, "gpt2", "o200k"]), st.sampled_from(["bytes", "characters"]),
    st.sampled_from(["first", "lowest"]),
)  # fmt: skip
def test_a_trace_is_the_plain_training(text, pattern, start, ties) -> None:
    trace = of_text(text, pattern=pattern, start=start, merges=25, ties=ties)
    words = [list(word) for word in trace.words]
    assert seen(trace) == reference(words, [1] * len(words), len(trace.symbols), 25, ties)


@SETTINGS
@given(st.dictionaries(st.text("abos", max_size=8), st.integers(1, 9), max_size=6))
def test_words_with_frequencies_are_the_plain_training(counts) -> None:
    trace = of_words(counts, merges=30)
    words = [list(word) for word in trace.words]
    assert seen(trace) == reference(words, list(counts.values()), len(trace.symbols), 30, "first")


@SETTINGS
@given(TEXTS, st.sampled_from([None, "gpt2"]), st.sampled_from(["bytes", "characters"]))
def test_glue_gives_the_state_that_replay_gives(text, pattern, start) -> None:
    trace = of_text(text, pattern=pattern, start=start, merges=20)
    for n in range(len(trace.steps) + 1):
        state = replay(trace, n)
        assert tokens_at(trace, n) == state
        assert trace.lengths[n] == sum(map(len, state))
        assert b"".join(trace.token_bytes[id] for word in state for id in word) == text.encode()


@SETTINGS
@given(TEXTS, st.sampled_from([None, "gpt2"]), st.sampled_from(["first", "lowest"]))
def test_a_trained_tokenizer_is_traced_as_it_was_trained(text, pattern, ties) -> None:
    tokenizer = train_bpe(text, 270, pattern, ties=ties)
    words = count_words(text, pattern)
    trace = of_tokenizer(tokenizer, text, corpus=words, ties=ties)
    plain = of_tokenizer(tokenizer, text)
    assert [(s.left, s.right, s.id, s.counted) for s in trace.steps] == [tuple(merge) for merge in tokenizer.merges]
    assert [(s.left, s.right, s.id, s.counted) for s in plain.steps] == [tuple(merge) for merge in tokenizer.merges]
    assert all(step.counted == max(c.counted for c in step.best) for step in trace.steps)
    assert [id for word in replay(plain, len(plain.steps)) for id in word] == tokenizer.encode(text)


def tokens_at(trace: Trace, n: int) -> list[list[int]]:
    """The state after `n` steps from the glue alone, as the player has it."""
    place, words = 0, []
    for word in trace.words:
        tokens: list[int] = []
        last: list[int] = []
        for i, symbol in enumerate(word):
            joined = trace.glue[place]
            if i and 0 < joined <= n:
                last[-1] = max(last[-1], joined)
                tokens[-1] = trace.steps[last[-1] - 1].id
            else:
                tokens.append(symbol)
                last.append(0)
            place += 1
        words.append(tokens)
    return words


@pytest.mark.parametrize(
    ("text", "merges", "ties", "tokens"),
    [  # TRN-04, TRN-05, TRN-06
        ("aaaaa", 2, "first", [b"aa", b"aaaa"]),
        ("aaaaa", 2, "lowest", [b"aa", b"aaa"]),
        ("aaabdaaabac", 3, "first", [b"aa", b"aaa", b"aaab"]),
        ("aaabdaaabac", 3, "lowest", [b"aa", b"ab", b"aaab"]),
        ("fffeeehhhhgggg", 4, "first", [b"hh", b"gg", b"ff", b"ee"]),
        ("eeefffgggghhhh", 4, "first", [b"gg", b"hh", b"ee", b"ff"]),
        ("fffeeehhhhgggg", 4, "lowest", [b"gg", b"hh", b"ee", b"ff"]),
        ("eeefffgggghhhh", 4, "lowest", [b"gg", b"hh", b"ee", b"ff"]),
    ],
)
def test_ties_follow_the_stated_rule(text, merges, ties, tokens) -> None:
    trace = of_text(text, start="characters", merges=merges, ties=ties)
    assert list(trace.token_bytes[len(trace.symbols) :]) == tokens
    assert trace.ties == ties


def test_overlaps_are_counted_but_not_replaced() -> None:
    step = of_text("aaaaa", merges=1).steps[0]
    assert (step.counted, step.replaced) == (4, 2)


def test_training_stops_when_no_pair_is_left() -> None:
    trace = of_text("abc", merges=50)
    assert [trace.token_bytes[s.id] for s in trace.steps] == [b"ab", b"abc"]
    assert trace.left_over == ()
    assert of_text("", merges=5).steps == ()


def test_a_tie_is_known_by_the_step() -> None:
    step = of_text("abab cdcd", merges=1).steps[0]
    assert [(c.left, c.right) for c in step.tied] == [(ord("c"), ord("d"))]
    assert step.runner_up is not None
    assert step.runner_up.counted == step.counted
