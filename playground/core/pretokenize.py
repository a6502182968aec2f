"""Split patterns: regular expressions that cut a text into words before any merge, so that no merge crosses them."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

import numpy as np
import regex
from numpy.typing import NDArray
from tiktoken_ext import openai_public

from playground.core import memory
from playground.core.chunks import CHUNK, cut, in_order
from playground.core.errors import PatternError, TextError, TrainingError
from playground.core.expression import pieces
from playground.core.tokens import check_text
from playground.core.wordcounts import WordCounts

_LETTER_CONTRACTION = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)?"
PATTERNS: dict[str, str] = {
    "gpt2": openai_public.r50k_pat_str,
    "cl100k": (
        r"'(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+"
        r"|\s++$|\s*[\r\n]|\s+(?!\S)|\s"
    ),
    "o200k": "|".join(
        [
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+" + _LETTER_CONTRACTION,
            r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*" + _LETTER_CONTRACTION,
            r"\p{N}{1,3}",
            r" ?[^\s\p{L}\p{N}]+[\r\n/]*",
            r"\s*[\r\n]+",
            r"\s+(?!\S)",
            r"\s+",
        ]
    ),
}
"""Published patterns, exactly as tiktoken has them (a test compares)."""
_SCANNED = {PATTERNS[name]: kind for kind, name in enumerate(("gpt2", "cl100k", "o200k"))}
"""The patterns that `scanner` knows, and by which number."""


def is_published(expression: str | None) -> bool:
    """Whether an expression is one of the published patterns, which have a compiled scanner."""
    return expression in _SCANNED


LONGEST = 20.0  # seconds that `split` may take


def pattern_of(pattern: str | None) -> str | None:
    """The regular expression behind a name ("gpt2", "cl100k", "o200k", "none"), or the expression itself."""
    if pattern is None or pattern == "none":
        return None
    return PATTERNS.get(pattern, pattern)


def split(text: str, pattern: str | None) -> list[str]:
    """What `pattern` matches in `text`, in order; the whole text where there is no pattern."""
    expression = pattern_of(pattern)
    if expression is None:
        return [text] if text else []
    try:
        return [match.group() for match in regex.finditer(expression, text, timeout=LONGEST)]
    except regex.error as error:
        raise PatternError(f"The split pattern does not compile: {error}.") from None
    except TimeoutError:
        raise PatternError("The split pattern takes too long on this text.") from None


def special_parts(text: str, special_tokens: Iterable[str]) -> list[str]:
    """`text` cut at special tokens: ordinary parts at even places, special tokens at odd ones. The longest wins.

    >>> special_parts("a<s>b", ["<s>"])
    ['a', '<s>', 'b']
    """
    longest_first = sorted(special_tokens, key=len, reverse=True)
    if not longest_first:
        return [text]
    return regex.split("(" + "|".join(map(regex.escape, longest_first)) + ")", text)  # type: ignore[no-any-return]


def check_special_tokens(special_tokens: Sequence[str]) -> None:
    """Raise TrainingError for an empty special token or one that stands there twice."""
    for i, token in enumerate(special_tokens):
        if not token:
            raise TrainingError("A special token cannot be empty.")
        if token in special_tokens[:i]:
            raise TrainingError(f"The special token {token!r} is there twice.")
        check_text(token)


class Pieces(NamedTuple):
    """A stretch of text cut into pieces; the different ones are numbered in order of first appearance.

    Piece number `w` is `data[start:start + length]` with `start, length = places[w]`; it occurs `counts[w]` times.
    `sequence` has the numbers of all pieces in the order of the text.
    """

    data: NDArray[np.uint8]
    places: NDArray[np.int64]
    counts: NDArray[np.int64]
    sequence: NDArray[np.int32]


def pieces_of(data: bytes | bytearray, expression: str | None, start: int, end: int) -> Pieces:
    """The pieces of `data[start:end]`, which is UTF-8, under an expression (not a name)."""
    from playground.core.scanner import character_kinds, piece_ends
    from playground.core.wordtable import number_pieces

    view = np.frombuffer(data, np.uint8, end - start, start)
    view.flags.writeable = False  # of a bytearray; compiled functions know text by it
    if expression in _SCANNED:
        sequence = piece_ends(view, _SCANNED[expression], character_kinds())
        places, counts = number_pieces(view, sequence)  # which turns the ends into numbers
        return Pieces(view, places, counts, sequence)
    if expression is None:
        spans, numbers = [(0, end - start)] if end > start else [], [0] if end > start else []
    else:
        seen: dict[str, int] = {}
        numbers = [seen.setdefault(piece, len(seen)) for piece in pieces(expression, data[start:end].decode())]
        encoded = [piece.encode() for piece in seen]
        view = np.frombuffer(b"".join(encoded), np.uint8)
        spans = list(zip(accumulate(map(len, encoded), initial=0), map(len, encoded), strict=False))
    places = np.array(spans, np.int64).reshape(-1, 2)
    sequence = np.array(numbers, np.int32)
    counts = np.bincount(sequence, minlength=len(places)).astype(np.int64)
    return Pieces(view, places, counts, sequence)


def count_words(
    text: str | bytes | bytearray,
    pattern: str | None,
    special_tokens: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> WordCounts:
    """How often each piece occurs, in order of first appearance. Special tokens are cut out and not counted.

    `text` given as bytes (UTF-8) is not copied. `progress(done, total)`, in bytes, may raise to cancel.
    """
    check_special_tokens(special_tokens)
    data = utf8(text)
    expression = pattern_of(pattern)
    counts = _counted(data, expression, ordinary_spans(data, special_tokens), progress)
    if len(data) > CHUNK:
        memory.give_back()
    return counts


def _counted(
    data: bytes | bytearray,
    expression: str | None,
    spans: list[tuple[int, int]],
    progress: Callable[[int, int], None] | None,
) -> WordCounts:
    """`count_words` of these stretches of the text."""
    from playground.core import wordtable

    if expression is None and len(spans) == 1:  # the text is the word
        start, end = spans[0]
        return WordCounts(
            np.frombuffer(data, np.uint8, end - start, start), np.array([0, end - start]), np.ones(1, np.int64)
        )
    if expression in _SCANNED:
        spans = [part for start, end in spans for part in cut(data, start, end)]
    table = wordtable.empty_table()
    done = 0
    for found in in_order(lambda span: pieces_of(data, expression, *span), spans):
        table = wordtable.absorb(*table, found.data, found.places, found.counts)
        done += len(found.data)
        if progress:
            progress(min(done, len(data)), len(data))
    rows, blob, offsets, words = table
    return WordCounts(blob[: offsets[words]], offsets[: words + 1], wordtable.counted(rows, words))


def utf8(text: str | bytes | bytearray) -> bytes | bytearray:
    """The text in UTF-8; TextError where that cannot be."""
    if isinstance(text, str):
        try:
            return text.encode()
        except UnicodeEncodeError:
            check_text(text)
            raise
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for start in range(0, len(text), CHUNK):  # in parts, so that no second copy of the text is made
            decoder.decode(text[start : start + CHUNK], final=start + CHUNK >= len(text))
    except UnicodeDecodeError as error:
        raise TextError(f"This is not UTF-8: {error.reason} at byte {start + error.start:,}.") from None
    return text


def ordinary_spans(data: bytes | bytearray, special_tokens: Iterable[str]) -> list[tuple[int, int]]:
    """The stretches (start, end) of UTF-8 `data` between special tokens, without empty ones."""
    longest_first = sorted((token.encode() for token in special_tokens), key=len, reverse=True)
    if not longest_first:
        return [(0, len(data))] if data else []
    found = [match.span() for match in re.finditer(b"|".join(map(re.escape, longest_first)), data)]
    starts, ends = [0, *(end for _, end in found)], [*(start for start, _ in found), len(data)]
    return [(start, end) for start, end in zip(starts, ends, strict=True) if end > start]
