"""A corpus too large for one piece of memory, cut into shards that can be counted apart.

Files are named by path, glob or any URL that fsspec knows. A plain file is cut into byte ranges at places where every
published split pattern starts a new word whatever comes before and after: before a space that follows something
other than white space, and after a line end that stands alone (if no slash follows, which o200k takes along). Such a
cut changes no word and no count. A compressed file is one shard, and so is a whole file where the pattern is the
user's own, which may join words across any place.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import fsspec
import regex

from playground.core.counts import CountTable
from playground.core.errors import CorpusError
from playground.core.pretokenize import PATTERNS, count_words, pattern_of
from playground.core.wordcounts import WordCounts

SHARD = 16_000_000
"""Bytes in a shard, about."""
_WINDOW = 65_536
_SPACE = rb"[\t-\r\x1c-\x20]|\xc2[\x85\xa0]|\xe1\x9a\x80|\xe2\x80[\x80-\x8a\xa8\xa9\xaf]|\xe2\x81\x9f|\xe3\x80\x80"
# Before a space that follows a non-space; or after a line end between two characters that are no white space,
# the second of them no slash.
_SAFE = regex.compile(rb"(?<!%b)(?=\x20)|(?<=(?<!%b)\n)(?!%b|/)" % ((b"(?:" + _SPACE + b")",) * 3))


@dataclass(frozen=True)
class Shard:
    """Bytes `start:end` of one file (to its end where `end` is None); `place` stands in corpus order."""

    url: str
    start: int
    end: int | None
    place: int


def plan(
    sources: Sequence[str], pattern: str | None, special_tokens: Sequence[str] = (), size: int = SHARD
) -> list[Shard]:
    """The shards of all files that `sources` name, in order. Raises CorpusError where a source names nothing.

    `place` grows by more than the bytes a shard can hold once unpacked.
    """
    shards: list[Shard] = []
    place = 0
    cuttable = pattern_of(pattern) in PATTERNS.values()
    for url in files(sources):
        if _packed(url) or not cuttable:
            shards.append(Shard(url, 0, None, place))
            place += 1 << 44  # no file unpacks to 16 TB
            continue
        edges = _edges(url, size, special_tokens)
        shards += [Shard(url, a, b, place + a) for a, b in pairwise(edges)]
        place += edges[-1] + 1
    return shards


def files(sources: Sequence[str]) -> list[str]:
    """All files that paths, globs and URLs name, each once, globs in alphabetical order."""
    found: dict[str, None] = {}
    for source in sources:
        try:
            system, path = fsspec.core.url_to_fs(source)
            names = [path] if system.isfile(path) else sorted(system.glob(path))
            folder = names == [path]
            names = [name for name in names if system.isfile(name)]
        except (OSError, ValueError, ImportError) as error:
            raise CorpusError(_sentence(source, error)) from None
        if not names and folder:
            raise CorpusError(f"{source} is a folder; name its files, such as '{source.rstrip('/')}/**/*.txt'.")
        if not names:
            raise CorpusError(f"{source} names no file.")
        # What stands behind `::`, such as the archive that holds the files, belongs to each of their URLs.
        _, chain, rest = source.partition("::")
        found |= dict.fromkeys(system.unstrip_protocol(name) + chain + rest for name in names)
    return list(found)


def read(shard: Shard) -> str:
    """The text of a shard. Raises CorpusError where it cannot be read or is not UTF-8."""
    with _opened(shard.url) as file:
        if shard.end is None:
            data = file.read()
        else:
            file.seek(shard.start)
            data = file.read(shard.end - shard.start)
    if _packed(shard.url):
        try:
            data = gzip.decompress(data)
        except (OSError, EOFError) as error:
            raise CorpusError(f"{_name(shard.url)} is not a whole gzip file: {error}.") from None
    try:
        return str(data, "utf-8-sig" if shard.start == 0 else "utf-8")
    except UnicodeDecodeError as error:
        raise CorpusError(f"{_name(shard.url)} is not UTF-8 at byte {shard.start + error.start:,}.") from None


def count(shard: Shard, pattern: str | None, special_tokens: Sequence[str] = ()) -> CountTable:
    """The word counts of a shard, with first places in corpus order."""
    return CountTable.at(shard.place, WordCounts.of(count_words(read(shard), pattern, special_tokens)))


@contextmanager
def _opened(url: str) -> Iterator[Any]:
    """The file, open for reading bytes; whatever goes wrong with it while it is open is a CorpusError."""
    try:
        with fsspec.open(url, "rb") as file:
            yield file
    except (OSError, ValueError, ImportError) as error:
        raise CorpusError(_sentence(_name(url), error)) from None


def _sentence(name: str, error: Exception) -> str:
    why = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
    return f"{name} cannot be read: {why.rstrip('.')}."


def _packed(url: str) -> bool:
    return url.partition("::")[0].endswith(".gz")


def _name(url: str) -> str:
    return url.removeprefix("file://").removeprefix("local://")


def _edges(url: str, size: int, special_tokens: Sequence[str]) -> list[int]:
    """0, the cuts, and the length of the file."""
    specials = [token.encode() for token in special_tokens]
    edges = [0]
    with _opened(url) as file:
        length = file.seek(0, 2)
        while length - edges[-1] > size:
            cut = _safe_cut(file, edges[-1] + size, length, specials)
            if cut is None:
                break
            edges.append(cut)
    return [*edges, length]


def _safe_cut(file: Any, at: int, length: int, specials: Sequence[bytes]) -> int | None:
    """The first safe place from `at` on that is not inside a special token."""
    reach = max(map(len, specials), default=0) + 8
    while at < length:
        start = max(0, at - reach)
        file.seek(start)
        data = file.read(_WINDOW + 2 * reach)
        # What stands near the window's end is looked at again from the next one, with what follows it in sight.
        last = len(data) if start + len(data) == length else len(data) - reach
        for match in _SAFE.finditer(data, at - start):
            i: int = match.start()
            if i >= last:
                break
            if not any(
                data.startswith(token, begin) for token in specials for begin in range(max(0, i - len(token) + 1), i)
            ):
                return start + i
        at += _WINDOW
    return None
