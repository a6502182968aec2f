"""The space at the end of a prompt: what is left for the model to begin with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from playground.core.pitfalls.words import count, covered, cut, listing, share
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
    """Where the space makes the next word begin with other ids than the text as a whole has; None where nowhere.

    Tokenizers that cut alike are told of together: the largest group in full, the others by name.
    """
    groups: dict[tuple[str, str, str, int], list[str]] = {}
    bad = [p for p in pairs if p.differs]
    for p in bad:
        groups.setdefault(_difference(p), []).append(p.name)
    if not groups:
        return None
    (word, forced, learned, extra), names = max(groups.items(), key=lambda group: len(group[1]))
    others = [p.name for p in bad if p.name not in names]
    cost = (
        "as many tokens, but others"
        if not extra
        else f"{count(abs(extra), 'token')} {'more' if extra > 0 else 'fewer'}"
    )
    sentence = f"After the space, {listing(names)} must go on with {word}. "
    if forced != learned:
        sentence += f"Written at once, the text has {learned} there, not {forced}: with the space it is {cost}."
    else:
        sentence += "Written at once, the text has the same pieces there, but other ids."
    return sentence + (f" Other cuts, but the same trouble, in {listing(others)}." if others else "")


def _difference(p: Pair) -> tuple[str, str, str, int]:
    """The word as it must be written, what stands from the first difference on in both, the tokens it costs more."""
    having = [*pieces_of(p.having.prompt), *pieces_of(p.having.word)]
    whole = pieces_of(p.whole)
    same = next(
        (i for i, (x, y) in enumerate(zip(having, whole, strict=False)) if x != y), min(len(having), len(whole))
    )
    forced, learned = ([piece for _, piece in tokens[same:] if piece] for tokens in (having, whole))
    return cut(covered(p.having.word)), cut(forced), cut(learned), len(having) - len(whole)


def pieces_of(encoded: Encoded) -> list[tuple[int, bytes]]:
    """Each token's id and the bytes it covers."""
    return [(int(encoded.ids[i]), encoded.piece(i)) for i in range(len(encoded))]


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


def entries(tokenizer: Tokenizer) -> tuple[list[int], list[bytes]]:
    """Ids and bytes of all ordinary entries, rising by id, made once a tokenizer."""
    if tokenizer not in _vocabularies:
        special = set(tokenizer.special_tokens.values())
        ids = [id for id in tokenizer.ids() if id not in special]
        _vocabularies[tokenizer] = ids, [tokenizer.token_bytes(id) for id in ids]
    return _vocabularies[tokenizer]


def census(tokenizer: Tokenizer) -> Census:
    """Entries that begin with a space against those that do not."""
    found = entries(tokenizer)[1]
    spaced = sum(entry.startswith(b" ") for entry in found)
    return Census(tokenizer.name, spaced, len(found) - spaced)


def census_statement(counted: Sequence[Census]) -> str | None:
    """The share of entries that begin with a space, by tokenizer; None where no vocabulary has any."""
    if not any(c.with_space for c in counted):
        return None
    parts = [f"{c.with_space:,} of {c.total:,} ({share(c.with_space, c.total)}) in {c.name}" for c in counted]
    return (
        f"Entries that begin with a space: {listing(parts)}. "
        "Where the prompt already ends with a space, the next word can use none of them."
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
