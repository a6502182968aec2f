"""The published split patterns as compiled scanners over UTF-8: where the pieces of a text end.

A pattern is a list of alternatives; the first that matches wins. Each scanner below tries them in the pattern's own
order and comments name them. What a character is (letter, number, white space ...) is asked of `regex` once, for all
of Unicode, so that both cut alike whatever version of Unicode `regex` knows.
"""

# The compiled functions take arrays and numbers only; numba infers their types, so they carry none here.
# mypy: allow-untyped-defs, allow-untyped-calls, no-check-untyped-defs

from __future__ import annotations

from functools import cache

import numpy as np
import regex
from numpy.typing import NDArray

from playground.core.compiled import BIT, BITS, BYTES, LONG, TEXT, byte, compiled, eight, part, zeros_below

GPT2, CL100K, O200K = range(3)
# Kinds of characters, as bits. UPPER and LOWER are o200k's, which share what has no case.
LETTER, NUMBER, SPACE, LINE_END, UPPER, LOWER = 1, 2, 4, 8, 16, 32
_CLASSES = {
    LETTER: r"\p{L}+",
    NUMBER: r"\p{N}+",
    SPACE: r"\s+",
    LINE_END: r"[\r\n]+",
    UPPER: r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+",
    LOWER: r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]+",
}


@cache
def character_kinds() -> NDArray[np.uint8]:
    """The kind of every code point, as bits, by `regex`'s judgement."""
    codes = np.concatenate((np.arange(0xD800, dtype="<u4"), np.arange(0xE000, 0x110000, dtype="<u4")))
    characters = codes.tobytes().decode("utf-32-le")
    kinds = np.zeros(0x110000, np.uint8)
    for bit, expression in _CLASSES.items():
        for run in regex.finditer(expression, characters):
            kinds[codes[run.start() : run.end()]] |= bit
    return kinds


@part(LONG, TEXT, LONG)
def _six(data, i):
    """The bits that a byte after the first one adds to a character."""
    return byte(data, i) & 0x3F


@part(LONG, TEXT, LONG, BYTES)
def _kind(data, i, kinds):
    """The bits of the character at byte `i`."""
    code = byte(data, i)
    if code < 0x80:
        return byte(kinds, code)
    if code >= 0xF0:
        code = (code & 0x07) << 18 | _six(data, i + 1) << 12 | _six(data, i + 2) << 6 | _six(data, i + 3)
    elif code >= 0xE0:
        code = (code & 0x0F) << 12 | _six(data, i + 1) << 6 | _six(data, i + 2)
    else:
        code = (code & 0x1F) << 6 | _six(data, i + 1)
    return byte(kinds, code)


@part(LONG, TEXT, LONG)
def _after(data, i):
    """Where the character after the one at byte `i` starts."""
    b = byte(data, i)
    return i + (1 if b < 0x80 else 2 if b < 0xE0 else 3 if b < 0xF0 else 4)


@part(LONG, TEXT, LONG, LONG, BYTES, LONG, BIT)
def _run(data, i, end, kinds, wanted, sign):
    """The end of the run from `i` of characters that have one of the `wanted` bits (or, with `sign` 0, none)."""
    while i < end and (_kind(data, i, kinds) & wanted != 0) == sign:
        i = _after(data, i)
    return i


# The same byte eight times: the top bit, the bit that tells cases apart, and what lifts to the top bit all that is not
# below "a", and all that is beyond "z".
_TOP, _CASE, _TO_A, _TO_Z = (np.uint64(bits * 0x0101010101010101) for bits in (0x80, 0x20, 0x80 - 0x61, 0x80 - 0x7B))


@part(LONG, BITS)
def _ascii_letters(text):
    """How many of eight bytes, from the first one on, are letters of ASCII; all are compared at once."""
    folded = text & ~_TOP | _CASE
    others = text | ~(folded + _TO_A) | (folded + _TO_Z)
    return zeros_below(others & _TOP) >> 3


@part(LONG, TEXT, LONG, LONG, BYTES)
def _letters(data, i, end, kinds):
    """The end of the run of letters from `i`."""
    while i + 8 <= end:
        letters = _ascii_letters(eight(data, i))
        i += letters
        if letters < 8:
            break
    return _run(data, i, end, kinds, LETTER, True)


@part(LONG, TEXT, LONG, LONG, BIT)
def _contraction(data, i, end, any_case):
    """The end of 's 't 're 've 'm 'll 'd at `i`, or `i`. In any case ſ (U+017F) is an s as well."""
    if i + 1 >= end or byte(data, i) != 0x27:
        return i
    a = byte(data, i + 1)
    if any_case and a == 0xC5 and byte(data, i + 2) == 0xBF:
        return i + 3
    fold = 0x20 if any_case else 0
    a |= fold
    if a == 0x73 or a == 0x64 or a == 0x6D or a == 0x74:  # s d m t
        return i + 2
    if i + 2 < end:
        b = byte(data, i + 2) | fold
        if (a == 0x6C and b == 0x6C) or (b == 0x65 and (a == 0x76 or a == 0x72)):  # ll ve re
            return i + 3
    return i


@part(LONG, TEXT, LONG, LONG, BYTES, LONG)
def _white(data, i, end, kinds, kind):
    """The end of the piece of white space at `i`, where nothing else has matched."""
    stop = last = i
    line_end = i
    while stop < end and _kind(data, stop, kinds) & SPACE:
        last = stop
        stop = _after(data, stop)
        if kind != GPT2 and _kind(data, last, kinds) & LINE_END:
            line_end = stop
    if kind != O200K and stop == end:  # \s++$
        return end
    if line_end > i:  # \s*[\r\n] and \s*[\r\n]+
        return line_end
    if stop == end or last == i:  # \s+(?!\S) at the end; or a single one, which \s takes
        return stop
    return last  # \s+(?!\S) leaves one for the word that follows


