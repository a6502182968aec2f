"""Split patterns: regular expressions that cut a text into words before any merge, so that no merge crosses them."""

from __future__ import annotations

import regex
from tiktoken_ext import openai_public

from playground.core.errors import PatternError

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


def count_words(text: str, pattern: str | None) -> dict[bytes, int]:
    """How often each piece occurs, in order of first appearance."""
    counts: dict[bytes, int] = {}
    for piece in split(text, pattern):
        data = piece.encode()
        counts[data] = counts.get(data, 0) + 1
    return counts
