"""How a whole range of numbers is cut: the map of 1 to 9,999, of years, of decimals, of times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from playground.core.pitfalls.words import count, cut, listing, quote, share
from playground.core.tokens import Tokenizer

RANGES: dict[str, list[str]] = {
    "1 to 9,999": [str(n) for n in range(1, 10_000)],
    "Years 1000 to 2199": [str(n) for n in range(1000, 2200)],
    "Decimals 0.00 to 9.99": [f"{n / 100:.2f}" for n in range(1000)],
    "Times 00:00 to 23:59": [f"{n // 60:02}:{n % 60:02}" for n in range(1440)],
}
"""What the map can show: every text in a range is ASCII and at most five characters long."""


@dataclass(frozen=True)
class NumberMap:
    """The numbers of one range under one tokenizer. Bit `i` of `masks[n]`: a token ends after character `i + 1`.

    `unknown` are the indexes of numbers that the vocabulary cannot spell.
    """

    name: str
    texts: Sequence[str]
    masks: tuple[int, ...]
    unknown: frozenset[int] = frozenset()

    @cached_property
    def single(self) -> int:
        """How many numbers are one token that stands for them, and not for whatever is unknown."""
        return self.masks.count(0) - sum(not self.masks[i] for i in self.unknown)

    @cached_property
    def usual(self) -> int:
        """The most frequent number of tokens."""
        return Counter(mask.bit_count() + 1 for mask in self.masks).most_common(1)[0][0]

    def pieces(self, index: int) -> list[str]:
        """The number at `index`, cut.

        >>> NumberMap("x", ["1234"], (0b100,)).pieces(0)
        ['123', '4']
        """
        text, mask = self.texts[index], self.masks[index]
        edges = [0, *(i + 1 for i in range(len(text) - 1) if mask >> i & 1), len(text)]
        return [text[a:b] for a, b in pairwise(edges)]

    def code(self) -> str:
        """One hexadecimal digit a number, its mask, or `u` where it is unknown: what a screen needs to draw the map."""
        return "".join("u" if i in self.unknown else f"{mask:x}" for i, mask in enumerate(self.masks))


def number_map(tokenizer: Tokenizer, range_name: str, space_before: bool = False) -> NumberMap:
    """Every number of a range, each tokenized alone, or with the space before it that it has inside a sentence."""
    texts, masks, unknown = RANGES[range_name], [], set()
    tokens_of = _quick_tokens(tokenizer)
    for i, text in enumerate(texts):
        ids, starts = tokens_of(" " + text if space_before else text)
        masks.append(sum({1 << (s - space_before - 1) for s in starts if 0 < s - space_before < len(text)}))
        if tokenizer.unknown_id is not None and tokenizer.unknown_id in ids:
            unknown.add(i)
    return NumberMap(tokenizer.name, texts, tuple(masks), frozenset(unknown))


def _quick_tokens(tokenizer: Tokenizer) -> Callable[[str], tuple[list[int], Iterable[int]]]:
    """What gives ids and the first byte of each: for many short texts, arrays would cost more than the encoding."""
    if type(tokenizer).encoded is not Tokenizer.encoded:
        return lambda text: (lambda e: (e.ids.tolist(), e.starts.tolist()))(tokenizer.encoded(text))
    lengths = tokenizer.token_lengths.tolist()
    return lambda text: (ids := tokenizer.encode(text), accumulate((lengths[id] for id in ids), initial=0))


def map_statement(maps: Sequence[NumberMap]) -> str | None:
    """How much of the range is one token in each tokenizer, with two neighbours that are treated differently."""
    if not maps:
        return None
    total = len(maps[0].texts)
    some, none = [m for m in maps if m.single], [m for m in maps if not m.single]
    parts = [f"{m.single:,} ({share(m.single, total)}) in {m.name}" for m in some]
    if none:
        usual = [f"{m.name} (most often {count(m.usual, 'token')})" for m in none]
        parts.append(f"none in {listing(usual)}")
    sentence = f"Of these {total:,} one token each: {listing(parts)}."
    sentence += "".join(f" {m.name} has no tokens for {len(m.unknown):,} of them." for m in maps if m.unknown)
    for m in maps:
        found = _uneven_neighbours(m)
        if found is not None:
            one, two = (f"{quote(m.texts[i])} is {cut(m.pieces(i))}" for i in (found, found + 1))
            return f"{sentence} In {m.name} {one} but {two}."
    return sentence


def _uneven_neighbours(m: NumberMap) -> int | None:
    """The last index where a number and its successor, as long as itself, are cut into different numbers of tokens."""
    changes = [
        i
        for i in range(len(m.texts) - 1)
        if len(m.texts[i]) == len(m.texts[i + 1])
        and m.masks[i].bit_count() != m.masks[i + 1].bit_count()
        and not {i, i + 1} & m.unknown
    ]
    return changes[-1] if changes else None
