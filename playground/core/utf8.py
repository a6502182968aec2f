"""Why some bytes are not UTF-8, said for each place where they are not.

The cuts are those that Unicode recommends (version 16, table 3-8, "maximal subpart") and that Python and browsers make:
each faulty stretch becomes one U+FFFD.
"""

from __future__ import annotations

from dataclasses import dataclass

REPLACEMENT = "\ufffd"


@dataclass(frozen=True)
class Invalid:
    """Bytes `start:end` are no character; `reason` is one sentence."""

    start: int
    end: int
    reason: str


def invalid(data: bytes, most: int = 100) -> list[Invalid]:
    """The first `most` places where `data` is not UTF-8.

    >>> invalid(b"a\\x80")
    [Invalid(start=1, end=2, reason='80 continues a character, but none was begun.')]
    """
    found: list[Invalid] = []
    start = 0
    while len(found) < most:
        try:
            data[start:].decode("utf-8")
            break
        except UnicodeDecodeError as error:
            first, last = start + error.start, start + error.end
            found.append(Invalid(first, last, _reason(data, first, last)))
            start = last
    return found


def replacements(data: bytes) -> int:
    """How many U+FFFD decoding prints that do not stand in the text itself."""
    return data.decode("utf-8", "replace").count(REPLACEMENT) - data.count(REPLACEMENT.encode())


def _reason(data: bytes, start: int, end: int) -> str:
    lead = data[start]
    shown = data[start:end].hex(" ").upper()
    if 0x80 <= lead < 0xC0:
        return f"{shown} continues a character, but none was begun."
    if lead in (0xC0, 0xC1) or lead > 0xF4:
        return f"{shown} never occurs in UTF-8."
    length = 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    there = "its first byte is" if end - start == 1 else f"its first {end - start} bytes are"
    begun = f"{shown} begins a character of {length} bytes; {there} there"
    if end == len(data):
        return f"{begun}, then the bytes end: the character is cut off."
    following = data[end]
    if end - start == 1 and 0x80 <= following < 0xC0:
        pair = f"{shown} {following:02X}"
        if lead in (0xE0, 0xF0):
            return f"{pair} would write a character with more bytes than it needs, which UTF-8 forbids."
        if lead == 0xED:
            return f"{pair} would begin half of a UTF-16 pair, which is no character."
        return f"{pair} would begin a character beyond U+10FFFF, the last there is."
    return f"{begun}, then comes {following:02X}, which does not continue it."
