"""BPE, WordPiece and Unigram on one small corpus, step by step, in one shape that can be laid side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

from playground.core import charbpe, wordpiece
from playground.core.steps import Candidate, Step, Word, by_count, merge, steps
from playground.core.unigram import Model, Pruning, unigram_steps, viterbi
from playground.core.wordpiece import WordPieceTokenizer

Start = Literal["characters", "characters and </w>", "bytes"]
"""What BPE's first pieces are."""
MOST_STEPS = 40
MOST_ROWS = 12
MOST_PARTS = 300
SEED_SIZE = 60
UNIGRAM_SHARE = 0.2
"""How many pieces Unigram starts with, and what share of the longer ones goes in a step (a quarter in the library)."""

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


def columns(
    word_counts: Mapping[str, int], unseen: Sequence[str], start: Start = "characters", most: int = MOST_STEPS
) -> list[Column]:
    """The three algorithms, each with at most `most` steps."""
    return [bpe(word_counts, unseen, start, most), word_piece(word_counts, unseen, most),
            unigram(word_counts, unseen, most)]  # fmt: skip


# BPE


def shown_byte_piece(piece: str) -> str:
    """A piece of bytes, one Latin-1 character a byte, as text where it is UTF-8 and as numbers where it is not.

    >>> shown_byte_piece("\\xc3\\xa9"), shown_byte_piece("\\xc3")
    ('é', 'C3')
    """
    data = piece.encode("latin-1")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.hex(" ").upper()


def bpe(word_counts: Mapping[str, int], unseen: Sequence[str], start: Start, most: int) -> Column:
    """Byte-pair encoding from characters or from bytes."""
    in_bytes, mark = start == "bytes", start == "characters and </w>"
    shown = shown_byte_piece if in_bytes else str
    counts = {_latin(word): n for word, n in word_counts.items()} if in_bytes else dict(word_counts)
    first: list[Word] = [(charbpe.first_pieces(word, mark), n) for word, n in counts.items()]
    known = {piece for pieces, _ in first for piece in pieces}
    if in_bytes:
        known |= {chr(byte) for byte in range(256)}
    words = [charbpe.first_pieces(_latin(word) if in_bytes else word, mark) for word in unseen]
    rank: dict[tuple[str, str], int] = {}
    parts = _parts([*counts, *(_latin(word) if in_bytes else word for word in unseen)])
    example: tuple[str, ...] = ()

    def frame(step: Step | None) -> Frame:
        nonlocal example
        spelled = [_replay(word, rank, known) for word in words]
        if step:
            example = _example(parts, "".join(example), rank, known)
        return Frame(
            _bpe_sentence(step, shown) if step else "Each word stands there as its first pieces.",
            _rows(step, shown, lambda c: f"{c.count:,}") if step else (),
            max(0, len(step.candidates) - MOST_ROWS) if step else 0,
            _shown(step.corpus if step else first, shown),
            _size(step.corpus if step else first),
            len(known) + len({left + right for left, right in rank}) + (not in_bytes),
            tuple(tuple((shown(piece), piece == charbpe.UNKNOWN) for piece in word) for word in spelled),
            _greedy_aside(example, rank, known, shown) if step else "",
        )

    frames = [frame(None)]
    for step in islice(charbpe.char_bpe_steps(counts, mark) if not in_bytes else _byte_steps(first), most):
        rank[step.winner.left, step.winner.right] = len(rank)
        frames.append(frame(step))
    title = "BPE on bytes" if in_bytes else "BPE on characters"
    return Column(title, "The pair that stands there most often becomes one piece.", tuple(frames))


def _latin(word: str) -> str:
    return word.encode().decode("latin-1")


def _byte_steps(first: Sequence[Word]) -> Iterator[Step]:
    return steps(first, by_count, charbpe.join)


def _replay(pieces: tuple[str, ...], rank: Mapping[tuple[str, str], int], known: set[str]) -> tuple[str, ...]:
    """The merges in their order, as BPE encodes."""
    pieces = tuple(piece if piece in known else charbpe.UNKNOWN for piece in pieces)
    while True:
        found = [pair for pair in pairwise(pieces) if pair in rank]
        if not found:
            return pieces
        best = min(found, key=rank.__getitem__)
        pieces = merge(pieces, best, "".join(best))


def _longest(word: tuple[str, ...], rank: Mapping[tuple[str, str], int], known: set[str]) -> tuple[str, ...]:
    """The longest known piece again and again, as WordPiece encodes, over BPE's pieces."""
    vocabulary = known | {left + right for left, right in rank}
    pieces, at = [], 0
    while at < len(word):
        end = next((e for e in range(len(word), at, -1) if "".join(word[at:e]) in vocabulary), at + 1)
        piece = "".join(word[at:end])
        pieces.append(piece if piece in vocabulary else charbpe.UNKNOWN)
        at = end
    return tuple(pieces)


