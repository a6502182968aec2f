"""Training in slow motion: at each step all candidates with their scores, the winner, and the corpus after it.

Byte BPE, character BPE and WordPiece train alike: count the pairs of neighbours, score them, join the best pair
everywhere. They differ in the first pieces, the score, and how two pieces are written as one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

Word = tuple[tuple[str, ...], int]
"""A word as its pieces, and how often it occurs."""
Pair = tuple[str, str]


@dataclass(frozen=True)
class Candidate:
    """A pair of neighbours: how often it stands in the corpus, each side's own count, and its score."""

    left: str
    right: str
    count: int
    left_count: int
    right_count: int
    score: float


@dataclass(frozen=True)
class Step:
    """One merge: `candidates` best first, the first of them won and became `joined`; `corpus` is what then stood."""

    candidates: tuple[Candidate, ...]
    joined: str
    corpus: tuple[Word, ...]

    @property
    def winner(self) -> Candidate:
        return self.candidates[0]


def count_pairs(words: Iterable[Word]) -> dict[Pair, int]:
    """How often each pair of neighbours stands in the words, overlaps included.

    >>> count_pairs([(("b", "o", "o"), 2)])
    {('b', 'o'): 2, ('o', 'o'): 2}
    """
    counts: dict[Pair, int] = {}
    for pieces, n in words:
        for pair in pairwise(pieces):
            counts[pair] = counts.get(pair, 0) + n
    return counts


def count_pieces(words: Iterable[Word]) -> dict[str, int]:
    """How often each piece stands in the words."""
    counts: dict[str, int] = {}
    for pieces, n in words:
        for piece in pieces:
            counts[piece] = counts.get(piece, 0) + n
    return counts


def merge(pieces: tuple[str, ...], pair: Pair, joined: str) -> tuple[str, ...]:
    """`pieces` with each `pair` replaced by `joined`, from left to right.

    >>> merge(("s", "s", "s"), ("s", "s"), "ss")
    ('ss', 's')
    """
    merged: list[str] = []
    i = 0
    while i < len(pieces):
        if pieces[i : i + 2] == pair:
            merged.append(joined)
            i += 2
        else:
            merged.append(pieces[i])
            i += 1
    return tuple(merged)


def by_count(count: int, left: int, right: int) -> float:
    """BPE's score: how often the pair stands there."""
    return count


def by_likelihood(count: int, left: int, right: int) -> float:
    """WordPiece's score: freq(ab) / (freq(a) freq(b)), high where the two are seldom seen apart."""
    return count / (left * right)


def candidates(words: Iterable[Word], score: Callable[[int, int, int], float]) -> list[Candidate]:
    """All pairs, best score first; ties go to the alphabetically first pair."""
    words = list(words)
    of_piece = count_pieces(words)
    found = [
        Candidate(left, right, n, of_piece[left], of_piece[right], score(n, of_piece[left], of_piece[right]))
        for (left, right), n in count_pairs(words).items()
    ]
    return sorted(found, key=lambda c: (-c.score, c.left, c.right))


def steps(
    words: Iterable[Word],
    score: Callable[[int, int, int], float],
    join: Callable[[str, str], str],
) -> Iterator[Step]:
    """Merge after merge until no pair is left."""
    corpus = tuple(words)
    while found := candidates(corpus, score):
        best = found[0]
        joined = join(best.left, best.right)
        corpus = tuple((merge(pieces, (best.left, best.right), joined), n) for pieces, n in corpus)
        yield Step(tuple(found), joined, corpus)
