"""A whole vocabulary as columns, and the search in it."""

from __future__ import annotations

import time
from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, get_args

import numpy as np
import regex
from numpy.typing import NDArray

from playground.core.errors import PatternError
from playground.core.scripts import DIGITS, KINDS, PARTIAL, SPACE, SPECIAL, script_of
from playground.core.tokens import Tokenizer

How = Literal["contains", "starts with", "ends with", "is", "bytes", "regex", "id"]
HOWS: tuple[How, ...] = get_args(How)
Flag = Literal["leading space", "white space only", "digits only", "part of a character", "special"]
FLAGS: tuple[Flag, ...] = get_args(Flag)
Rows = NDArray[np.int64]
Bools = NDArray[np.bool_]

_SECONDS = 2.0
_CHUNK = 2048
_SHORT = 12
# What makes a pattern able to run for ever on one short token: a repeated group, a back-reference, a recursion.
_RISKY = regex.compile(r"\)[*+?{]|\\[1-9gkK]|\(\?(?:R|[0-9]|&|P>|P=|\()")


@dataclass(frozen=True)
class Query:
    """What to look for. Every condition must hold; the default lets everything through."""

    text: str = ""
    how: How = "contains"
    case: bool = True
    kinds: Collection[str] = ()
    """Some of `scripts.KINDS`; none means all."""
    flags: Collection[Flag] = ()
    shortest: int = 0
    longest: int = 1 << 30


class Vocabulary:
    """Every entry of a tokenizer, one row each in order of ids.

    >>> from playground.core.baselines import ByteTokenizer
    >>> Vocabulary(ByteTokenizer()).find(Query("41", "bytes")).tolist()
    [65]
    """

    def __init__(self, tokenizer: Tokenizer):
        special = set(tokenizer.special_tokens.values())
        self.name = tokenizer.name
        self.ids: NDArray[np.int64] = np.fromiter(tokenizer.ids(), np.int64)
        self.data: list[bytes] = [tokenizer.token_bytes(id) for id in self.ids.tolist()]
        # Bytes that are no character become lone surrogates, which no search text can hold.
        self.texts: list[str] = [data.decode("utf-8", "surrogateescape") for data in self.data]
        self.lengths: NDArray[np.int64] = np.fromiter(map(len, self.data), np.int64)
        self.special: Bools = np.isin(self.ids, list(special))
        names = {kind: code for code, kind in enumerate(KINDS)}
        kinds = np.fromiter((names[script_of(data)] for data in self.data), np.int64)
        kinds[self.special] = names[SPECIAL]
        self.kind_codes: NDArray[np.int64] = kinds
        self._flags: dict[Flag, Bools] = {
            "leading space": np.fromiter((data[:1] == b" " for data in self.data), np.bool_),
            "white space only": kinds == names[SPACE],
            "digits only": kinds == names[DIGITS],
            "part of a character": kinds == names[PARTIAL],
            "special": self.special,
        }

        # Made with the rest, which is read once a process, so that the first search need not wait for it.
        self._exact = _Haystack(self.texts)

    def __len__(self) -> int:
        return len(self.ids)

    def kind(self, row: int) -> str:
        """The script, or what else the entry is."""
        return KINDS[self.kind_codes[row]]

    def flag(self, flag: Flag) -> Bools:
        """For each row, whether `flag` holds."""
        return self._flags[flag]

    def by_kind(self) -> dict[str, int]:
        """How many entries there are of each kind, largest first."""
        counts = np.bincount(self.kind_codes, minlength=len(KINDS)).tolist()
        return dict(sorted(((KINDS[i], n) for i, n in enumerate(counts) if n), key=lambda item: -item[1]))

    def find(self, query: Query) -> Rows:
        """The rows that `query` lets through, in order of ids.

        Raises PatternError for a regular expression that does not compile or takes too long, and for bytes or ids
        that cannot be read.
        """
        keep = (self.lengths >= query.shortest) & (self.lengths <= query.longest)
        if query.kinds:
            keep &= np.isin(self.kind_codes, [KINDS.index(kind) for kind in query.kinds])
        for flag in query.flags:
            keep &= self._flags[flag]
        if query.text:
            keep &= self._matches(query)
        return np.flatnonzero(keep)

    def _matches(self, query: Query) -> Bools:
        if query.how == "id":
            return np.isin(self.ids, parse_ids(query.text))
        if query.how == "regex":
            return self._matches_regex(query)
        if query.how == "bytes":
            return self._bytes.containing(parse_bytes(query.text).decode("latin-1"))
        text, haystack = (query.text, self._exact) if query.case else (query.text.casefold(), self._folded)
        return haystack.containing(text, start=query.how in ("starts with", "is"), end=query.how in ("ends with", "is"))

    def _matches_regex(self, query: Query) -> Bools:
        try:
            pattern = regex.compile(query.text, 0 if query.case else regex.IGNORECASE)
        except regex.error as error:
            raise PatternError(f"The regular expression does not compile: {error}.") from None
        end = time.thread_time() + _SECONDS  # of computing, so that a busy machine does not shorten it
        # A time limit for a call costs more than the call. So only patterns that can run away get one, and only on
        # tokens that are long enough for it.
        watched = bool(_RISKY.search(query.text)) or len(regex.findall(r"[*+{]", query.text)) > 4
        found = np.zeros(len(self), np.bool_)
        for first in range(0, len(self), _CHUNK):
            chunk = self.texts[first : first + _CHUNK]
            try:
                if watched:
                    search = pattern.search
                    found[first : first + len(chunk)] = [
                        (search(text, timeout=1) if len(text) > _SHORT else search(text)) is not None for text in chunk
                    ]
                else:
                    found[first : first + len(chunk)] = [match is not None for match in map(pattern.search, chunk)]
                if time.thread_time() > end:
                    raise TimeoutError
            except TimeoutError:
                raise PatternError("The regular expression takes too long; a repeat inside a repeat does.") from None
        return found

    @cached_property
    def _folded(self) -> _Haystack:
        return _Haystack([text.casefold() for text in self.texts])

    @cached_property
    def _bytes(self) -> _Haystack:
        return _Haystack([data.decode("latin-1") for data in self.data])


