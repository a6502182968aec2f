"""One sentence, large, with what is quoted in it drawn as chips: the finding of an experiment."""

from __future__ import annotations

from typing import TypedDict

from playground.components import assets
from playground.core.pitfalls.words import CLOSE, CUT, OPEN

_mount = assets.component("statement")


class Part(TypedDict):
    """A stretch of our own words, or quoted text as its tokens."""

    words: str
    tokens: list[str]


def payload(sentence: str) -> list[Part]:
    """The sentence taken apart at its quoting marks.

    >>> from playground.core.pitfalls.words import cut
    >>> payload("It is " + cut(["1", "2"]) + ".")[1]
    {'words': '', 'tokens': ['1', '2']}
    """
    parts: list[Part] = []
    for stretch in sentence.split(OPEN):
        quoted, closed, words = stretch.partition(CLOSE)
        if closed:
            parts.append({"words": "", "tokens": quoted.split(CUT)})
        else:
            words = quoted
        if words:
            parts.append({"words": words, "tokens": []})
    return parts


def statement(sentence: str | None, otherwise: str, key: str, small: bool = False) -> None:
    """Show the sentence; where there is none, what to say instead, quietly. A screen reader hears each change."""
    shown = sentence or otherwise
    _mount(data={"parts": payload(shown), "found": sentence is not None, "small": small}, key=key)