@part(LONG, TEXT, LONG, LONG, BYTES)
def _numbers(data, i, end, kinds):
    """\\p{N}{1,3}"""
    n = 0
    while i < end and n < 3 and _kind(data, i, kinds) & NUMBER:
        i = _after(data, i)
        n += 1
    return i


@part(LONG, TEXT, LONG, LONG, BYTES)
def _gpt2(data, i, end, kinds):
    stop = _contraction(data, i, end, False)
    if stop > i:
        return stop
    j = i + 1 if byte(data, i) == 0x20 and i + 1 < end else i
    k = _kind(data, j, kinds)
    if k & LETTER:  # " ?\p{L}++"
        return _letters(data, j, end, kinds)
    if k & NUMBER:  # " ?\p{N}++"
        return _run(data, j, end, kinds, NUMBER, True)
    if not k & SPACE:  # " ?[^\s\p{L}\p{N}]++"
        return _run(data, j, end, kinds, SPACE | LETTER | NUMBER, False)
    return _white(data, i, end, kinds, GPT2)


@part(LONG, TEXT, LONG, LONG, BYTES)
def _cl100k(data, i, end, kinds):
    stop = _contraction(data, i, end, True)
    if stop > i:
        return stop
    k = _kind(data, i, kinds)
    # [^\r\n\p{L}\p{N}]?+\p{L}++
    j = i if k & (LINE_END | LETTER | NUMBER) else _after(data, i)
    if j < end and _kind(data, j, kinds) & LETTER:
        return _letters(data, j, end, kinds)
    if k & NUMBER:
        return _numbers(data, i, end, kinds)
    # " ?[^\s\p{L}\p{N}]++[\r\n]*+"
    j = i + 1 if byte(data, i) == 0x20 and i + 1 < end else i
    stop = _run(data, j, end, kinds, SPACE | LETTER | NUMBER, False)
    if stop > j:
        while stop < end and (byte(data, stop) == 0x0A or byte(data, stop) == 0x0D):
            stop += 1
        return stop
    return _white(data, i, end, kinds, CL100K)


@part(LONG, TEXT, LONG, LONG, BYTES)
def _cased(data, i, end, kinds):
    """The end of [UPPER]*[LOWER]+ at `i`, or `i` where it does not match."""
    found = i
    j = i
    while j < end:
        k = _kind(data, j, kinds)
        if k & LOWER:
            found = _after(data, j)  # where LOWER+ may begin; the last such place wins
        if not k & UPPER:
            if k & LOWER:
                return _run(data, j, end, kinds, LOWER, True)
            break
        j = _after(data, j)
    return found


@part(LONG, TEXT, LONG, LONG)
def _plain_word(data, i, end):
    """The end of [A-Z]*[a-z]* at `i`, which is all of a word where a character of ASCII follows; else `i`."""
    j = i
    while j < end and 0x41 <= byte(data, j) <= 0x5A:
        j += 1
    while j < end and 0x61 <= byte(data, j) <= 0x7A:
        j += 1
    return i if j < end and byte(data, j) >= 0x80 else j


@part(LONG, TEXT, LONG, LONG, BYTES)
def _o200k(data, i, end, kinds):
    k = _kind(data, i, kinds)
    # Both word patterns may start with one character that is no letter, number or line end.
    word = i if k & (LINE_END | LETTER | NUMBER) else _after(data, i)
    if (k | _kind(data, word if word < end else i, kinds)) & (UPPER | LOWER):
        if byte(data, i) < 0x80:
            stop = _plain_word(data, word, end)
            if stop > word:
                return _contraction(data, stop, end, True)
        stop = _cased(data, word, end, kinds)
        if stop > word:
            return _contraction(data, stop, end, True)
        stop = _cased(data, i, end, kinds)  # an accent at the start may be the word itself
        if stop > i:
            return _contraction(data, stop, end, True)
        # [^\r\n\p{L}\p{N}]?[UPPER]+[LOWER]*: no LOWER follows, or the pattern above would have matched
        stop = _run(data, word, end, kinds, UPPER, True)
        if stop > word:
            return _contraction(data, stop, end, True)
    if k & NUMBER:
        return _numbers(data, i, end, kinds)
    # " ?[^\s\p{L}\p{N}]+[\r\n/]*"
    j = i + 1 if byte(data, i) == 0x20 and i + 1 < end else i
    stop = _run(data, j, end, kinds, SPACE | LETTER | NUMBER, False)
    if stop > j:
        while stop < end and (byte(data, stop) == 0x0A or byte(data, stop) == 0x0D or byte(data, stop) == 0x2F):
            stop += 1
        return stop
    return _white(data, i, end, kinds, O200K)


@compiled
def piece_ends(data, kind, kinds):
    """Where the pieces of UTF-8 `data` end, in the order of the text."""
    ends = np.empty(len(data), np.int32)
    pieces = i = 0
    end = len(data)
    while i < end:
        if kind == GPT2:
            i = _gpt2(data, i, end, kinds)
        elif kind == CL100K:
            i = _cl100k(data, i, end, kinds)
        else:
            i = _o200k(data, i, end, kinds)
        ends[pieces] = i
        pieces += 1
    return ends[:pieces]
