"""A token as a line of text in which nothing hides: for tables and charts, where a reader sees characters only."""

from __future__ import annotations

import unicodedata

_MARKS = {" ": "␣", "\n": "↵", "\r": "␍", "\t": "⇥", "\x7f": "␡"}
# Controls, formats (zero-width and direction marks), surrogates, unassigned, line and paragraph separators, odd spaces.
_HIDDEN = {"Cc", "Cf", "Cs", "Cn", "Co", "Zl", "Zp", "Zs"}


def visible(data: str | bytes) -> str:
    """`data` with a mark for each space, control and invisible character; bytes that are no character as `\\xNN`.

    >>> visible(" the"), visible(b"\\xf0\\x9f\\x91"), visible("a\\u200bb\\n")
    ('␣the', '\\\\xf0\\\\x9f\\\\x91', 'a⟨U+200B⟩b↵')
    """
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    if text.isascii() and text.isprintable():
        return text.replace(" ", "␣")
    return "".join(map(_mark, text))


def _mark(character: str) -> str:
    if character in _MARKS:
        return _MARKS[character]
    code = ord(character)
    if code < 32:
        return chr(0x2400 + code)
    if 0xDC80 <= code <= 0xDCFF:  # how surrogateescape carries a stray byte
        return f"\\x{code - 0xDC00:02x}"
    if unicodedata.category(character) in _HIDDEN:
        return f"⟨U+{code:04X}⟩"
    return character
