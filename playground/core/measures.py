"""What an encoded text is worth: compression, words kept whole, how much of the vocabulary it needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan

import numpy as np
import regex
from numpy.typing import NDArray

from playground.core.tokens import Encoded, byte_offsets

# Letters, marks and digits in a row, with an apostrophe inside: the same words for every tokenizer.
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}]+(?:['’][\p{L}\p{M}]+)*")


def word_spans(text: str) -> NDArray[np.int64]:
    """The byte spans of the words of `text`, one row `(start, end)` each.

    A word is a run of letters, marks and digits, with apostrophes inside. In scripts that put no space between words
    a whole run counts as one word.

    >>> word_spans("Don't go!").tolist()
    [[0, 5], [6, 8]]
    """
    spans = np.array([match.span() for match in _WORD.finditer(text)], np.int64).reshape(-1, 2)
    return byte_offsets(text)[spans]


@dataclass(frozen=True)
class Measures:
    """Counts of one text under one tokenizer, and the figures that follow from them (nan where nothing is counted)."""

    name: str
    tokens: int
    bytes: int
    characters: int
    words: int
    word_tokens: int
    """Tokens that touch a word, summed over the words."""
    words_whole: int
    """Words without a cut inside."""
    single_byte: int
    """Tokens that cover one byte."""
    broken: int
    """Tokens that start or end inside a character."""
    used: int
    """Different vocabulary entries that occur."""
    vocabulary: int
    lost: int = 0
    """Characters other than white space that no token spells: they became the unknown token, or nothing."""
    spaces_lost: int = 0
    """White space that no token covers."""

    @property
    def bytes_per_token(self) -> float:
        """Compression: more is better."""
        return _ratio(self.bytes, self.tokens)

    @property
    def characters_per_token(self) -> float:
        """As `bytes_per_token`, in characters: it does not favour scripts of several bytes a character."""
        return _ratio(self.characters, self.tokens)

    @property
    def fertility(self) -> float:
        """Tokens per word: into how many tokens a word is cut on average; 1 is the best.

        Rust et al. 2021, "How Good is Your Tokenizer?".
        """
        return _ratio(self.word_tokens, self.words)

    @property
    def whole_share(self) -> float:
        """The share of the words that stay whole."""
        return _ratio(self.words_whole, self.words)

    @property
    def single_byte_share(self) -> float:
        """The share of the tokens that cover one byte."""
        return _ratio(self.single_byte, self.tokens)

    @property
    def broken_share(self) -> float:
        """The share of the tokens that start or end inside a character."""
        return _ratio(self.broken, self.tokens)

    @property
    def lost_share(self) -> float:
        """The share of the characters that no token spells, white space aside."""
        return _ratio(self.lost, self.characters)

    @property
    def unused_share(self) -> float:
        """The share of the vocabulary that this text does not use."""
        return 1 - _ratio(self.used, self.vocabulary)


def measure(
    name: str,
    encoded: Encoded,
    vocabulary: int,
    words: NDArray[np.int64] | None = None,
    unknown: int | None = None,
) -> Measures:
    """All measures of `encoded`.

    `vocabulary` is the number of entries, `words` the `word_spans` of its text, `unknown` the id of the token for
    what the vocabulary cannot spell.
    """
    words = word_spans(encoded.text) if words is None else words
    starts, ends, data = encoded.starts, encoded.ends, encoded.data
    covering = ends > starts
    touching = np.searchsorted(starts, words[:, 1], "left") - np.searchsorted(ends, words[:, 0], "right")
    touching = np.maximum(touching, 1)  # a word in a gap (dropped by a normalizer) still costs its place
    inside = np.zeros(len(data) + 1, np.bool_)
    inside[:-1] = (np.frombuffer(data, np.uint8) & 0xC0) == 0x80
    lost, spaces_lost = _losses(encoded, unknown)
    return Measures(
        name=name,
        tokens=len(encoded),
        bytes=len(data),
        characters=len(encoded.text),
        words=len(words),
        word_tokens=int(touching.sum()),
        words_whole=int((touching == 1).sum()),
        single_byte=int((ends - starts == 1).sum()),
        broken=int((covering & (inside[starts] | inside[ends])).sum()),
        used=len(np.unique(encoded.ids)),
        vocabulary=vocabulary,
        lost=lost,
        spaces_lost=spaces_lost,
    )


def _losses(encoded: Encoded, unknown: int | None) -> tuple[int, int]:
    """How many characters of the text no token spells: others than white space, and white space."""
    spelled = encoded.ids != unknown if unknown is not None else np.ones(len(encoded), np.bool_)
    starts, ends = encoded.starts[spelled], encoded.ends[spelled]
    if int((ends - starts).sum()) == len(encoded.data):
        return 0, 0
    edges = np.zeros(len(encoded.data) + 1, np.int64)
    np.add.at(edges, starts, 1)
    np.add.at(edges, ends, -1)
    bare = np.cumsum(edges)[:-1] == 0
    codes = np.frombuffer(encoded.text.encode("utf-32-le"), np.uint32)[bare[byte_offsets(encoded.text)[:-1]]]
    kinds, counts = np.unique(codes, return_counts=True)
    spaces = sum(int(n) for code, n in zip(kinds, counts, strict=True) if chr(code).isspace())
    return len(codes) - spaces, spaces


def relative_attention(tokens: Sequence[int]) -> list[float]:
    """The work of full attention, which grows with the square of the tokens, against the fewest of `tokens`.

    >>> relative_attention([100, 150])
    [1.0, 2.25]
    """
    fewest = min(tokens, default=0)
    return [_ratio(count * count, fewest * fewest) for count in tokens]


def _ratio(part: float, whole: float) -> float:
    return part / whole if whole else nan
