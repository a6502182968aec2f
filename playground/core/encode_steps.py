"""Encoding as steps: the split pattern cuts, then the lowest rank of all neighbouring pairs is merged, again and again.

The same text can be merged in other orders, which are not the algorithm: they show that the order matters.

Source: Sennrich, Haddow, Birch, ACL 2016, for merges; tiktoken's educational notes, for ranks of bytes.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Literal

from playground.core.bpe import BPETokenizer
from playground.core.errors import TextError
from playground.core.pretokenize import split
from playground.core.ranks import RankTokenizer
from playground.core.tokens import Tokenizer, check_text
from playground.core.trace import BEST, Contender

Order = Literal["rank", "left", "newest", "random", "longest"]
Joint = Callable[[int, int], int | None]
"""(left, right) -> the id of both together, or None where they may not merge."""


@dataclass(frozen=True)
class EncodeStep:
    """Tokens that became one. `places` are the symbols joined to the one before them, at one or several spots.

    `parts` are the tokens joined; `best` the neighbouring pairs that may merge, lowest rank first (Contender.counted
    is the rank); `open` how many places could merge. `whole` marks a piece that was found in the vocabulary as it is.
    """

    parts: tuple[int, ...]
    id: int
    rank: int
    places: tuple[int, ...]
    best: tuple[Contender, ...] = ()
    open: int = 0
    whole: bool = False


@dataclass(frozen=True)
class EncodeTrace:
    """A text under a tokenizer: `pieces` are the split pattern's words, as the ids of their bytes."""

    text: str
    pieces: tuple[tuple[int, ...], ...]
    order: Order
    steps: tuple[EncodeStep, ...]

    @cached_property
    def glue(self) -> tuple[int, ...]:
        """For each symbol the step (from 1) that joins it to the one before it, or 0."""
        glue = [0] * sum(map(len, self.pieces))
        for number, step in enumerate(self.steps, 1):
            for place in step.places:
                glue[place] = number
        return tuple(glue)

    @cached_property
    def ids(self) -> list[int]:
        """The ids after the last step."""
        return [id for piece in replay(self, len(self.steps)) for id in piece]


def replay(trace: EncodeTrace, step: int) -> list[list[int]]:
    """The pieces after the first `step` steps, as lists of ids."""
    row = [id for piece in trace.pieces for id in piece]
    alive = [True] * len(row)
    for done in trace.steps[:step]:
        for place in done.places:
            alive[place] = False
            start = place
            while not alive[start]:
                start -= 1
            row[start] = done.id
    pieces, place = [], 0
    for piece in trace.pieces:
        pieces.append([row[i] for i in range(place, place + len(piece)) if alive[i]])
        place += len(piece)
    return pieces


def can_trace(tokenizer: Tokenizer) -> bool:
    """Whether a tokenizer encodes by merging bytes."""
    return isinstance(tokenizer, BPETokenizer | RankTokenizer)


def trace_encoding(tokenizer: Tokenizer, text: str, order: Order = "rank", seed: int = 0) -> EncodeTrace:
    """Every step from the bytes of `text` to its ids; with order "rank" these are `tokenizer.encode(text)`.

    Other orders: the leftmost pair that may merge, the newest merge first, any pair at random, or no merges at all but
    the longest entry of the vocabulary from the left.
    """
    check_text(text)
    joint, byte = _joint(tokenizer), _byte_ids(tokenizer)
    words = [piece.encode() for piece in split(text, tokenizer.pattern)]
    pieces = tuple(tuple(byte[b] for b in word) for word in words)
    line = _Line(pieces)
    if order == "longest":
        steps = _longest(tokenizer, words, line)
    else:
        steps = _merges(line, joint, _pick(order, seed))
        if order == "rank" and isinstance(tokenizer, RankTokenizer):
            steps += _whole_pieces(tokenizer, words, line)
    return EncodeTrace(text, pieces, order, tuple(_grouped(steps)))


def _joint(tokenizer: Tokenizer) -> Joint:
    if isinstance(tokenizer, BPETokenizer):
        table = {(merge.left, merge.right): merge.id for merge in tokenizer.merges}
        return lambda left, right: table.get((left, right))
    if isinstance(tokenizer, RankTokenizer):
        # Any two neighbours may merge whose bytes together are in the vocabulary.
        return lambda left, right: tokenizer.id_of(tokenizer.token_bytes(left) + tokenizer.token_bytes(right))
    raise TextError(f"{tokenizer.name} does not encode by merging bytes, so there are no merges to show.")


