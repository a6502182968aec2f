"""Split patterns: regular expressions that cut a text into words before any merge, so that no merge crosses them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import regex
from tiktoken_ext import openai_public

from playground.core.errors import PatternError, TrainingError
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


def pattern_of(pattern: str | None) -> str | None:
    """The regular expression behind a name ("gpt2", "cl100k", "o200k", "none"), or the expression itself."""
    if pattern is None or pattern == "none":
        return None
    return PATTERNS.get(pattern, pattern)


def split(text: str, pattern: str | None) -> list[str]:
    """The pieces of `text` under `pattern`, in order; the whole text where there is no pattern."""
    expression = pattern_of(pattern)
    if expression is None:
        return [text] if text else []
    try:
        return [match.group() for match in regex.finditer(expression, text)]
    except regex.error as error:
        raise PatternError(f"The split pattern does not compile: {error}.") from None


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


def count_words(
    text: str,
    pattern: str | None,
    special_tokens: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> Mapping[bytes, int]:
    """How often each piece occurs, in order of first appearance. Special tokens are cut out and not counted.

    `progress(done, total)`, in characters, may raise to cancel.
    """
    check_special_tokens(special_tokens)
    check_text(text)
    counts: dict[bytes, int] = {}
    done = 0
    for part in special_parts(text, special_tokens)[::2]:
        for piece in split(part, pattern):
            data = piece.encode()
            counts[data] = counts.get(data, 0) + 1
        done += len(part)
        if progress:
            progress(done, len(text))
    return WordCounts.of(counts)