def _example(
    tried: Sequence[str], before: str, rank: Mapping[tuple[str, str], int], known: set[str]
) -> tuple[str, ...]:
    """Letters that merges and longest match cut differently: the example before while it serves, else the first found.

    Tried are parts of the corpus's words, and the newest piece beside each other one.
    """
    joined = list(dict.fromkeys(left + right for left, right in rank))
    beside = [a + b for new in joined[-1:] for other in joined for a, b in ((new, other), (other, new))]
    for text in [before, *tried, *beside]:
        if charbpe.END not in text and _replay(tuple(text), rank, known) != _longest(tuple(text), rank, known):
            return tuple(text)
    return ()


def _parts(words: Iterable[str]) -> list[str]:
    """Every part of the words of three to eight characters, short ones first."""
    found = {word[a:b] for word in words for a in range(len(word)) for b in range(a + 3, min(len(word), a + 8) + 1)}
    return sorted(found, key=lambda part: (len(part), part))[:MOST_PARTS]


def _greedy_aside(
    letters: tuple[str, ...], rank: Mapping[tuple[str, str], int], known: set[str], shown: Callable[[str], str]
) -> str:
    """Where longest match over the same pieces would cut otherwise than the merges do."""
    if not letters:
        return "Longest match over these pieces would cut each word, and each part of one, the same way."
    replayed, longest = _replay(letters, rank, known), _longest(letters, rank, known)
    return (
        f"Same pieces, two encoders: the merges cut “{shown(''.join(letters))}” into {_listed(replayed, shown)}, "
        f"longest match cuts it into {_listed(longest, shown)}."
    )


def _bpe_sentence(step: Step, shown: Callable[[str], str]) -> str:
    best = step.winner
    ties = sum(c.count == best.count for c in step.candidates) - 1
    how = f"{_pair(best, shown)} stands there {_times(best.count)}"
    if ties:
        return f"{how}, as {'does 1 other pair' if ties == 1 else f'do {ties} others'}; the alphabet decides."
    return f"{how}, more than any other pair."


# WordPiece


def word_piece(word_counts: Mapping[str, int], unseen: Sequence[str], most: int) -> Column:
    """WordPiece: training by likelihood, encoding by longest match."""
    first: list[Word] = [(wordpiece.first_pieces(word), n) for word, n in word_counts.items()]
    vocabulary = sorted({piece for pieces, _ in first for piece in pieces})

    def frame(step: Step | None) -> Frame:
        tokenizer = WordPieceTokenizer([wordpiece.UNKNOWN, *vocabulary])
        return Frame(
            _wordpiece_sentence(step) if step else "Pieces that do not start a word are written with ##.",
            _rows(step, str, lambda c: f"{c.score:.4f}") if step else (),
            max(0, len(step.candidates) - MOST_ROWS) if step else 0,
            step.corpus if step else tuple(first),
            _size(step.corpus if step else first),
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
    sentence = f"{_pair(best, str)}: {best.count:,} / ({best.left_count:,} × {best.right_count:,}) = {best.score:.4f}"
    if commonest.count == best.count:
        return f"{sentence}, the highest score; no pair is counted more often."
    place = step.candidates.index(commonest) + 1
    return (
        f"{sentence}, the highest score. The commonest pair, {_pair(commonest, str)} with {commonest.count:,}, is "
        f"number {place} of {len(step.candidates)}."
    )


# Unigram


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
        frames.append(Frame(_unigram_sentence(step), rows, more, corpus, _size(corpus), len(step.model), spelled))
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


# What they share


def _rows(step: Step, shown: Callable[[str], str], value: Callable[[Candidate], str]) -> tuple[Row, ...]:
    best = step.winner.score
    return tuple(
        Row((shown(c.left), shown(c.right)), value(c), f"{c.count:,} / ({c.left_count:,} × {c.right_count:,})",
            c.score / best if best else 0.0, i == 0)
        for i, c in enumerate(step.candidates[:MOST_ROWS])
    )  # fmt: skip


def _shown(corpus: Sequence[Word], shown: Callable[[str], str]) -> tuple[Word, ...]:
    return tuple((tuple(map(shown, pieces)), n) for pieces, n in corpus)


def _size(corpus: Sequence[Word]) -> int:
    return sum(len(pieces) * n for pieces, n in corpus)


def _pair(candidate: Candidate, shown: Callable[[str], str]) -> str:
    return f"{shown(candidate.left)} + {shown(candidate.right)}"


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count:,} times"


def _listed(pieces: Sequence[str], shown: Callable[[str], str]) -> str:
    return " · ".join(map(shown, pieces))
