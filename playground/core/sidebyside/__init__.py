"""BPE, WordPiece and Unigram on one small corpus, step by step, in one shape that can be laid side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from playground.core.sidebyside.by_count import Start, bpe
from playground.core.sidebyside.by_likelihood import word_piece
from playground.core.sidebyside.by_pruning import unigram
from playground.core.sidebyside.frames import Column, Frame, Row, Spelled

__all__ = ["MOST_STEPS", "Column", "Frame", "Row", "Spelled", "Start", "bpe", "columns", "unigram", "word_piece"]

MOST_STEPS = 40


def columns(
    word_counts: Mapping[str, int], unseen: Sequence[str], start: Start = "characters", most: int = MOST_STEPS
) -> list[Column]:
    """The three algorithms, each with at most `most` steps."""
    return [bpe(word_counts, unseen, start, most), word_piece(word_counts, unseen, most),
            unigram(word_counts, unseen, most)]  # fmt: skip
