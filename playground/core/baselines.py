"""The two tokenizers that nobody has to train: every byte a token, every character a token."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from playground.core.tokens import Encoded, Tokenizer, byte_offsets, check_text, unknown_id

_CHARACTERS = 0x110000
_HALVES = range(0xD800, 0xE000)  # surrogates: code points that are no characters


class ByteTokenizer(Tokenizer):
    """Every byte of UTF-8 is a token; the id is the byte."""

    name = "plain bytes"
    algorithm = "Bytes"

    @property
    def vocab_size(self) -> int:
        return 256

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        check_text(text)
        return list(text.encode())

    def token_bytes(self, id: int) -> bytes:
        if 0 <= id < 256:
            return bytes([id])
        raise unknown_id(id, self)


class CharacterTokenizer(Tokenizer):
    """Every character (Unicode code point) is a token; the id is its number."""

    name = "plain characters"
    algorithm = "Characters"

    @property
    def vocab_size(self) -> int:
        return _CHARACTERS

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        check_text(text)
        return list(map(ord, text))

    def encoded(self, text: str, *, special: bool = False) -> Encoded:
        offsets = byte_offsets(text)
        return Encoded(text, np.asarray(self.encode(text), np.int32), offsets[:-1], offsets[1:])

    def token_bytes(self, id: int) -> bytes:
        if 0 <= id < _CHARACTERS and id not in _HALVES:
            return chr(id).encode()
        raise unknown_id(id, self)

    def ids(self) -> Iterable[int]:
        return (id for id in range(_CHARACTERS) if id not in _HALVES)

    def id_of(self, data: bytes) -> int | None:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return None
        return ord(text) if len(text) == 1 else None

    @cached_property
    def token_lengths(self) -> NDArray[np.int64]:
        codes = np.arange(_CHARACTERS)
        lengths = (1 + (codes >= 0x80) + (codes >= 0x800) + (codes >= 0x10000)).astype(np.int64)
        lengths[_HALVES.start : _HALVES.stop] = 0
        return lengths


def vocabulary_count(tokenizer: Tokenizer) -> int:
    """How many ids are in use, special tokens included."""
    if isinstance(tokenizer, CharacterTokenizer):
        return _CHARACTERS - len(_HALVES)
    return sum(1 for _ in tokenizer.ids())
