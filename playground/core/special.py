"""Special tokens that stand in a text as text: where, and which tokenizer knows them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

import regex

from playground.core.tokens import Tokenizer

# The usual shapes of control tokens: <|name|>, [NAME], <s>, </s>, <pad>, <unk>, <bos>, <eos>, <start_of_turn> ...
_SHAPES = regex.compile(
    r"<\|[\p{L}\p{N}_.\-]{1,40}\|>|</?s>|<(?:pad|unk|bos|eos|mask|(?:start|end)_of_(?:turn|image))>"
    r"|\[(?:CLS|SEP|PAD|UNK|MASK|INST|/INST)\]"
)


@dataclass(frozen=True)
class Mention:
    """One control token that stands in a text.

    `ids` has its id under each tokenizer that knows it; `plain` has the number of ordinary tokens that the same
    characters are under each tokenizer.
    """

    token: str
    count: int
    first: int
    ids: dict[str, int]
    plain: dict[str, int]


def mentions(text: str, tokenizers: Sequence[Tokenizer], most: int = 200) -> list[Mention]:
    """The control tokens in `text`, by first position (in characters), longest match first; `most` different ones."""
    counts: dict[str, int] = {}
    first: dict[str, int] = {}
    for match in _finder(tokenizers).finditer(text):
        counts[match.group()] = counts.get(match.group(), 0) + 1
        first.setdefault(match.group(), match.start())
    return [
        Mention(
            token,
            count,
            first[token],
            {t.name: t.special_tokens[token] for t in tokenizers if token in t.special_tokens},
            {t.name: len(t.encode(token)) for t in tokenizers},
        )
        for token, count in islice(counts.items(), most)
    ]


def mention(text: str, special_tokens: Mapping[str, int]) -> bool:
    """Whether any of these special tokens stands in `text`."""
    return any(token in text for token in special_tokens)


def _finder(tokenizers: Sequence[Tokenizer]) -> regex.Pattern[str]:
    known = {token for tokenizer in tokenizers for token in tokenizer.special_tokens if token}
    longest_first = sorted(known, key=len, reverse=True)
    return regex.compile("|".join([*map(regex.escape, longest_first), _SHAPES.pattern]))
