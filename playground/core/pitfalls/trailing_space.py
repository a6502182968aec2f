"""The space at the end of a prompt: what is left for the model to begin with, and what token healing would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playground.core.pitfalls.words import count, covered, cut, listing, quote, share
from playground.core.tokens import Encoded, Tokenizer

ENDINGS: dict[str, str] = {
    "nothing": "",
    "a space": " ",
    "two spaces": "  ",
    "a line end": "\n",
    "two line ends": "\n\n",
    "a tab": "\t",
    "a no-break space": "\u00a0",
    "an ideographic space": "\u3000",
}


@dataclass(frozen=True)
class Start:
    """A prompt and the word that comes next, as two separate encodings: what the model reads, what it must write."""

    prompt: Encoded
    word: Encoded

    @property
    def ids(self) -> list[int]:
        """Prompt and word, one after the other."""
        return [*self.prompt.ids.tolist(), *self.word.ids.tolist()]


@dataclass(frozen=True)
class Pair:
    """The same text written twice: the prompt without its last space and ` word`, and with it and `word`."""

    name: str
    without: Start
    having: Start
    whole: Encoded

    @property
    def differs(self) -> bool:
        """The prompt with the space forces ids that the text as a whole does not have."""
        whole: list[int] = self.whole.ids.tolist()
        return self.having.ids != whole


def pair(tokenizer: Tokenizer, prompt: str, word: str) -> Pair:
    """The two starts of `word` after `prompt` (its own last spaces do not matter; one is added or not)."""
    bare = prompt.rstrip(" ")
    return Pair(
        tokenizer.name,
        Start(tokenizer.encoded(bare), tokenizer.encoded(" " + word)),
        Start(tokenizer.encoded(bare + " "), tokenizer.encoded(word)),
        tokenizer.encoded(f"{bare} {word}"),
    )


def statement(pairs: Sequence[Pair]) -> str | None:
    """Where the space makes the next word begin with other ids than the text as a whole has; None where nowhere."""
    bad = [p for p in pairs if p.differs]
    if not bad:
        return None
    p = bad[0]
    space, word = covered(p.having.prompt)[-1:], covered(p.having.word)
    forced, learned = len(p.having.ids), len(p.whole)
    return (
        f"After the space, {listing([b.name for b in bad])} must go on with {cut(word)}. Text as it was learned has no "
        f"{cut(space)} there but {cut(covered(p.without.word))}: "
        + (f"{count(forced, 'token')} instead of {learned:,}." if forced != learned else "as many tokens, but others.")
    )


@dataclass(frozen=True)
class Census:
    """How many vocabulary entries (special ones aside) begin with a space, and how many do not."""

    name: str
    with_space: int
    without: int

    @property
    def total(self) -> int:
        """All ordinary entries."""
        return self.with_space + self.without


_vocabularies: WeakKeyDictionary[Tokenizer, tuple[list[int], list[bytes]]] = WeakKeyDictionary()


def _entries(tokenizer: Tokenizer) -> tuple[list[int], list[bytes]]:
    """Ids and bytes of all ordinary entries, rising by id, made once a tokenizer."""
    if tokenizer not in _vocabularies:
        special = set(tokenizer.special_tokens.values())
        ids = [id for id in tokenizer.ids() if id not in special]
        _vocabularies[tokenizer] = ids, [tokenizer.token_bytes(id) for id in ids]
    return _vocabularies[tokenizer]


def census(tokenizer: Tokenizer) -> Census:
    """Entries that begin with a space against those that do not."""
    entries = _entries(tokenizer)[1]
    spaced = sum(entry.startswith(b" ") for entry in entries)
    return Census(tokenizer.name, spaced, len(entries) - spaced)


def census_statement(counted: Sequence[Census]) -> str | None:
    """The share of entries that begin with a space, by tokenizer; None where no vocabulary has any."""
    parts = [
        f"{c.with_space:,} of {c.total:,} ({share(c.with_space, c.total)}) in {c.name}" for c in counted if c.with_space
    ]
    if not parts:
        return None
    return (
        f"Entries that begin with a space: {listing(parts)}. "
        "Where the prompt already ends with a space, the next word can use none of them."
    )


def starting_with(tokenizer: Tokenizer, start: bytes) -> list[tuple[bytes, int]]:
    """The ordinary vocabulary entries whose bytes begin with `start`, as (bytes, id), rising by id."""
    ids, entries = _entries(tokenizer)
    return [(entry, id) for id, entry in zip(ids, entries, strict=True) if entry.startswith(start)]


@dataclass(frozen=True)
class Healing:
    """The prompt cut one token earlier: what may stand there instead of its last token.

    `kept` are the tokens that stay, `last` the bytes of the one taken back, `choices` how many entries begin with
    these bytes, `longest` the longest of them that the coming text allows (b"" where the prompt is empty).
    """

    name: str
    kept: tuple[bytes, ...]
    last: bytes
    choices: int
    longest: bytes
    id: int | None
    examples: tuple[tuple[bytes, int], ...]

    @property
    def heals(self) -> bool:
        """A longer token than the one taken back fits the text."""
        return len(self.longest) > len(self.last)


def heal(tokenizer: Tokenizer, prompt: str, coming: str, examples: int = 8) -> Healing:
    """Take back the last token of `prompt` and look for the longest entry that fits the same text with `coming`.

    This is token healing as constrained decoders do it: generation starts one token earlier, and the first new token
    must begin with the bytes that were taken back.
    """
    parts = covered(tokenizer.encoded(prompt))
    if not parts:
        return Healing(tokenizer.name, (), b"", 0, b"", None, ())
    *kept, last = parts
    found = starting_with(tokenizer, last)
    text = last + coming.encode()
    longest = max((entry for entry in found if text.startswith(entry[0])), key=lambda e: len(e[0]), default=(b"", -1))
    # Low ids are the oldest merges, and so the most usual tokens.
    usual = [entry for entry in found if entry[0] != last][:examples]
    id = longest[1] if longest[1] >= 0 else None
    return Healing(tokenizer.name, tuple(kept), last, len(found), longest[0], id, tuple(usual))


def healing_statement(healed: Sequence[Healing]) -> str | None:
    """What cutting the prompt one token earlier would allow; None where the last token is the longest that fits."""
    useful = [h for h in healed if h.heals]
    if not useful:
        return None
    best = max(useful, key=lambda h: len(h.longest) - len(h.last))
    names = listing([h.name for h in useful if h.longest == best.longest and h.last == best.last])
    return (
        f"Cut one token earlier, {names} could begin with {quote(best.longest)}, one token, instead of going on after "
        f"{quote(best.last)}: {count(best.choices, 'entry begins', 'entries begin')} with {quote(best.last)}."
    )


def endings_statement(encoded: Mapping[str, Sequence[Encoded]]) -> str | None:
    """Which endings of a prompt cost most over the bare one, in the tokenizer where that is most; None where none do.

    `encoded` has, by tokenizer, the prompt with each of `ENDINGS` in order, the first of which is none.
    """
    names, best, most = list(ENDINGS), None, 0
    for name, encodings in encoded.items():
        extra = [len(e) - len(encodings[0]) for e in encodings]
        if max(extra) > most:
            best, most = (name, extra), max(extra)
    if best is None:
        return None
    dear = [names[i] for i, n in enumerate(best[1]) if n == most]
    one = [names[i] for i, n in enumerate(best[1]) if n == 1]
    same = f"; {listing(one)} cost{'s' if len(one) == 1 else ''} one" if one and most > 1 else ""
    cost = "costs" if len(dear) == 1 else "cost"
    return f"In {best[0]} {listing(dear)} at the end {cost} {count(most, 'token')} more{same}."
