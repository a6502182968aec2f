"""A text as it arrives token by token: what can be shown at once, and what must wait for the rest of a character."""

from __future__ import annotations

import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from playground.core.tokens import Encoded
from playground.core.utf8 import replacements


@dataclass(frozen=True)
class Step:
    """What one token brings.

    `text` can be shown now; `held` are the bytes that wait, this token's and earlier ones'; `naive` is what decoding
    this token alone prints.
    """

    id: int
    data: bytes
    text: str
    held: bytes
    naive: str

    @property
    def waits(self) -> bool:
        """Some of this token's bytes cannot be shown yet."""
        return bool(self.held)


@dataclass(frozen=True)
class Stream:
    """The steps of a text, and what they come to."""

    steps: list[Step]

    @cached_property
    def held_back(self) -> int:
        """How many tokens end inside a character, so that a part of them must wait."""
        return sum(step.waits for step in self.steps)

    @cached_property
    def replaced(self) -> int:
        """How many U+FFFD a token-by-token decode prints that the text does not hold."""
        return sum(replacements(step.data) for step in self.steps)


def stream(ids: Sequence[int], pieces: Sequence[bytes]) -> Stream:
    """Play `pieces`, the bytes of the tokens `ids`, through an incremental UTF-8 decoder.

    >>> [(step.text, step.held) for step in stream([0, 1], [b"a\\xc3", b"\\xa9"]).steps]
    [('a', b'\\xc3'), ('é', b'')]
    """
    decoder = codecs.getincrementaldecoder("utf-8")("replace")
    steps = []
    for id, data in zip(ids, pieces, strict=True):
        text = decoder.decode(data)
        held, _ = decoder.getstate()
        steps.append(Step(int(id), data, text, held, data.decode("utf-8", "replace")))
    return Stream(steps)


def pieces(encoded: Encoded, most: int | None = None) -> list[bytes]:
    """The bytes of each token. What a tokenizer drops between tokens (WordPiece: spaces) goes to the token after it."""
    found, before = [], 0
    for end in encoded.ends[:most].tolist():
        found.append(encoded.data[before:end])
        before = max(before, end)
    return found