def _byte_ids(tokenizer: Tokenizer) -> list[int]:
    ids = [tokenizer.id_of(bytes([b])) for b in range(256)]
    return [id if id is not None else -1 for id in ids]


class _Line:
    """The tokens of all pieces in a row, each at the place of its first symbol."""

    def __init__(self, pieces: Sequence[Sequence[int]]):
        self.tokens: list[list[tuple[int, int]]] = []
        """For each piece, (place, id) of its tokens."""
        place = 0
        for piece in pieces:
            self.tokens.append([(place + i, id) for i, id in enumerate(piece)])
            place += len(piece)

    def join(self, piece: int, first: int, count: int, id: int) -> tuple[int, ...]:
        """Make one token of `count` tokens; the places that were joined to the one before them."""
        row = self.tokens[piece]
        places = tuple(place for place, _ in row[first + 1 : first + count])
        row[first : first + count] = [(row[first][0], id)]
        return places


_Spot = tuple[int, int, int]
"""(rank, piece, index in the piece) of a pair that may merge."""


def _pick(order: Order, seed: int) -> Callable[[list[_Spot]], _Spot]:
    if order == "random":
        return random.Random(seed).choice
    if order == "newest":
        return lambda spots: min(spots, key=lambda spot: (-spot[0], *spot[1:]))
    return min if order == "rank" else lambda spots: min(spots, key=lambda spot: spot[1:])


def _merges(line: _Line, joint: Joint, pick: Callable[[list[_Spot]], _Spot]) -> list[EncodeStep]:
    steps: list[EncodeStep] = []
    while True:
        spots: list[_Spot] = []
        pairs: dict[tuple[int, int], int] = {}
        for p, row in enumerate(line.tokens):
            for i, ((_, left), (_, right)) in enumerate(pairwise(row)):
                rank = joint(left, right)
                if rank is not None:
                    spots.append((rank, p, i))
                    pairs[left, right] = rank
        if not spots:
            return steps
        rank, piece, i = pick(spots)
        parts = (line.tokens[piece][i][1], line.tokens[piece][i + 1][1])
        best = sorted(pairs.items(), key=lambda item: (item[1], item[0]))[:BEST]
        places = line.join(piece, i, 2, rank)
        steps.append(EncodeStep(parts, rank, rank, places, tuple(Contender(*p, r) for p, r in best), len(spots)))


def _whole_pieces(tokenizer: RankTokenizer, words: Sequence[bytes], line: _Line) -> list[EncodeStep]:
    """tiktoken looks a whole piece up before it merges; a few entries are found only that way."""
    steps = []
    for p, word in enumerate(words):
        id, row = tokenizer.id_of(word), line.tokens[p]
        if id is not None and len(row) > 1:
            parts = tuple(part for _, part in row)
            steps.append(EncodeStep(parts, id, id, line.join(p, 0, len(row), id), whole=True))
    return steps


def _longest(tokenizer: Tokenizer, words: Sequence[bytes], line: _Line) -> list[EncodeStep]:
    steps = []
    longest = max(map(len, words), default=0)
    for p, word in enumerate(words):
        start = index = 0
        while start < len(word):
            for end in range(min(len(word), start + longest), start, -1):
                id = tokenizer.id_of(word[start:end])
                if id is not None:
                    break
            if end - start > 1 and id is not None:
                parts = tuple(part for _, part in line.tokens[p][index : index + end - start])
                steps.append(EncodeStep(parts, id, id, line.join(p, index, end - start, id)))
            start, index = end, index + 1
    return steps


def _grouped(steps: Sequence[EncodeStep]) -> list[EncodeStep]:
    """Merges of the same pair right after each other are one step at several places."""
    grouped: list[EncodeStep] = []
    for step in steps:
        last = grouped[-1] if grouped else None
        if last and (last.parts, last.id, last.whole) == (step.parts, step.id, step.whole):
            grouped[-1] = EncodeStep(
                last.parts, last.id, last.rank, last.places + step.places, last.best, last.open, last.whole
            )
        else:
            grouped.append(step)
    return grouped
