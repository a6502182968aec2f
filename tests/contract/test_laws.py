"""Every tokenizer obeys the same laws."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.errors import TextError
from playground.core.tokens import Tokenizer
from tests.contract.subjects import SUBJECTS


@cache
def built(name: str) -> Tokenizer:
    return SUBJECTS[name].build()


@pytest.fixture(params=SUBJECTS)
def name(request: pytest.FixtureRequest) -> Iterator[str]:
    return request.param


@pytest.fixture
def tokenizer(name: str) -> Tokenizer:
    return built(name)


TRICKY = [
    "a",
    "a\0b",
    "Hello world  ",
    "\ufeffhello\r\n\r\n\tx",
    "naïve café 你好 👨‍👩‍👧‍👦 סלאם \u202eabc",
    "    def f():\n        return 'x' ",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "\U0010ffff\ud7ff\ue000\ufffd",
    "<|endoftext|><|end|>",
]


def test_nothing_gives_nothing(tokenizer: Tokenizer) -> None:
    assert tokenizer.encode("") == []
    assert tokenizer.decode([]) == ""
    assert len(tokenizer.encoded("")) == 0


def check(tokenizer: Tokenizer, text: str, tiles: bool, special: bool = False) -> None:
    encoded = tokenizer.encoded(text, special=special)
    ids = tokenizer.encode(text, special=special)
    assert encoded.ids.tolist() == ids
    assert tokenizer.encode_array(text, special=special).tolist() == ids
    assert all(type(id) is int and 0 <= id < tokenizer.vocab_size for id in ids)
    assert len(encoded.starts) == len(encoded.ends) == len(encoded.special) == len(ids)
    size = len(text.encode())
    assert np.all(encoded.starts >= 0)
    assert np.all(encoded.starts <= encoded.ends)
    assert np.all(encoded.ends <= size)
    assert np.all(encoded.starts[1:] >= encoded.ends[:-1])
    if tiles:
        assert np.array_equal(encoded.starts[1:], encoded.ends[:-1])
        assert (encoded.starts[0], encoded.ends[-1]) == (0, size) if ids else not text
        assert tokenizer.decode(ids) == text
        assert tokenizer.decode_bytes(ids) == b"".join(map(tokenizer.token_bytes, ids)) == text.encode()
        assert all(encoded.piece(i) == tokenizer.token_bytes(id) for i, id in enumerate(ids))


@pytest.mark.parametrize("text", TRICKY, ids=ascii)
def test_tricky_texts(tokenizer: Tokenizer, name: str, text: str) -> None:
    check(tokenizer, text, SUBJECTS[name].tiles)
    check(tokenizer, text, SUBJECTS[name].tiles, special=True)


@pytest.mark.parametrize("name", SUBJECTS)
@settings(max_examples=25, deadline=None)
@given(text=st.text(max_size=40) | st.text("ab c\n1'é<|end|>", max_size=40))
def test_any_text(name: str, text: str) -> None:
    check(built(name), text, SUBJECTS[name].tiles)


def test_special_text_is_ordinary_unless_asked_otherwise(tokenizer: Tokenizer) -> None:
    special_ids = set(tokenizer.special_tokens.values())
    unknown = {id for text, id in tokenizer.special_tokens.items() if text in ("[UNK]", "<unk>")}
    for text, id in tokenizer.special_tokens.items():
        around = f"a {text} b"
        ordinary = tokenizer.encoded(around)
        assert not (special_ids - unknown) & set(ordinary.ids.tolist())
        special = tokenizer.encoded(around, special=True)
        assert special.ids[special.special].tolist() == [id]
        assert special.piece(special.special.tolist().index(True)) == text.encode()
        assert tokenizer.token(id).special


def test_half_a_character_is_refused(tokenizer: Tokenizer) -> None:
    for special in (False, True):
        with pytest.raises(TextError, match=r"U\+D83D"):
            tokenizer.encode("ab\ud83d", special=special)


@pytest.mark.parametrize("id", [-1, 2**31, 2**32])
def test_ids_that_cannot_be_are_refused_in_words(tokenizer: Tokenizer, id: int) -> None:
    words = "negative" if id < 0 else "too big"
    with pytest.raises(TextError, match=words):
        tokenizer.decode([id])
    with pytest.raises(TextError, match=words):
        tokenizer.token_bytes(id)


def test_ids_that_are_not_used_are_refused_in_words(tokenizer: Tokenizer) -> None:
    used = set(tokenizer.ids())
    assert max(used) == tokenizer.vocab_size - 1
    for id in sorted(set(range(tokenizer.vocab_size)) - used)[:3]:
        with pytest.raises(TextError, match="not used"):
            tokenizer.decode([id])


def test_a_token_knows_its_bytes_and_its_bytes_know_the_token(tokenizer: Tokenizer) -> None:
    special = set(tokenizer.special_tokens.values())
    for id in list(tokenizer.ids())[:: max(1, tokenizer.vocab_size // 2000)]:
        data = tokenizer.token_bytes(id)
        assert tokenizer.token(id).bytes == data
        if id not in special:
            same = tokenizer.id_of(data)
            assert same is not None
            assert tokenizer.token_bytes(same) == data
            assert same <= id
        assert tokenizer.token_lengths[id] == len(data)


def test_parents_join_to_the_bytes(tokenizer: Tokenizer) -> None:
    for id in list(tokenizer.ids())[:: max(1, tokenizer.vocab_size // 500)]:
        parents = tokenizer.parents(id)
        if parents and joins_bytes(tokenizer):
            left, right = parents
            assert max(parents) < id
            assert tokenizer.token_bytes(left) + tokenizer.token_bytes(right) == tokenizer.token_bytes(id)


def joins_bytes(tokenizer: Tokenizer) -> bool:
    """WordPiece drops the mark of the right part when it joins two; all others join bytes."""
    return tokenizer.algorithm != "WordPiece"
