"""Unigram's column: the pieces that the corpus misses least go, and words are read along the likeliest path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from playground.core.sidebyside.frames import MOST_ROWS, Column, Frame, Row, Spelled, pieces_in
from playground.core.unigram import Model, Pruning, unigram_steps, viterbi

SEED_SIZE = 60
UNIGRAM_SHARE = 0.2
"""How many pieces Unigram starts with, and what share of the longer ones goes in a step (a quarter in the library)."""


def unigram(word_counts: Mapping[str, int], unseen: Sequence[str], most: int) -> Column:
    """Unigram: from many pieces to few."""
    frames = []
    for step in islice(unigram_steps(word_counts, SEED_SIZE, UNIGRAM_SHARE), most + 1):
        corpus = tuple(
            (tuple(edge.piece for edge in viterbi(word, step.model)[1]), n) for word, n in word_counts.items()
        )
        shown = list(step.losses.items())[:MOST_ROWS] if step.removed else []
        top = max((loss for _, loss in shown), default=0.0)
        rows = tuple(
            Row((piece,), f"{loss:.3g}", "", loss / top if top > 0 else 0.0, piece in step.removed)
            for piece, loss in shown
        )
        more = max(0, len(step.losses) - MOST_ROWS) if step.removed else 0
        spelled = tuple(_unigram_spelled(word, step.model) for word in unseen)
        frames.append(Frame(_unigram_sentence(step), rows, more, corpus, pieces_in(corpus), len(step.model), spelled))
    return Column("Unigram", "The pieces that the corpus misses least go; what is left is fitted anew.", tuple(frames))


def _unigram_sentence(step: Pruning) -> str:
    fitted = f"one round of EM to a log-likelihood of {step.log_likelihood:,.2f}"
    if not step.removed:
        return f"All characters and the weightiest parts of words, {len(step.model)} pieces, fitted by {fitted}."
    most = step.losses[step.removed[-1]]
    loses = f"the corpus loses {most:.3f}" if most >= 0.0005 else "the corpus loses nothing"
    if len(step.removed) == 1:
        return f"“{step.removed[0]}” goes; without it {loses}. The rest is fitted by {fitted}."
    return (
        f"{len(step.removed)} of {len(step.losses)} longer pieces go; without the dearest of them {loses}. "
        f"The rest is fitted by {fitted}."
    )


def _unigram_spelled(word: str, model: Model) -> Spelled:
    return tuple((edge.piece, edge.piece not in model) for edge in viterbi(word, model)[1])
