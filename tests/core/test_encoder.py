"""The compiled encoder gives what replaying every merge in order gives."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core import encoder
from playground.core.bpe import BPETokenizer, Merge, train_bpe
from playground.core.errors import VocabularyError
from tests.core import reference


@st.composite
def merge_lists(draw: st.DrawFn) -> list[Merge]:
    """Merges as an import may bring them: parents in order, else anything, the same bytes twice included."""
    merges: list[Merge] = []
    letters = st.sampled_from([0, *b"ab"])
    seen = set()
    for id in range(256, 256 + draw(st.integers(0, 12))):
        token = letters | st.integers(256, id - 1) if id > 256 else letters
        pair = draw(token), draw(token)
        if pair in seen:
            break
        seen.add(pair)
        merges.append(Merge(*pair, id, 0))
    return merges


texts = st.text("ab\0", max_size=30) | st.text("ab\0", min_size=40, max_size=120)


@settings(max_examples=300, deadline=None)
@given(merge_lists(), texts)
def test_any_merge_list(merges: list[Merge], text: str) -> None:
    tokenizer = BPETokenizer(merges)
    assert tokenizer.encode(text) == reference.encode(text.encode(), [merge[:3] for merge in merges])


@settings(max_examples=100, deadline=None)
@given(merge_lists(), st.dictionaries(st.binary(min_size=1, max_size=60) | texts.map(str.encode), st.integers(1, 9)))
def test_replacements(merges: list[Merge], words: dict[bytes, int]) -> None:
    got = BPETokenizer(merges).replacements(words)
    tokens = sum(len(word) * n for word, n in words.items() if word)
    for k, merge in enumerate(merges):
        tokens -= int(got[k])
        shorter = [m[:3] for m in merges[: k + 1]]
        assert tokens == sum(len(reference.encode(word, shorter)) * n for word, n in words.items()), merge


def test_short_and_long_words_agree(alice: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = train_bpe(alice, 2000)
    long = tokenizer.encode(alice)
    assert tokenizer.decode(long) == alice
    assert len(alice.encode()) / len(long) == pytest.approx(3.84, abs=0.05)
    pieces = [alice[i : i + 30] for i in range(0, 6000, 30)]
    short = [tokenizer.encode(piece) for piece in pieces]
    assert short == [reference.encode(p.encode(), [m[:3] for m in tokenizer.merges]) for p in pieces]


def test_two_merges_with_the_same_bytes() -> None:
    a, b, c = b"abc"
    merges = [Merge(a, b, 256, 0), Merge(b, c, 257, 0), Merge(256, c, 258, 0), Merge(a, 257, 259, 0)]
    tokenizer = BPETokenizer(merges)
    assert tokenizer.token_bytes(258) == tokenizer.token_bytes(259) == b"abc"
    assert tokenizer.encode("abc") == [258]
    assert tokenizer.id_of(b"abc") == 258


def test_a_merge_of_tokens_not_made_yet_is_refused() -> None:
    with pytest.raises(VocabularyError, match="out of order"):
        BPETokenizer([Merge(97, 257, 256, 0), Merge(97, 98, 257, 0)])


@pytest.mark.parametrize("length", [10, 10_000, 1_000_000])
def test_runs_of_one_letter(length: int) -> None:
    tokenizer = train_bpe("a" * 1024, 262)
    ids = tokenizer.encode("a" * length)
    assert tokenizer.token_lengths[ids].sum() == length
    assert np.all(np.diff(tokenizer.token_lengths[ids]) <= 0)


def test_words_at_the_border_of_short() -> None:
    tokenizer = train_bpe("abcab" * 40 + "bca" * 30, 280)
    rules = [merge[:3] for merge in tokenizer.merges]
    for length in range(encoder.SHORT - 3, encoder.SHORT + 4):
        text = ("abcabbca" * 20)[:length]
        assert tokenizer.encode(text) == reference.encode(text.encode(), rules)
