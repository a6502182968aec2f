"""From tokens to what a reader sees: whole characters, even where a token is only part of one.

A *cell* is the smallest thing drawn. Most cells are one token. Where token boundaries fall inside a character
(a grapheme), that character is one cell shared by its tokens, and what these tokens cover beside it are cells too.
A *segment* is a row of cells that hang together because they share tokens: the unit that cannot be taken apart.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from playground.core.characters import LONGEST_GRAPHEME, boundaries
from playground.core.tokens import Encoded

Positions = NDArray[np.int64]


@dataclass(frozen=True)
class Segment:
    """One visible unit: its text, its tokens `first ... last - 1`, and its place in bytes of the text in UTF-8.

    A stretch that no token covers has `first == last`.
    """

    text: str
    first: int
    last: int
    start: int
    end: int


@dataclass(frozen=True, eq=False)
class Cells:
    """All cells of an encoded text, in order: cell `c` holds part of tokens `first[c] ... last[c] - 1`.

    `ends` counts bytes of UTF-8, `ends16` UTF-16 units (what JavaScript counts); a cell starts where the one before
    ends. `first[c] == last[c]` is a stretch that no token covers. A cell with no text is a token that covers nothing.
    `graphemes` is how many characters a reader sees; `heaps` says that some were too long, and were taken apart.
    """

    encoded: Encoded
    ends: Positions
    ends16: Positions
    first: Positions
    last: Positions
    graphemes: int
    heaps: bool = False

    def __len__(self) -> int:
        return len(self.ends)

    @property
    def starts(self) -> Positions:
        """Where the cells start, in bytes."""
        return np.concatenate((np.zeros(1, np.int64), self.ends[:-1]))[: len(self)]

    @property
    def shared(self) -> NDArray[np.bool_]:
        """For each cell: does its first token start in the cell before?"""
        flags = np.zeros(len(self), np.bool_)
        tokens = self.last > self.first
        flags[1:] = tokens[1:] & tokens[:-1] & (self.first[1:] < self.last[:-1])
        return flags


def places(text: str) -> tuple[NDArray[np.bool_], Positions | None, bool]:
    """For each byte position of `text` in UTF-8: can it be cut there, and its position in UTF-16 units.

    The second is None where text is ASCII, and the two positions the same. The third says that characters of very many
    code points were taken apart.
    """
    by_point = boundaries(text)
    if text.isascii():
        return by_point, None, False
    data = np.frombuffer(text.encode(), np.uint8)
    first_byte = (data & 0xC0) != 0x80
    flags = np.zeros(len(data) + 1, np.bool_)
    flags[np.flatnonzero(first_byte)] = by_point[:-1]
    flags[-1] = True
    units = np.zeros(len(data) + 1, np.int64)
    np.cumsum(first_byte.astype(np.int64) + (data >= 0xF0), out=units[1:])
    heaps = bool(np.diff(np.flatnonzero(by_point)).max(initial=0) >= LONGEST_GRAPHEME)
    return flags, units, heaps


def cells(encoded: Encoded) -> Cells:
    """The cells of an encoded text."""
    whole, units, heaps = places(encoded.text)
    size = len(whole) - 1
    starts, ends = encoded.starts, encoded.ends
    cut = np.zeros(size + 1, np.bool_)
    cut[starts] = cut[ends] = cut[0] = cut[size] = True
    inside = np.flatnonzero(cut & ~whole)
    if len(inside):
        # A boundary inside a character moves out to both ends of that character.
        marks = np.flatnonzero(whole)
        after = np.searchsorted(marks, inside)
        cut[inside] = False
        cut[marks[after - 1]] = cut[marks[after]] = True
    edges = np.flatnonzero(cut)
    cell_starts, cell_ends = edges[:-1], edges[1:]
    if len(cell_ends) == len(ends) and np.array_equal(cell_ends, ends) and np.array_equal(cell_starts, starts):
        first = np.arange(len(ends))
        last = first + 1
    else:
        first = np.searchsorted(ends, cell_starts, side="right")
        last = np.searchsorted(starts, cell_ends, side="left")
    empty = np.flatnonzero((starts == ends) & cut[starts])
    if len(empty):
        at = np.searchsorted(cell_starts, starts[empty])
        cell_ends = np.insert(cell_ends, at, starts[empty])
        first = np.insert(first, at, empty)
        last = np.insert(last, at, empty + 1)
    ends16 = cell_ends if units is None else units[cell_ends]
    return Cells(encoded, cell_ends, ends16, first, last, int(np.count_nonzero(whole)) - 1, heaps)


def segments(encoded: Encoded) -> list[Segment]:
    """The segments of an encoded text: joined they give the text, and their tokens run from 0 to n - 1.

    >>> from playground import registry
    >>> [(s.text, s.first, s.last) for s in segments(registry.get("cl100k_base").encoded("ok 鎮"))]
    [('ok', 0, 1), (' 鎮', 1, 4)]
    """
    all_cells = cells(encoded)
    if not len(all_cells):
        return []
    heads = np.flatnonzero(~all_cells.shared)
    tails = np.append(heads[1:], len(all_cells)) - 1
    rows = zip(
        all_cells.starts[heads].tolist(),
        all_cells.ends[tails].tolist(),
        all_cells.first[heads].tolist(),
        all_cells.last[tails].tolist(),
        strict=True,
    )
    return [Segment(encoded.data[start:end].decode(), first, last, start, end) for start, end, first, last in rows]
