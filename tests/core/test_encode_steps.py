"""Encoding steps end in the ids that the tokenizer, and tiktoken, give."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.bpe import BPETokenizer, train_bpe
from playground.core.encode_steps import EncodeTrace, can_trace, replay, trace_encoding
from playground.core.errors import TextError
from playground.core.tokens import Tokenizer

SETTINGS = settings(max_examples=100, deadline=None)
PARTS = ["strawberry", " the", "llo", "I'm", "\n//", "   ", "1234", "é", "🙂", " người"]
TEXTS = st.one_of(st.text(max_size=40), st.lists(st.sampled_from(PARTS), max_size=8).map("".join))
ORDERS = st.sampled_from(["rank", "left", "newest", "random", "longest"])
TRAINED = train_bpe("she sells sea shells by the sea shore; the shells she sells are sea shells\n" * 3, 300, "gpt2")


def tokenizer(name: str) -> Tokenizer:
    return TRAINED if name == "trained" else registry.get(name)


@pytest.mark.parametrize("name", ["trained", *registry.NAMES])
@SETTINGS
@given(text=TEXTS)
def test_the_last_step_gives_the_ids(name: str, text: str) -> None:
    trace = trace_encoding(tokenizer(name), text)
    assert trace.ids == tokenizer(name).encode(text)


@SETTINGS
@given(text=TEXTS, order=ORDERS, name=st.sampled_from(["trained", "gpt2"]))
def test_every_state_holds_the_text(text: str, order, name: str) -> None:
    known = tokenizer(name)
    trace = trace_encoding(known, text, order)
    for n in range(len(trace.steps) + 1):
        state = [id for piece in replay(trace, n) for id in piece]
        assert known.decode_bytes(state) == text.encode()
        assert state == from_glue(trace, n)


def from_glue(trace: EncodeTrace, n: int) -> list[int]:
    """The state as the player makes it, from the glue alone."""
    tokens: list[list[int]] = []
    for symbol, joined in zip((id for piece in trace.pieces for id in piece), trace.glue, strict=True):
        if 0 < joined <= n:
            tokens[-1][1] = max(tokens[-1][1], joined)
        else:
            tokens.append([symbol, 0])
    return [trace.steps[last - 1].id if last else symbol for symbol, last in tokens]


@SETTINGS
@given(text=TEXTS)
def test_each_step_takes_the_lowest_rank(text: str) -> None:
    for step in trace_encoding(registry.get("gpt2"), text).steps:
        if not step.whole:
            assert step.rank == step.best[0].counted == min(c.counted for c in step.best)


def test_pieces_come_before_merges() -> None:
    # ENC-36: one piece for the pattern, two tokens for the merges.
    trace = trace_encoding(registry.get("cl100k_base"), "llo")
    assert len(trace.pieces) == 1
    assert trace.ids == [75, 385]


def test_the_order_matters() -> None:
    known = registry.get("cl100k_base")
    right, wrong = trace_encoding(known, "strawberry"), trace_encoding(known, "strawberry", "left")
    assert right.ids == [496, 675, 15717]
    assert wrong.ids != right.ids
    assert known.decode(wrong.ids) == "strawberry"


def test_random_order_is_the_same_for_the_same_seed() -> None:
    known = registry.get("gpt2")
    assert trace_encoding(known, "unbelievable", "random", 3) == trace_encoding(known, "unbelievable", "random", 3)


def test_equal_words_take_one_step_together() -> None:
    trace = trace_encoding(BPETokenizer(TRAINED.merges[:1], "gpt2"), " she she")
    assert len(trace.steps) == 1
    assert len(trace.steps[0].places) == 2


def test_what_does_not_merge_is_refused() -> None:
    class Other(BPETokenizer.__mro__[1]):  # type: ignore[misc]
        name = "other"
        vocab_size = 0

        def encode(self, text: str, *, special: bool = False) -> list[int]:
            return []

        def token_bytes(self, id: int) -> bytes:
            return b""

    assert not can_trace(Other())
    with pytest.raises(TextError, match="does not encode by merging"):
        trace_encoding(Other(), "a")
