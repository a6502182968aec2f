"""Characters as Unicode has them: repair of broken ones, whole ones as a reader sees them, names of invisible ones."""

from __future__ import annotations

from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

LONGEST_GRAPHEME = 64
"""A character of more code points (heaps of combining marks) is taken apart every 64, so that it can be drawn."""

_BLOCK = 12  # bits: 4,096 code points

# Code points that can join a neighbour. Between two others a boundary stands always, but for CR LF.
# Whole Hangul syllables are not among them: they join nothing but these.
_JOINING = regex.compile(
    r"[\p{GCB=Extend}\p{GCB=ZWJ}\p{GCB=Prepend}\p{GCB=SpacingMark}\p{GCB=L}\p{GCB=V}\p{GCB=T}"
    r"\p{GCB=Regional_Indicator}\p{Extended_Pictographic}]+"
)
_GRAPHEME = regex.compile(r"\X")
_INVISIBLE = regex.compile(
    r"[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cn}\p{Co}\p{Default_Ignorable_Code_Point}[\p{Zs}--[ ]]\u2800]", regex.V1
)
# The names that standards and editors use, shortest form. Others show their code point.
_C0 = """
    NUL SOH STX ETX EOT ENQ ACK BEL BS TAB LF VT FF CR SO SI
    DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US
"""
_C1 = """
    PAD HOP BPH NBH IND NEL SSA ESA HTS HTJ VTS PLD PLU RI SS2 SS3
    DCS PU1 PU2 STS CCH MW SPA EPA SOS SGC SCI CSI ST OSC PM APC
"""
_NAMES: dict[int, str] = {
    **dict(enumerate(_C0.split())),
    0x7F: "DEL",
    **dict(enumerate(_C1.split(), 0x80)),
    0xA0: "NBSP", 0xAD: "SHY", 0x34F: "CGJ", 0x61C: "ALM", 0x115F: "HCF", 0x1160: "HJF", 0x1680: "OGSP",
    0x180E: "MVS", 0x2000: "NQSP", 0x2001: "MQSP", 0x2002: "ENSP", 0x2003: "EMSP", 0x2004: "3/MSP", 0x2005: "4/MSP",
    0x2006: "6/MSP", 0x2007: "FSP", 0x2008: "PSP", 0x2009: "THSP", 0x200A: "HSP", 0x200B: "ZWSP", 0x200C: "ZWNJ",
    0x200D: "ZWJ", 0x200E: "LRM", 0x200F: "RLM", 0x2028: "LSEP", 0x2029: "PSEP", 0x202A: "LRE", 0x202B: "RLE",
    0x202C: "PDF", 0x202D: "LRO", 0x202E: "RLO", 0x202F: "NNBSP", 0x205F: "MMSP", 0x2060: "WJ", 0x2061: "FA",
    0x2062: "IT", 0x2063: "IS", 0x2064: "IP", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI",
    0x2800: "BRAILLE BLANK", 0x3000: "IDSP", 0x3164: "HF", 0xFEFF: "BOM", 0xFFA0: "HWHF", 0xFFF9: "IAA",
    0xFFFA: "IAS", 0xFFFB: "IAT", 0xE0001: "TAG",
    **{0xFE00 + i: f"VS{i + 1}" for i in range(16)},
    **{0xE0100 + i: f"VS{i + 17}" for i in range(240)},
    **{0xE0020 + i: f"TAG {chr(0x20 + i)}" for i in range(1, 95)},
}  # fmt: skip


def repair(text: str) -> tuple[str, int]:
    """Join split UTF-16 pairs and replace lone halves by U+FFFD; also how many were replaced.

    >>> repair("ok \\ud83d\\udc4d")
    ('ok 👍', 0)
    >>> repair("a\\ud800")
    ('a\\ufffd', 1)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return whole, whole.count("\ufffd") - text.count("\ufffd")
    return text, 0


def visible_name(character: str) -> str | None:
    """The short name to draw for a character that shows nothing, or something misleading; None for all others.

    Tabs, line feeds and the plain space are not named here: they are drawn as glyphs.

    >>> visible_name("\\u200b"), visible_name("\\x1b"), visible_name("a")
    ('ZWSP', 'ESC', None)
    """
    if character in "\t\n " or not _INVISIBLE.match(character):
        return None
    return _NAMES.get(ord(character)) or f"U+{ord(character):04X}"


def visible_names(text: str) -> dict[int, str]:
    """The names of all invisible characters that stand in `text`, by code point."""
    if text.isascii() and text.isprintable():
        return {}
    return {ord(c): name for c in sorted(set(text)) if (name := visible_name(c))}


@cache
def _tables() -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """For each code point whether it can join a neighbour, and for each block of them whether that is known yet."""
    return np.zeros(0x110000, np.bool_), np.zeros(0x110000 >> _BLOCK, np.bool_)


def _joining(points: NDArray[np.uint32]) -> NDArray[np.bool_]:
    """Which of these code points can join a neighbour. Most texts stay within a few blocks, so others are not read."""
    table, known = _tables()
    blocks = np.flatnonzero(np.bincount(points >> _BLOCK))
    for block in blocks[~known[blocks]].tolist():
        first = block << _BLOCK
        for match in _JOINING.finditer("".join(map(chr, range(first, first + (1 << _BLOCK))))):
            table[first + match.start() : first + match.end()] = True
        known[block] = True  # at last: another thread may be reading
    return table[points]


def boundaries(text: str) -> NDArray[np.bool_]:
    """For each position in `text`, its end included: does a character, as a reader sees it, start or end there?

    Those are the extended grapheme clusters of Unicode (UAX #29), which `regex` finds as `\\X`. It is asked only about
    the places where something can join. Clusters longer than LONGEST_GRAPHEME are taken apart.

    >>> boundaries("e\\u0301!").tolist()
    [True, False, True, True]
    """
    n = len(text)
    flags = np.ones(n + 1, np.bool_)
    if n < 2:
        return flags
    if text.isascii():
        if "\r\n" in text:
            data = np.frombuffer(text.encode(), np.uint8)
            flags[1:n] = (data[:-1] != 13) | (data[1:] != 10)
        return flags
    points = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    flags[1:n] = (points[:-1] != 13) | (points[1:] != 10)
    joining = _joining(points)
    edges = np.flatnonzero(np.diff(joining, prepend=False, append=False))
    if len(edges) * 16 > n:  # so much joins that asking about everything at once is cheaper
        edges = np.array([0, n])
    for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
        first = max(start - 1, 0)
        stretch = text[first : end + 1]
        flags[first + 1 : first + len(stretch)] = False
        lengths = np.fromiter(map(len, _GRAPHEME.findall(stretch)), np.int64)
        flags[first + np.cumsum(lengths[:-1])] = True
    long = np.flatnonzero(np.diff(np.flatnonzero(flags)) > LONGEST_GRAPHEME)
    if len(long):
        places = np.flatnonzero(flags)
        for i in long.tolist():
            flags[places[i] : places[i + 1] : LONGEST_GRAPHEME] = True
    return flags
