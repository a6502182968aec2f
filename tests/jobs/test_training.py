"""The stages of a training, in this process: what is learned, measured, reported, and how it stops."""

from __future__ import annotations

import json
import threading

import pytest

from playground.core.bpe import train_bpe
from playground.core.errors import PlaygroundError
from playground.jobs import Progress, Request, messages
from playground.jobs.training import train
from playground.jobs.worker import nothing_learned

TEXT = "the cat sat on the mat, the cat sat on the hat. été\n" * 30
HELD = "a cat on a hat, and a dog.\n" * 5


def run(request: Request, *texts: str, stop_at: int | None = None):
    seen: list[Progress] = []
    stopping = threading.Event()

    def report(progress: Progress) -> None:
        seen.append(progress)
        if stop_at is not None and progress.learned >= stop_at:
            stopping.set()

    return train(request, [text.encode() for text in texts], report, stopping), seen


def test_stages_come_in_order_and_counts_rise() -> None:
    outcome, seen = run(Request(270, "cl100k"), TEXT)
    assert outcome is not None
    stages = [progress.stage for progress in seen]
    assert sorted(set(stages), key=stages.index) == ["splitting", "merging", "measuring"]
    learned = [progress.learned for progress in seen]
    assert learned == sorted(learned)
    assert learned[-1] == 14
    assert seen[-1].newest[0] == (outcome.tokenizer.token_bytes(269), outcome.tokenizer.merges[-1].count)


@pytest.mark.parametrize("pattern", [None, "cl100k"])
def test_the_curve_is_what_encoding_under_each_prefix_gives(pattern: str | None) -> None:
    outcome, _ = run(Request(300, pattern), TEXT, HELD)
    assert outcome is not None
    assert outcome.held_out_curve is not None
    assert len(outcome.curve.sizes) == len(outcome.tokenizer.merges) + 1
    for text, curve in ((TEXT, outcome.curve), (HELD, outcome.held_out_curve)):
        assert curve.bytes == len(text.encode())
        for size, tokens in zip(curve.sizes.tolist(), curve.tokens.tolist(), strict=True):
            assert tokens == len(train_bpe(TEXT, size, pattern).encode(text))


def test_stopping_keeps_the_first_merges() -> None:
    whole, _ = run(Request(300, "cl100k"), TEXT)
    part, _ = run(Request(300, "cl100k"), TEXT, stop_at=3)
    assert part is not None
    assert whole is not None
    assert part.stopped
    assert 3 <= len(part.tokenizer.merges) < len(whole.tokenizer.merges)
    assert part.tokenizer.merges == whole.tokenizer.merges[: len(part.tokenizer.merges)]


def test_stopping_before_the_first_merge_keeps_nothing() -> None:
    outcome, _ = run(Request(300, "cl100k"), TEXT, stop_at=0)
    assert outcome is None


def test_asking_for_more_than_the_text_has_gives_less() -> None:
    outcome, _ = run(Request(300), "abc")
    assert outcome is not None
    assert (outcome.tokenizer.vocab_size, outcome.facts.vocab_size_asked, outcome.stopped) == (258, 300, False)


def test_exactly_the_bytes_means_no_merges() -> None:
    outcome, _ = run(Request(256), "aaa")
    assert outcome is not None
    assert (outcome.tokenizer.merges, outcome.curve.sizes.tolist(), outcome.curve.tokens.tolist()) == ([], [256], [3])


def test_special_tokens_are_not_learned() -> None:
    outcome, _ = run(Request(300, "cl100k", ("<|endoftext|>",)), "x<|endoftext|>y " * 50)
    assert outcome is not None
    ordinary = [outcome.tokenizer.token_bytes(merge.id) for merge in outcome.tokenizer.merges]
    assert not any(b"end" in piece or b"<|" in piece for piece in ordinary)


@pytest.mark.parametrize(
    "request_",
    [Request(100), Request(256, special_tokens=("a",)), Request(300, "("), Request(300, special_tokens=("",))],
)
def test_what_cannot_be_trained_is_said(request_: Request) -> None:
    with pytest.raises(PlaygroundError):
        run(request_, TEXT)


def test_facts_and_the_longest_piece() -> None:
    outcome, _ = run(Request(260, "gpt2", ties="lowest"), "aa bb aa " + "z" * 500)
    assert outcome is not None
    assert outcome.longest_piece_bytes == 501
    assert len(outcome.longest_piece) == 200
    assert (outcome.facts.ties, outcome.facts.corpus_pieces, outcome.facts.corpus_distinct_pieces) == ("lowest", 4, 4)


@pytest.mark.parametrize("algorithm", ["WordPiece", "Character BPE", "Unigram"])
def test_the_rest_of_the_family_trains_travels_and_is_measured(algorithm) -> None:
    outcome, seen = run(Request(60, algorithm=algorithm, byte_fallback=False, name="mine"), TEXT, HELD)
    assert outcome is not None
    arrived = messages.outcome_from(json.loads(messages.outcome_line(outcome)))
    assert arrived.tokenizer.encode(TEXT) == outcome.tokenizer.encode(TEXT)
    assert (arrived.tokenizer.name, arrived.facts) == ("mine", outcome.facts)
    assert arrived.held_out_curve is not None
    assert arrived.curve.tokens.tolist() == [len(outcome.tokenizer.encode(TEXT))]
    assert {progress.stage for progress in seen} == {"splitting", "merging", "measuring"}


@pytest.mark.parametrize("algorithm", ["WordPiece", "Character BPE", "Unigram"])
def test_the_rest_of_the_family_can_be_stopped(algorithm) -> None:
    outcome, _ = run(Request(60, algorithm=algorithm, byte_fallback=False), TEXT, stop_at=0)
    assert outcome is None
    assert "merge" not in nothing_learned(Request(60, algorithm=algorithm))


def test_bpe_that_is_stopped_early_names_the_first_merge() -> None:
    assert nothing_learned(Request(300)) == "The training was stopped before the first merge."
