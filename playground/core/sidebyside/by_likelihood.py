"""WordPiece's column: the pair that is likelier together than apart is joined, and words are read by longest match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from playground.core import wordpiece
from playground.core.sidebyside.frames import (
    MOST_ROWS,
    Column,
    Frame,
    Spelled,
    paired,
    pieces_in,
    rows_of,
)
from playground.core.steps import Step, Word
from playground.core.wordpiece import WordPieceTokenizer


def word_piece(word_counts: Mapping[str, int], unseen: Sequence[str], most: int) -> Column:
    """WordPiece: training by likelihood, encoding by longest match."""
    first: list[Word] = [(wordpiece.first_pieces(word), n) for word, n in word_counts.items()]
    vocabulary = sorted({piece for pieces, _ in first for piece in pieces})

    def frame(step: Step | None) -> Frame:
        tokenizer = WordPieceTokenizer([wordpiece.UNKNOWN, *vocabulary])
        return Frame(
            _wordpiece_sentence(step) if step else "Pieces that do not start a word are written with ##.",
            rows_of(step, str, lambda c: f"{c.score:.4f}") if step else (),
            max(0, len(step.candidates) - MOST_ROWS) if step else 0,
            step.corpus if step else tuple(first),
            pieces_in(step.corpus if step else first),
            len(vocabulary) + 1,
            tuple(_wordpiece_spelled(tokenizer, word) for word in unseen),
            _unknown_aside(tokenizer, unseen),
        )

    frames = [frame(None)]
    for step in islice(wordpiece.wordpiece_steps(word_counts), most):
        if step.joined not in vocabulary:
            vocabulary.append(step.joined)
        frames.append(frame(step))
    rule = "The pair with the highest count, divided by the counts of its two sides, becomes one piece."
    return Column("WordPiece", rule, tuple(frames))


def _wordpiece_spelled(tokenizer: WordPieceTokenizer, word: str) -> Spelled:
    pieces = [tokenizer.pieces[id] for id, _ in tokenizer.spell(word)]
    return tuple((piece, piece == wordpiece.UNKNOWN) for piece in pieces)


def _unknown_aside(tokenizer: WordPieceTokenizer, unseen: Sequence[str]) -> str:
    """Why a whole word is `[UNK]`, for the first one that is."""
    for word in unseen:
        if _wordpiece_spelled(tokenizer, word)[:1] == ((wordpiece.UNKNOWN, True),):
            missing = next((c for c in wordpiece.first_pieces(word) if c not in tokenizer.id_of_piece), None)
            why = f"has no piece for {missing}" if missing else f"has more than {tokenizer.longest_word} characters"
            return f"“{word}” {why}, so the whole word is unknown."
    return ""


def _wordpiece_sentence(step: Step) -> str:
    best = step.winner
    commonest = max(step.candidates, key=lambda c: c.count)
    sentence = f"{paired(best, str)}: {best.count:,} / ({best.left_count:,} × {best.right_count:,}) = {best.score:.4f}"
    if commonest.count == best.count:
        return f"{sentence}, the highest score; no pair is counted more often."
    place = step.candidates.index(commonest) + 1
    return (
        f"{sentence}, the highest score. The commonest pair, {paired(commonest, str)} with {commonest.count:,}, is "
        f"number {place} of {len(step.candidates)}."
    )
