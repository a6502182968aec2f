"""Letters: counting and reversing them, for a reader of ids who never sees one."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from playground.core.pitfalls.words import count, cut, listing, quote
from playground.core.tokens import Encoded, Tokenizer

_CHARACTER = regex.compile(r"\X")


@dataclass(frozen=True)
class Letter:
    """One character as a reader sees it, the first and last token it is in, and whether it is the one asked for."""

    text: str
    first: int
    last: int
    hit: bool


@dataclass(frozen=True)
class Spelling:
    """A word as letters and as tokens. `pieces[i]` are the bytes of token `i`, `hits[i]` the letters asked for that
    begin in it."""

    name: str
    word: str
    letters: tuple[Letter, ...]
    ids: tuple[int, ...]
    pieces: tuple[bytes, ...]

    @property
    def hits(self) -> list[int]:
        """How many of the letters asked for begin in each token."""
        counts = [0] * len(self.ids)
        for letter in self.letters:
            counts[letter.first] += letter.hit
        return counts

    @property
    def spelled_out(self) -> bool:
        """Each letter, and each one asked for, is one token; another sign may stand with it, as a hyphen does."""
        told = [letter for letter in self.letters if letter.text[0].isalnum() or letter.hit]
        firsts = {letter.first for letter in told}
        return len(firsts) == len(told) > 0 and all(letter.first == letter.last for letter in told)

    @property
    def reversed_by_tokens(self) -> bytes:
        """The bytes of the tokens, last token first."""
        return b"".join(reversed(self.pieces))


def characters(text: str) -> list[str]:
    """What a reader sees as characters (extended grapheme clusters).

    >>> characters("né👍🏽")
    ['n', 'é', '👍🏽']
    """
    found: list[str] = _CHARACTER.findall(text)
    return found


def reverse(text: str) -> str:
    """The text with its characters in reverse order; a line end CR LF and an emoji stay whole."""
    return "".join(reversed(characters(text)))


def spell(tokenizer: Tokenizer, word: str, letter: str = "") -> Spelling:
    """The word's letters with their tokens; `letter`, in any case and composed or not, is the one asked for."""
    encoded = tokenizer.encoded(word)
    spans = [(int(s), int(e), i) for i, (s, e) in enumerate(zip(encoded.starts, encoded.ends, strict=True)) if e > s]
    asked, letters, start, k = _folded(letter), [], 0, 0
    for character in characters(word):
        end = start + len(character.encode())
        while k + 1 < len(spans) and spans[k][1] <= start:
            k += 1
        last = k
        while last + 1 < len(spans) and spans[last + 1][0] < end:
            last += 1
        if spans:
            letters.append(Letter(character, spans[k][2], spans[last][2], bool(asked) and _folded(character) == asked))
        start = end
    pieces = tuple(encoded.piece(i) for i in range(len(encoded)))
    return Spelling(tokenizer.name, word, tuple(letters), tuple(encoded.ids.tolist()), pieces)


def _folded(character: str) -> str:
    return unicodedata.normalize("NFC", character).casefold()


def statement(spellings: Sequence[Spelling], letter: str) -> str | None:
    """How many of the letter there are and how they are spread over tokens that do not say so.

    None without a word or a letter. `spellings` are those of one word.
    """
    # Some tokenizers drop white space: a word of nothing else has no tokens there.
    spellings = [s for s in spellings if s.letters]
    if not spellings or not letter:
        return None
    word, total = spellings[0].word, sum(s.hit for s in spellings[0].letters)
    if not total:
        return f"There is no {quote(letter)} in {quote(word)}."
    fewest = min(spellings, key=lambda s: len(s.ids))
    alike = [s.name for s in spellings if s.pieces == fewest.pieces]
    has = f"{quote(word)} has {total} {quote(letter)}"
    if fewest.spelled_out:
        gives = "give" + "s" * (len(alike) == 1)
        return f"{has}, and here {listing(alike)} {gives} each letter a token of its own."
    ids = ", ".join(str(id) for id in fewest.ids[:12]) + (" …" if len(fewest.ids) > 12 else "")
    one = len(fewest.ids) == 1
    spread = " + ".join(map(str, fewest.hits)) if 1 < len(fewest.ids) <= 12 and total > 1 else ""
    inside = (
        f"that {spread} of them are inside" if spread else "that it is inside" if total == 1 else "how many are inside"
    )
    return (
        f"{has}. {listing(alike)} read{'s' if len(alike) == 1 else ''} {cut(fewest.pieces)} as "
        f"{'the id' if one else 'the ids'} {ids}: {'it does not say' if one else 'no id says'} {inside}."
    )


def reverse_statement(spellings: Sequence[Spelling]) -> str | None:
    """What comes out when the tokens, not the letters, are put in reverse order; None where it is the same."""
    for spelling in spellings:
        by_letters = reverse(spelling.word)
        if spelling.reversed_by_tokens != by_letters.encode():
            return (
                f"Reversed letter by letter it is {quote(by_letters)}; reversed token by token, {spelling.name} gives "
                f"{quote(spelling.reversed_by_tokens)}."
            )
    return None


def backwards_statement(encoded: Mapping[str, tuple[Encoded, Encoded]]) -> str | None:
    """How many of the word's ids come back when its letters are turned round; None where it reads the same.

    `encoded` has, by tokenizer, the word and the word backwards.
    """
    if not encoded or any(forwards.text == backwards.text for forwards, backwards in encoded.values()):
        return None
    groups: dict[tuple[int, int], list[str]] = {}
    for name, (forwards, backwards) in encoded.items():
        ids = set(forwards.ids.tolist())
        groups.setdefault((len(ids & set(backwards.ids.tolist())), len(ids)), []).append(name)
    parts = [
        f"{'all' if back == of else back or 'none'} of its {count(of, 'id')} in {listing(names)}"
        for (back, of), names in groups.items()
    ]
    return f"With the letters turned round, these come back: {'; '.join(parts)}."


def spellings_statement(names: Sequence[str], encoded: Mapping[str, Sequence[Encoded]]) -> str | None:
    """The spellings with the fewest and the most tokens where they are furthest apart; None where all cost the same.

    `encoded` has, by tokenizer, the spellings in the order of `names`.
    """
    best: tuple[int, str] | None = None
    for tokenizer, encodings in encoded.items():
        sizes = [len(e) for e in encodings]
        low, high = min(sizes, default=0), max(sizes, default=0)
        if high > low and (best is None or high - low > best[0]):
            few, many = (listing([n for n, s in zip(names, sizes, strict=True) if s == size]) for size in (low, high))
            best = high - low, f"In {tokenizer} the word is {count(low, 'token')} {few}, but {high:,} {many}."
    return best[1] if best else None


def spellings_of(word: str) -> dict[str, str]:
    """The word in the forms that get other tokens, by the name of each; a form that changes nothing is left out."""
    parts = characters(word)
    forms = {
        "as typed": word,
        "with a space before": " " + word,
        "capitalised": word[:1].upper() + word[1:],
        "in capitals": word.upper(),
        "with hyphens": "-".join(parts),
        "with spaces": " ".join(parts),
    }
    first = {form: name for name, form in reversed(forms.items())}
    return {name: form for name, form in forms.items() if first[form] == name}
