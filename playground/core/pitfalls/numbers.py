"""How a whole range of numbers is cut: the map of 1 to 9,999, of years, of decimals; and ways to write one number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise

from playground.core.pitfalls.words import cut, listing, quote, share
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
    """The numbers of one range under one tokenizer. Bit `i` of `masks[n]`: a token ends after character `i + 1`."""

    name: str
    texts: Sequence[str]
    masks: tuple[int, ...]

    @cached_property
    def single(self) -> int:
        """How many numbers are one token."""
        return self.masks.count(0)

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
        """The masks, one hexadecimal digit a number: what a screen needs to draw the map."""
        return "".join(f"{mask:x}" for mask in self.masks)


def number_map(tokenizer: Tokenizer, range_name: str, space_before: bool = False) -> NumberMap:
    """Every number of a range, each tokenized alone, or with the space before it that it has inside a sentence."""
    texts, masks = RANGES[range_name], []
    starts_of = _quick_starts(tokenizer)
    for text in texts:
        starts = starts_of(" " + text if space_before else text)
        masks.append(sum({1 << (s - space_before - 1) for s in starts if 0 < s - space_before < len(text)}))
    return NumberMap(tokenizer.name, texts, tuple(masks))


def _quick_starts(tokenizer: Tokenizer) -> Callable[[str], Iterable[int]]:
    """What gives the first byte of each token: for many short texts, arrays would cost more than the encoding."""
    if type(tokenizer).encoded is not Tokenizer.encoded:
        return lambda text: tokenizer.encoded(text).starts.tolist()
    lengths = tokenizer.token_lengths.tolist()
    return lambda text: accumulate((lengths[id] for id in tokenizer.encode(text)), initial=0)


def map_statement(maps: Sequence[NumberMap]) -> str | None:
    """How much of the range is one token in each tokenizer, with two neighbours that are treated differently."""
    if not maps:
        return None
    total = len(maps[0].texts)
    some, none = [m for m in maps if m.single], [m for m in maps if not m.single]
    parts = [f"{m.single:,} ({share(m.single, total)}) in {m.name}" for m in some]
    if none:
        usual = sorted({m.usual for m in none})
        most = f"most take {listing([str(n) for n in usual])} tokens"
        parts.append(f"none in {listing([m.name for m in none])}, where {most}")
    sentence = f"Of these {total:,} one token each: {listing(parts)}."
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
        if len(m.texts[i]) == len(m.texts[i + 1]) and m.masks[i].bit_count() != m.masks[i + 1].bit_count()
    ]
    return changes[-1] if changes else None


def ways_to_write(number: str) -> dict[str, str]:
    """One whole number written the ways people write it, by the name of each way.

    >>> ways_to_write("1000000")["with commas"]
    '1,000,000'
    """
    value = int(number)
    grouped = f"{value:,}"
    return {
        "plain": str(value),
        "with commas": grouped,
        "with points": grouped.replace(",", "."),
        "with spaces": grouped.replace(",", " "),
        "with narrow no-break spaces": grouped.replace(",", "\u202f"),
        "with underscores": grouped.replace(",", "_"),
        "with two decimals": f"{value}.00",
        "scientific": f"{value:e}" if abs(value) < 10**300 else str(value),
        "hexadecimal": f"{value:#x}",
        "binary": f"{value:#b}",
        "with a hyphen as minus": str(-abs(value)),
        "with a real minus sign": f"−{abs(value)}",
        "Arabic-Indic digits": str(abs(value)).translate({ord("0") + d: chr(0x660 + d) for d in range(10)}),
        "full-width digits": str(abs(value)).translate({ord("0") + d: chr(0xFF10 + d) for d in range(10)}),
    }


def ways_statement(ways: dict[str, str], tokenizers: Sequence[Tokenizer]) -> str | None:
    """The cheapest and the dearest way to write one number in the tokenizer where they are furthest apart."""
    best: tuple[float, str] | None = None
    for tokenizer in tokenizers:
        counts = {way: len(tokenizer.encode(text)) for way, text in ways.items()}
        low, high = min(counts, key=counts.__getitem__), max(counts, key=counts.__getitem__)
        ratio = counts[high] / counts[low] if counts[low] else 0.0
        if ratio > 1 and (best is None or ratio > best[0]):
            best = (
                ratio,
                (
                    f"The same number costs {tokenizer.name} from {counts[low]} ({low}: {quote(ways[low])}) "
                    f"to {counts[high]} tokens ({high}: {quote(ways[high])})."
                ),
            )
    return best[1] if best else None
