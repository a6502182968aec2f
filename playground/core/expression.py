"""Split patterns of the user's own: run by `regex`, with a limit on time, and refused where they would lose text."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import regex

from playground.core.errors import PatternError

LIMIT = 2.0
"""Seconds in which a pattern must get on by `LEAST` characters."""
LEAST = 20_000


@lru_cache(maxsize=64)
def compiled_pattern(expression: str) -> Any:
    """The compiled expression; PatternError where it does not compile or where it matches the empty text."""
    try:
        pattern = regex.compile(expression)
    except (regex.error, RecursionError, OverflowError) as error:
        raise PatternError(f"The split pattern does not compile: {error}.") from None
    if _matches_nothing(pattern, ""):
        raise PatternError("The split pattern can match the empty text; each piece needs at least one character.")
    return pattern


def _matches_nothing(pattern: Any, text: str) -> bool:
    try:
        return pattern.fullmatch(text, timeout=LIMIT) is not None
    except TimeoutError:
        raise _too_slow(0) from None


def pieces(expression: str, text: str) -> Iterator[str]:
    """The pieces of `text`, which join to it again.

    Raises PatternError where the expression does not compile, matches nothing, leaves a character out or takes too
    long (catastrophic backtracking).
    """
    pattern = compiled_pattern(expression)
    done = 0
    while done < len(text):
        started = done
        try:
            for match in pattern.finditer(text, done, timeout=LIMIT, concurrent=True):
                start, end = match.span()
                if end == start:
                    raise PatternError(
                        f"The split pattern matches nothing at character {start:,}; "
                        "each piece needs at least one character."
                    )
                if start > done:
                    raise _lost(text, done)
                done = end
                yield match.group()
        except TimeoutError:
            # The limit is on the whole search. A long text may need more; one piece may not.
            if done - started < LEAST:
                raise _too_slow(done) from None
        else:
            if done < len(text):
                raise _lost(text, done)


def matches(expression: str, text: str) -> Iterator[Any]:
    """What the expression finds in `text`, whatever stands between; PatternError where it takes too long."""
    pattern = compiled_pattern(expression)
    done = 0
    while True:
        started = done
        try:
            for match in pattern.finditer(text, done, timeout=LIMIT, concurrent=True):
                done = match.end()
                yield match
            return
        except TimeoutError:
            if done - started < LEAST:
                raise _too_slow(done) from None


def check_pattern(expression: str | None, sample: str = "") -> None:
    """Raise PatternError where a pattern cannot be used for training, as far as `sample` can show it."""
    if expression is not None:
        compiled_pattern(expression)
        for _ in pieces(expression, sample):
            pass


def _lost(text: str, place: int) -> PatternError:
    character = text[place]
    shown = (
        f"{character!r} (U+{ord(character):04X})" if character.isascii() else f"“{character}” (U+{ord(character):04X})"
    )
    return PatternError(
        f"The split pattern leaves out {shown} at character {place:,}; text outside its matches would be lost. "
        "`|(?s:.)` at its end keeps everything."
    )


def _too_slow(place: int) -> PatternError:
    return PatternError(
        f"The split pattern takes too long at character {place:,}: it tries too many ways to match. "
        "Avoid repeats inside repeats."
    )
