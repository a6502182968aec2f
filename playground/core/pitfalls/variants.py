"""My own pitfall: any number of ways to write something, one a line, compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playground.core.pitfalls.words import count, listing, more, quote
from playground.core.tokens import Tokenizer

MOST = 50
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "s": " ", "\\": "\\"}


@dataclass(frozen=True)
class Variant:
    """One line, and its ids by tokenizer."""

    text: str
    ids: dict[str, tuple[int, ...]]


def parse(text: str) -> list[str]:
    """The variants of a text, one a line, spaces kept.

    Escapes are `\\n`, `\\t`, `\\r`, `\\s` (a space), `\\\\` and `\\u{200B}`. Empty lines are none, equal lines count
    once, and no more than `MOST` are taken.

    >>> parse("a\\n\\n a\\\\tb\\nx\\\\u{41}")
    ['a', ' a\\tb', 'xA']
    """
    return list(dict.fromkeys(unescape(line) for line in text.split("\n") if line))[:MOST]


def unescape(line: str) -> str:
    """Escapes replaced; a backslash that begins none stays as it is."""
    out, i = "", 0
    while i < len(line):
        following = line[i + 1 : i + 2]
        if line[i] == "\\" and following in _ESCAPES and following:
            out, i = out + _ESCAPES[following], i + 2
            continue
        end = line.find("}", i)
        if line.startswith("\\u{", i) and 0 < end - i <= 9:
            try:
                code = int(line[i + 3 : end], 16)
            except ValueError:
                code = -1
            if 0 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF:
                out, i = out + chr(code), end + 1
                continue
        out, i = out + line[i], i + 1
    return out


def compare(texts: Sequence[str], tokenizers: Sequence[Tokenizer]) -> list[Variant]:
    """The ids of each variant under each tokenizer."""
    return [Variant(text, {t.name: tuple(t.encode(text)) for t in tokenizers}) for text in texts]


def statement(variants: Sequence[Variant]) -> str | None:
    """The cheapest and the dearest variant where they are furthest apart; None with fewer than two variants."""
    if len(variants) < 2:
        return None
    best: tuple[float, str] | None = None
    for name in variants[0].ids:
        sizes = [len(v.ids[name]) for v in variants]
        low, high = min(sizes), max(sizes)
        if high > low and (best is None or high / max(low, 1) > best[0]):
            cheap, dear = variants[sizes.index(low)].text, variants[sizes.index(high)].text
            best = (
                high / max(low, 1),
                (
                    f"In {name} {quote(cheap)} is {count(low, 'token')} and {quote(dear)} is {high:,}: "
                    f"{more(low, high)}, the furthest apart of these {len(variants)}."
                    if low
                    else f"In {name} {quote(cheap)} is no token and {quote(dear)} is {count(high, 'token')}."
                ),
            )
    if best:
        return best[1]
    names = listing(list(variants[0].ids))
    every = "Both" if len(variants) == 2 else f"All {len(variants)}"
    lost = [name for name in variants[0].ids if len({v.ids[name] for v in variants}) < len(variants)]
    but = f", and some are the very same ids in {listing(lost)}" if lost else ", though their ids differ"
    return f"{every} variants cost the same in {names}{but}."
