"""A token as a line of text in which nothing hides: for tables and charts, where a reader sees characters only."""

from __future__ import annotations

from playground.core.characters import visible_name

_MARKS = {" ": "␣", "\n": "↵", "\t": "⇥"}


def visible(data: str | bytes) -> str:
    """`data` with a mark for each space, control and invisible character; bytes that are no character as `\\xNN`.

    >>> visible(" the"), visible(b"\\xf0\\x9f\\x91"), visible("a\\u200bb\\n")
    ('␣the', '\\\\xf0\\\\x9f\\\\x91', 'a⟨ZWSP⟩b↵')
    """
    text = data.decode("utf-8", "surrogateescape") if isinstance(data, bytes) else data
    if text.isascii() and text.isprintable():
        return text.replace(" ", "␣")
    return "".join(map(_mark, text))


def _mark(character: str) -> str:
    if character in _MARKS:
        return _MARKS[character]
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # how surrogateescape carries a stray byte
        return f"\\x{code - 0xDC00:02x}"
    # Surrogates, and characters newer than one of the two Unicode tables, have no name but their number.
    name = visible_name(character) or ("" if character.isprintable() else f"U+{code:04X}")
    return f"⟨{name.replace(' ', '␣')}⟩" if name else character
