"""The shape in which the algorithms stand side by side: columns of frames, each with its candidates as rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playground.core.steps import Candidate, Step, Word

MOST_ROWS = 12

Spelled = tuple[tuple[str, bool], ...]
"""A word's pieces as shown, each with whether it is unknown."""


@dataclass(frozen=True)
class Row:
    """A candidate: its parts, its score as shown, how it comes about, how long its bar is (0 to 1), whether it won."""

    parts: tuple[str, ...]
    value: str
    how: str
    share: float
    won: bool


@dataclass(frozen=True)
class Frame:
    """The state after one step. The first frame is the state before any."""

    sentence: str
    rows: tuple[Row, ...]
    more_rows: int
    corpus: tuple[Word, ...]
    pieces: int
    vocabulary: int
    unseen: tuple[Spelled, ...]
    aside: str = ""


@dataclass(frozen=True)
class Column:
    """One algorithm: its name, its rule in one sentence, its frames."""

    title: str
    rule: str
    frames: tuple[Frame, ...]


def rows_of(step: Step, shown: Callable[[str], str], value: Callable[[Candidate], str]) -> tuple[Row, ...]:
    """The best candidates of a step; `value` writes the score, `shown` a piece."""
    best = step.winner.score
    return tuple(
        Row((shown(c.left), shown(c.right)), value(c), f"{c.count:,} / ({c.left_count:,} × {c.right_count:,})",
            c.score / best if best else 0.0, i == 0)
        for i, c in enumerate(step.candidates[:MOST_ROWS])
    )  # fmt: skip


def shown_corpus(corpus: Sequence[Word], shown: Callable[[str], str]) -> tuple[Word, ...]:
    """The corpus with each piece as a reader sees it."""
    return tuple((tuple(map(shown, pieces)), n) for pieces, n in corpus)


def pieces_in(corpus: Sequence[Word]) -> int:
    """How many pieces the words are, each as often as it occurs."""
    return sum(len(pieces) * n for pieces, n in corpus)


def paired(candidate: Candidate, shown: Callable[[str], str]) -> str:
    """A pair as a sentence writes it."""
    return f"{shown(candidate.left)} + {shown(candidate.right)}"
