"""How a tokenizer cuts a short stretch, in one line: for tables, where a reader sees characters only."""

from __future__ import annotations

from playground.core import reach
from playground.core.errors import PlaygroundError
from playground.core.tokens import Tokenizer
from playground.core.visible import visible

UNKNOWN = "–"
"""What stands where it cannot be told."""


def cut(tokenizer: Tokenizer, text: str) -> str:
    """How `text` alone is cut, with a bar between tokens; `UNKNOWN` where the tokenizer refuses it.

    >>> from playground import registry
    >>> cut(registry.get("cl100k_base"), " strawberries")
    '␣strawberries'
    """
    try:
        return "|".join(visible(tokenizer.token_bytes(id)) for id in tokenizer.encode(text))
    except PlaygroundError:
        return UNKNOWN


def cut_bytes(tokenizer: Tokenizer, data: bytes) -> str:
    """How `data` alone is cut, whole characters or not; `UNKNOWN` where that cannot be known."""
    try:
        return cut(tokenizer, data.decode())
    except UnicodeDecodeError:
        if not reach.knows_reach(tokenizer):
            return UNKNOWN
        return "|".join(visible(tokenizer.token_bytes(id)) for id in reach.own_encoding(tokenizer, data))
