"""How sentences are made: user text quoted so that it can be told from our words, tokens shown with their cuts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from playground.core.tokens import Encoded, Tokenizer
from playground.core.visible import visible

# Unicode's own way to set foreign text into a sentence: first strong isolate ... pop directional isolate. They keep
# a pasted right-to-left text from turning our words around, and a screen that splits at them can draw chips. Between
# tokens stands the invisible separator. `visible` names all three where they are the user's own.
OPEN, CLOSE, CUT = "\u2068", "\u2069", "\u2063"


def quote(data: str | bytes, most: int = 60) -> str:
    """`data` made visible and marked as quoted; long text keeps its beginning and end."""
    text = visible(data)
    if len(text) > most:
        text = f"{text[: most * 2 // 3]} … {text[-most // 3 :]}"
    return f"{OPEN}{text}{CLOSE}"


def plain(sentence: str) -> str:
    """The sentence with ‹ and › around what is quoted and | between tokens, where no chips can be drawn.

    >>> plain("Two cuts in " + quote("a b") + ".")
    'Two cuts in ‹a␣b›.'
    """
    return sentence.replace(OPEN, "‹").replace(CLOSE, "›").replace(CUT, "|")


def pieces(tokenizer: Tokenizer, text: str) -> list[bytes]:
    """The bytes of the text that each token covers, in order; tokens that cover none are left out."""
    return covered(tokenizer.encoded(text))


def covered(encoded: Encoded) -> list[bytes]:
    """The bytes that each token of an encoded text covers; tokens that cover none are left out."""
    return [piece for i in range(len(encoded)) if (piece := encoded.piece(i))]


def cut(parts: Iterable[bytes | str], most: int = 60) -> str:
    """Tokens side by side, quoted; many of them keep their beginning.

    >>> plain(cut(["123", "4"]))
    '‹123|4›'
    """
    shown: list[str] = []
    for part in parts:
        if sum(map(len, shown)) + len(shown) > most:
            shown.append("…")
            break
        shown.append(visible(part))
    return f"{OPEN}{CUT.join(shown)}{CLOSE}"


def listing(words: Sequence[str]) -> str:
    """
    >>> listing(["a", "b", "c"])
    'a, b and c'
    """
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def count(number: int, noun: str, plural: str | None = None) -> str:
    """
    >>> count(1, "token"), count(1200, "token"), count(2, "entry", "entries")
    ('1 token', '1,200 tokens', '2 entries')
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def more(low: int, high: int) -> str:
    """How much `high` is above `low` (at least 1): as a factor from twice as many on, else in percent.

    >>> more(10, 11), more(10, 20), more(10, 25), more(1000, 1001)
    ('10% more', 'twice as many', '2.5 times as many', 'under 1% more')
    """
    if high == 2 * low:
        return "twice as many"
    return f"{high / low:.1f} times as many" if high > 2 * low else f"{share(high - low, low)} more"


def share(part: int, whole: int) -> str:
    """A percentage that never says 0 % of something or 100 % of not everything.

    >>> share(1, 3), share(1, 99999), share(99998, 99999), share(0, 5)
    ('33%', 'under 1%', 'over 99%', '0%')
    """
    if not whole or not part:
        return "0%"
    percent = 100 * part / whole
    if percent < 1:
        return "under 1%"
    if part < whole and percent > 99:
        return "over 99%"
    return f"{percent:.0f}%"
