"""Which writing system a token belongs to."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

import regex

SCRIPTS = (
    "Latin", "Cyrillic", "Han", "Arabic", "Hangul", "Devanagari", "Hiragana", "Katakana", "Greek", "Hebrew", "Thai",
    "Armenian", "Georgian", "Bengali", "Tamil", "Telugu", "Malayalam", "Kannada", "Gujarati", "Gurmukhi", "Oriya",
    "Sinhala", "Myanmar", "Khmer", "Lao", "Ethiopic", "Tibetan", "Mongolian", "Thaana", "Syriac", "Cherokee",
)  # fmt: skip
"""Scripts by their Unicode names; rarer ones are "Other script"."""

SPECIAL = "Special token"
PARTIAL = "Part of a character"
SPACE = "White space"
DIGITS = "Digits"
MARKS = "Punctuation and symbols"
EMOJI = "Emoji"
MIXED = "Several scripts"
OTHER = "Other script"
KINDS = (*SCRIPTS, OTHER, MIXED, DIGITS, MARKS, EMOJI, SPACE, PARTIAL, SPECIAL)
"""Everything that `script_of` can say, in the order in which it is shown."""

_LETTER = regex.compile("|".join(rf"(?P<{name}>\p{{Script={name}}})" for name in SCRIPTS))
_ASCII_LETTER = re.compile(rb"[A-Za-z]").search
_SHARED = regex.compile(r"\p{Script=Common}|\p{Script=Inherited}")
_EMOJI = regex.compile(r"\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}")


@lru_cache(maxsize=1 << 16)
def script_of_character(character: str) -> str:
    """The script of a letter or mark; "" for a character that has none of its own (digits, signs, joiners)."""
    if unicodedata.category(character)[0] == "N":
        return ""
    found = _LETTER.match(character)
    if found:
        return str(found.lastgroup)
    return OTHER if character.isalpha() and not _SHARED.match(character) else ""


def script_of(data: bytes) -> str:
    """What `data` is written in, one of KINDS: the script of its letters, else what its signs are.

    >>> script_of(b" the"), script_of("мир".encode()), script_of(b"123"), script_of(b"\\xf0\\x9f")
    ('Latin', 'Cyrillic', 'Digits', 'Part of a character')
    """
    if data.isascii():
        if _ASCII_LETTER(data):
            return "Latin"
        text = data.decode()
    else:
        try:
            text = data.decode()
        except UnicodeDecodeError:
            return PARTIAL
        scripts = {script_of_character(character) for character in text} - {""}
        if scripts:
            return scripts.pop() if len(scripts) == 1 else MIXED
    if not text.strip():
        return SPACE
    if all(unicodedata.category(character)[0] == "N" for character in text.strip()):
        return DIGITS
    return EMOJI if not text.isascii() and _EMOJI.search(text) else MARKS
