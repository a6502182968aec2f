"""Characters that a reader does not see, or takes for others: where they are and what they cost."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import regex

Kind = Literal["zero width", "direction", "space", "variation", "tag", "control", "filler", "private", "look-alike"]

EXPLAINED: dict[Kind, str] = {
    "zero width": "It takes no room. Between emoji or letters it may join or part them; elsewhere nobody sees it.",
    "direction": "It changes the direction in which text is drawn, and can make text look like other text.",
    "space": "It looks like a space, but is another character.",
    "variation": "It chooses a form of the character before it. Bytes can be hidden in long rows of them.",
    "tag": "It is never drawn. Rows of these spell hidden text, except in the flags of England, Scotland and Wales.",
    "control": "It is a command for a device, not a letter.",
    "filler": "It stands for a letter that is not there, and is drawn as nothing.",
    "private": "It means only what two parties agree on, and most fonts have no picture for it.",
    "look-alike": "It looks like a Latin letter, and stands in a word with Latin letters.",
}

# Kinds by regular expression, the first that matches counts.
_KINDS: list[tuple[Kind, str]] = [
    ("direction", r"[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]"),
    ("tag", r"[\U000E0000-\U000E007F]"),
    ("variation", r"[\uFE00-\uFE0F\u180B-\u180D\u180F\U000E0100-\U000E01EF]"),
    ("filler", r"[\u115F\u1160\u3164\uFFA0\u17B4\u17B5\u2800]"),
    ("space", r"[\p{Zs}\p{Zl}\p{Zp}--\u0020]"),
    ("control", r"[\p{Cc}--[\t\n\r]]"),
    ("private", r"[\p{Co}\p{Noncharacter_Code_Point}]"),
    ("zero width", r"[\p{Cf}\u034F]"),
]
_HIDDEN = regex.compile("|".join(f"({expression})" for _, expression in _KINDS), regex.V1)
# Cyrillic and Greek letters that most fonts draw like a Latin one, and that Latin one.
_LOOKS = dict(
    zip(
        "АВЕЅІЈКМНОРСТХУѴаеһіјорсѕхуѵ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧορ",
        "ABESIJKMHOPCTXYVaehijopcsxyv" + "ABEZHIKMNOPTYXop",
        strict=True,
    )
)
_LOOK = regex.compile("[" + "".join(_LOOKS) + "]")
_WORD = regex.compile(r"[\p{L}\p{M}]++")
_LATIN = regex.compile(r"\p{Latin}")
# A black flag, the letters of a region in tags, and the tag that ends them (UTS #51).
_FLAG = regex.compile(r"\U0001F3F4[\U000E0030-\U000E0039\U000E0061-\U000E007A]{2,6}\U000E007F")
_MOST_POSITIONS = 1000


@dataclass(frozen=True)
class Hidden:
    """One hidden character of a text: its name, how often and where (in characters, from 0), and its cost.

    `cost` is how many more tokens the text has with it than with `instead` (nothing, a plain space or the Latin
    letter), or None where that was not counted.
    """

    character: str
    name: str
    kind: Kind
    count: int
    positions: list[int]
    instead: str
    cost: int | None


def hidden(text: str, count_tokens: Callable[[str], int], most: int = 40) -> list[Hidden]:
    """The hidden characters of `text`, most frequent first; the cost of the first `most`, each by encoding again.

    >>> [(h.name, h.cost) for h in hidden("a\\u200bb", lambda text: len(text.encode()))]
    [('ZERO WIDTH SPACE', 3)]
    """
    places: dict[str, list[int]] = {}
    counts: dict[str, int] = {}
    kinds: dict[str, Kind] = {}
    for kind, position, character in _found(text):
        kinds[character] = kind
        counts[character] = counts.get(character, 0) + 1
        if len(places.setdefault(character, [])) < _MOST_POSITIONS:
            places[character].append(position)
    frequent = sorted(counts, key=lambda character: -counts[character])
    whole = count_tokens(text) if frequent else 0
    return [
        Hidden(
            character=c,
            name=name(c),
            kind=kinds[c],
            count=counts[c],
            positions=places[c],
            instead=instead(c, kinds[c]),
            cost=whole - count_tokens(_replaced(text, c, kinds[c])) if i < most else None,
        )
        for i, c in enumerate(frequent)
    ]


def cleaned(text: str) -> str:
    """The text with plain spaces for other spaces, Latin letters for look-alikes, and no other hidden characters."""
    for character, kind in {character: kind for kind, _, character in _found(text)}.items():
        text = _replaced(text, character, kind)
    return text


def tag_message(text: str) -> str:
    """What the tag characters in `text` spell: U+E0020 to U+E007E stand for the ASCII characters 20 to 7E.

    Those in a flag, such as that of Scotland, are no message.
    """
    return "".join(chr(ord(c) - 0xE0000) for c in _FLAG.sub("", text) if 0xE0020 <= ord(c) <= 0xE007E)


def instead(character: str, kind: Kind) -> str:
    """What a careful editor puts in the character's place."""
    if kind == "look-alike":
        return _LOOKS[character]
    return "\n" if character in "\u2028\u2029\x0b\x0c\x85" else " " if kind == "space" else ""


def name(character: str) -> str:
    """The character's Unicode name, or what it is where it has none."""
    found = unicodedata.name(character, "")
    if found:
        return found
    names = {"Cc": f"CONTROL {ord(character):02X}", "Co": "PRIVATE USE", "Cn": "NONCHARACTER"}
    return {"\0": "NULL", "\x07": "BELL", "\x08": "BACKSPACE", "\x1b": "ESCAPE", "\x7f": "DELETE"}.get(
        character, names.get(unicodedata.category(character), "UNNAMED")
    )


def _found(text: str) -> list[tuple[Kind, int, str]]:
    # Few different characters stand in a text: they are sorted into kinds first, and only those of interest are sought.
    matches = {character: match for character in set(text) if (match := _HIDDEN.match(character))}
    kinds = {character: _KINDS[(match.lastindex or 1) - 1][0] for character, match in matches.items()}
    found: list[tuple[Kind, int, str]] = []
    if kinds:
        places = regex.finditer("[" + "".join(map(regex.escape, kinds)) + "]", text)
        found = [(kinds[match.group()], match.start(), match.group()) for match in places]
    if _LOOK.search(text):
        for word in _WORD.finditer(text):
            if _LOOK.search(word.group()) and _LATIN.search(word.group()):
                found += [("look-alike", i, text[i]) for i in range(*word.span()) if text[i] in _LOOKS]
    return found


def _replaced(text: str, character: str, kind: Kind) -> str:
    if kind != "look-alike":
        return text.replace(character, instead(character, kind))
    places = {position for found, position, c in _found(text) if found == "look-alike" and c == character}
    return "".join(_LOOKS[character] if i in places else c for i, c in enumerate(text))
