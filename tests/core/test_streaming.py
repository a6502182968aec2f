"""What is shown grows to the text, nothing is shown twice, and only unfinished characters wait."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.bpe import BPETokenizer
from playground.core.streaming import Stream, pieces, stream

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
BYTES = BPETokenizer([])


def of(text: str, name: str = "cl100k_base") -> Stream:
    encoded = registry.get(name).encoded(text)
    return stream(encoded.ids.tolist(), pieces(encoded))


@given(TEXT, st.sampled_from(["cl100k_base", "o200k_base", "gpt2"]))
@settings(max_examples=100, deadline=None)
def test_what_is_shown_adds_up_to_the_text(text: str, name: str) -> None:
    played = of(text, name)
    assert "".join(step.text for step in played.steps) == text
    arrived = b""
    for i, step in enumerate(played.steps):
        arrived += step.data
        shown = "".join(s.text for s in played.steps[: i + 1])
        assert shown.encode() + step.held == arrived
        assert len(step.held) < 4
    assert not played.steps or not played.steps[-1].held


@given(TEXT)
@settings(max_examples=60, deadline=None)
def test_naive_decoding_is_what_python_prints(text: str) -> None:
    tokenizer = registry.get("gpt2")
    played = of(text, "gpt2")
    assert [step.naive for step in played.steps] == [tokenizer.decode([step.id]) for step in played.steps]
    printed = sum(step.naive.count("\ufffd") for step in played.steps)
    # A real U+FFFD may itself be cut into tokens, so that the naive text shows more of them, never fewer.
    assert played.replaced >= printed - text.count("\ufffd")


@pytest.mark.parametrize(("name", "held", "replaced"), [("gpt2", 2, 3), ("cl100k_base", 2, 3), ("o200k_base", 1, 2)])
def test_one_character_of_several_tokens(name: str, held: int, replaced: int) -> None:
    """DEC-03: three tokens of one character are three replacement characters when decoded one by one."""
    played = of("鎮", name)
    assert (played.held_back, played.replaced) == (held, replaced)
    assert played.steps[-1].text == "鎮"


def test_plain_text_holds_nothing_back() -> None:
    played = of("plain text, one token after another")
    assert (played.held_back, played.replaced) == (0, 0)


def test_bytes_that_are_no_text_are_shown_as_replaced_in_both() -> None:
    played = stream([1, 2, 3], [b"a\xff", b"\xe9", b"b"])
    assert [step.text for step in played.steps] == ["a\ufffd", "", "\ufffdb"]
    assert played.steps[1].held == b"\xe9"


def test_a_long_text_can_be_cut() -> None:
    encoded = BYTES.encoded("abcdef")
    assert pieces(encoded, 3) == [b"a", b"b", b"c"]
