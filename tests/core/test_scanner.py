"""The compiled scanners cut as `regex` does."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st
from tiktoken_ext import openai_public

from playground.core import chunks
from playground.core.pretokenize import PATTERNS, count_words, pieces_of, split

# One character or more of every kind that a pattern tells apart, and those that case folding confuses.
KINDS = "asSſDlLvVeRétmÉ中ʰǅ\u0301\u093f1²Ⅷ٣ \t\n\r\u00a0\u2028\u0085\u001c\u200b'/!’🙂_\0K\ufeff\U000e0100"


def pieces(text: str, name: str) -> list[str]:
    data = text.encode()
    found = pieces_of(data, PATTERNS[name], 0, len(data))
    words = [data[start : start + length].decode() for start, length in found.places.tolist()]
    assert np.array_equal(np.bincount(found.sequence, minlength=len(words)), found.counts)
    return [words[number] for number in found.sequence.tolist()]


@pytest.mark.parametrize("name", PATTERNS)
def test_every_character_alone_and_beside_others(name: str) -> None:
    everything = "".join(map(chr, (c for c in range(0x110000) if not 0xD800 <= c < 0xE000)))
    assert pieces(everything, name) == split(everything, name)
    between = "".join(f"a{c}b {c}" for c in everything[::7])
    assert pieces(between, name) == split(between, name)


@pytest.mark.parametrize("name", PATTERNS)
def test_every_short_text_of_all_kinds(name: str) -> None:
    expression = regex.compile(PATTERNS[name])
    for length in (1, 2):
        for letters in product(KINDS, repeat=length):
            text = "".join(letters)
            assert pieces(text, name) == expression.findall(text), text
    some = "sS L\u0301é1\n\r '/!中"
    for letters in product(some, repeat=3):
        text = "".join(letters)
        assert pieces(text, name) == [match.group() for match in expression.finditer(text)], text


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=150, deadline=None)
@given(text=st.text(KINDS, max_size=30) | st.text(max_size=30))
def test_any_text(name: str, text: str) -> None:
    assert pieces(text, name) == split(text, name)


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=150, deadline=None)
@given(
    text=st.lists(
        st.sampled_from(["a", "bcd", "A", "BCD", "é", "É", "中", "ǅ", "\u0301", "ʰ", "'", "'s", "'LL", " ", "_", "1"]),
        max_size=8,
    ).map("".join)
)
def test_words_of_ascii_and_what_may_follow(name: str, text: str) -> None:
    """What is quick for plain letters must notice whatever else a word may hold, at the end of the text too."""
    assert pieces(text, name) == split(text, name)


@pytest.mark.parametrize("name", PATTERNS)
def test_every_byte_of_eight_may_end_a_word(name: str) -> None:
    for place in range(10):
        for code in [*range(256), 0x17F, 0x2C1, 0x4EC1, 0x1F4C1]:  # whose last bytes look like letters without bit 7
            text = "a" * place + chr(code) + "Zz" * 6
            assert pieces(text, name) == split(text, name)


@pytest.mark.parametrize("name", PATTERNS)
def test_words_of_any_length_at_the_end(name: str) -> None:
    for length in range(1, 40):
        for word in ("a" * length, "é" * length, " " * length, "\0" * length, "b" * (length - 1) + "é", "中" * length):
            assert pieces(word, name) == split(word, name)
            assert pieces(f"x {word} {word}", name) == split(f"x {word} {word}", name)


@pytest.mark.parametrize("name", PATTERNS)
def test_a_book(name: str, alice: str) -> None:
    assert pieces(alice, name) == split(alice, name)


@pytest.mark.parametrize("name", PATTERNS)
@settings(max_examples=100, deadline=None)
@given(text=st.text("ab1 \n\r_'ёж中。é\u3000\u00a0\u0301!", min_size=10, max_size=60), size=st.integers(4, 12))
def test_long_texts_are_cut_where_the_pattern_cuts(name: str, text: str, size: int) -> None:
    data = text.encode()
    parts = [data[start:end].decode() for start, end in chunks.cut(data, 0, len(data), size)]
    assert "".join(parts) == text
    assert [piece for part in parts for piece in split(part, name)] == split(text, name)


@pytest.mark.parametrize("name", PATTERNS)
def test_counting_in_parts_and_threads(name: str, alice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole: dict[bytes, int] = {}
    for piece in split(alice, name):
        whole[piece.encode()] = whole.get(piece.encode(), 0) + 1
    monkeypatch.setattr("playground.core.pretokenize.cut", lambda *span: chunks.cut(*span, size=5000))
    counted = count_words(alice, name)
    assert list(counted.items()) == list(whole.items())


def test_patterns_are_tiktokens() -> None:
    source = {"gpt2": openai_public.r50k_pat_str}
    for name in ("cl100k", "o200k"):
        constructor = getattr(openai_public, f"{name}_base")
        empty = {"load_tiktoken_bpe": lambda *_, **__: {}}
        offline = type(constructor)(constructor.__code__, {**constructor.__globals__, **empty})
        source[name] = offline()["pat_str"]
    assert source == PATTERNS
