"""Ways to write one number, and numbers that are one apart: the same or nearly so, and other tokens."""

from __future__ import annotations

from collections.abc import Sequence

from playground.core.pitfalls.words import count, cut, listing, pieces, quote
from playground.core.tokens import Tokenizer


def ways_to_write(number: str) -> dict[str, str]:
    """One whole number written the ways people write it, by the name of each; what changes nothing is left out.

    >>> ways_to_write("1000000")["with commas"], ways_to_write("-1500")["scientific"]
    ('1,000,000', '-1.5e3')
    """
    value = int(number)
    sign, digits, grouped = "-" * (value < 0), str(abs(value)), f"{value:,}"
    ways = {
        "plain": str(value),
        "with commas": grouped,
        "with points": grouped.replace(",", "."),
        "with spaces": grouped.replace(",", " "),
        "with narrow no-break spaces": grouped.replace(",", "\u202f"),
        "with underscores": grouped.replace(",", "_"),
        "with two decimals": f"{value}.00",
        "scientific": f"{sign}{_scientific(digits)}",
        "hexadecimal": f"{value:#x}",
        "binary": f"{value:#b}",
        "with a real minus sign": str(value).replace("-", "−"),
        "Arabic-Indic digits": sign + _digits_from(digits, 0x660),
        "full-width digits": sign + _digits_from(digits, 0xFF10),
    }
    first = {text: way for way, text in reversed(ways.items())}
    return {way: text for way, text in ways.items() if first[text] == way}


def negatives(number: str) -> dict[str, str]:
    """The negative of a positive number, with the two signs that people write."""
    digits = str(int(number))
    return (
        {"its negative, with a hyphen": f"-{digits}", "its negative, with a minus sign": f"−{digits}"}
        if (int(number) > 0)
        else {}
    )


def _scientific(digits: str) -> str:
    """All digits that matter, so that it is the same number."""
    whole, rest = digits[0], digits[1:].rstrip("0")
    return f"{whole}{'.' + rest if rest else ''}e{len(digits) - 1}"


def _digits_from(digits: str, zero: int) -> str:
    return "".join(chr(zero + int(digit)) for digit in digits)


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
                    f"The same number costs {tokenizer.name} {count(counts[low], 'token')} ({low}: {quote(ways[low])}) "
                    f"to {counts[high]} ({high}: {quote(ways[high])})."
                ),
            )
    return best[1] if best else None


def neighbours_statement(written: Sequence[str], tokenizers: Sequence[Tokenizer]) -> str | None:
    """How two whole numbers that are one apart are cut, by tokenizer, and what they share; None where none are.

    The first such pair in `written` counts.
    """
    found = _one_apart(written)
    if found is None:
        return None
    alike: dict[tuple[str, str], list[str]] = {}
    same: list[str] = []
    other: list[str] = []
    for t in tokenizers:
        alike.setdefault((cut(pieces(t, found[0])), cut(pieces(t, found[1]))), []).append(t.name)
        (same if t.encode(found[0])[:1] == t.encode(found[1])[:1] else other).append(t.name)
    parts = [f"{one} and {two} in {listing(names)}" for (one, two), names in alike.items()]
    sentence = f"{quote(found[0])} and {quote(found[1])} are one apart: {', '.join(parts)}."
    if same:
        sentence += f" Both begin with the same token in {listing(same)}."
    return sentence + (f" They begin with different tokens in {listing(other)}." if other else "")


def _one_apart(written: Sequence[str]) -> tuple[str, str] | None:
    whole = [text for text in dict.fromkeys(written) if text.isascii() and text.isdigit() and len(text) <= 40]
    values = {int(text): text for text in reversed(whole)}
    return next(((text, values[int(text) + 1]) for text in whole if int(text) + 1 in values), None)