class _Haystack:
    """Many short texts as one long one, so that a search is one pass in C."""

    # A lone surrogate that neither a text nor a stray byte can be.
    _SEPARATOR = "\ud800"

    def __init__(self, texts: list[str]):
        self.joined = self._SEPARATOR + self._SEPARATOR.join(texts) + self._SEPARATOR
        # Where the separator after each text stands.
        self.ends = np.cumsum(np.fromiter(map(len, texts), np.int64, len(texts)) + 1)

    def containing(self, text: str, *, start: bool = False, end: bool = False) -> Bools:
        """For each text, whether it contains `text`; at its start, at its end."""
        needle = self._SEPARATOR * start + text + self._SEPARATOR * end
        found = np.zeros(len(self.ends), np.bool_)
        at = self.joined.find(needle)
        while at >= 0:
            row = int(np.searchsorted(self.ends, at, "right"))
            found[row] = True
            at = self.joined.find(needle, int(self.ends[row]))
        return found


def parse_ids(text: str) -> list[int]:
    """Ids and ranges of ids: `15`, `15 99`, `100-110`; PatternError where they cannot be read.

    >>> parse_ids("3, 7-9")
    [3, 7, 8, 9]
    """
    found: list[int] = []
    for part in text.replace(",", " ").split():
        range_of = regex.fullmatch(r"([0-9]{1,9})(?:[-–]([0-9]{1,9}))?", part)
        if not range_of:
            raise PatternError("Ids are whole numbers: 15, or 15 99, or 100-110.")
        first = int(range_of[1])
        last = int(range_of[2] or first)
        if last - first > 10_000_000:
            raise PatternError("This range of ids is larger than any vocabulary.")
        found += range(first, last + 1)
    return found


def parse_bytes(text: str) -> bytes:
    """Bytes in hexadecimal, as people write them: `f0 9f`, `0xF0 0x9F`, `\\xf0\\x9f`; PatternError otherwise.

    >>> parse_bytes("0xF0 9f")
    b'\\xf0\\x9f'
    """
    digits = regex.sub(r"0x|\\x|[\s,]", "", text, flags=regex.IGNORECASE)
    try:
        return bytes.fromhex(digits)
    except ValueError:
        raise PatternError("Bytes are pairs of hexadecimal digits: f0 9f, or \\xf0\\x9f.") from None
