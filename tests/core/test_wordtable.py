"""Words are told apart by all of their bytes, whatever their length and wherever in the text they stand."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core import wordtable
from playground.core.wordtable import absorb, counted, empty_table, number_pieces

# Lengths around those at which eight bytes are read once more, and beyond.
LENGTHS = [1, 2, 6, 7, 8, 9, 14, 15, 16, 17, 23, 24, 25, 31, 32, 33, 300]
WORDS = st.sampled_from(LENGTHS).flatmap(
    # Few bytes that differ, so that words share beginnings and ends; NUL among them, which no length must swallow.
    lambda n: st.lists(st.sampled_from(b"\0\0\0a\xff"), min_size=n, max_size=n).map(bytes)
)


def laid_out(words: list[bytes]) -> tuple[np.ndarray, np.ndarray]:
    return np.frombuffer(b"".join(words), np.uint8), np.fromiter(accumulate(map(len, words)), np.int32, len(words))


def plain(words: list[bytes]) -> dict[bytes, int]:
    counts: dict[bytes, int] = {}
    for word in words:
        counts[word] = counts.get(word, 0) + 1
    return counts


def check(words: list[bytes]) -> None:
    data, numbers = laid_out(words)
    places, counts = number_pieces(data, numbers)
    found = [data[start : start + length].tobytes() for start, length in places.tolist()]
    assert dict(zip(found, counts.tolist(), strict=True)) == plain(words)
    assert [found[number] for number in numbers] == words
    assert places[:, 0].tolist() == sorted(places[:, 0])  # first places


@settings(max_examples=150, deadline=None)
@given(words=st.lists(WORDS, max_size=60))
def test_words_are_numbered_as_a_dictionary_would(words: list[bytes]) -> None:
    check(words)


@settings(max_examples=60, deadline=None)
@given(texts=st.lists(st.lists(WORDS, min_size=1, max_size=30), max_size=5))
def test_texts_are_absorbed_one_after_another(texts: list[list[bytes]]) -> None:
    table = empty_table()
    for words in texts:
        data, numbers = laid_out(words)
        table = absorb(*table, data, *number_pieces(data, numbers))
    rows, blob, offsets, words_found = table
    found = [blob[offsets[word] : offsets[word + 1]].tobytes() for word in range(words_found)]
    counts = counted(rows, words_found).tolist()
    assert list(zip(found, counts, strict=True)) == list(plain([word for words in texts for word in words]).items())


@pytest.mark.parametrize("length", LENGTHS)
def test_one_byte_anywhere_makes_another_word(length: int) -> None:
    for filler in (b"\0", b"x"):
        word = filler * length
        others = [word[:i] + b"y" + word[i + 1 :] for i in range(length)]
        check([word, *others, word + filler, *others, word])


def test_tables_grow() -> None:
    words = [b"%d" % n for n in range(3 * wordtable.ROWS)] + [b"a word of many bytes %d" % n for n in range(3000)]
    check(words + words)
    data, numbers = laid_out(words)
    rows, blob, offsets, found = absorb(*empty_table(), data, *number_pieces(data, numbers))
    assert found == len(words)
    assert blob[: offsets[found]].tobytes() == b"".join(words)
    assert (counted(rows, found) == 1).all()
    assert 2 * found < len(rows)


def test_long_words_whose_keys_are_equal_are_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hash of these two is the same: what the second eight bytes change is undone by the third."""
    mix, ones = 0x9E3779B97F4A7C15, (1 << 64) - 1

    def after(hash: int, eight: int) -> int:
        hash = (hash ^ eight) * mix & ones
        return hash ^ hash >> 32

    first = int.from_bytes(b"equal at", "little")
    one, two = (int.from_bytes(word, "little") for word in (b" first, ", b"the key "))
    start = after(0, first)
    third = int.from_bytes(b"the end.", "little")
    undone = after(start, one) ^ third ^ after(start, two)
    words = [b"".join(n.to_bytes(8, "little") for n in (first, *rest)) for rest in ((one, third), (two, undone))]
    keys = {tuple(wordtable._key(np.frombuffer(word, np.uint8), 0, 24)) for word in words}
    assert len(keys) == 1
    check([*words, *words, words[0]])
    data, numbers = laid_out(words)
    table = absorb(*empty_table(), data, *number_pieces(data, numbers))
    assert absorb(*table, data, *number_pieces(*laid_out(words)))[3] == 2
