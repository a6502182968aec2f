"""BPE's column: the commonest pair is joined, and words are read by the same merges in the same order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise
from typing import Literal

from playground.core import charbpe
from playground.core.sidebyside.frames import MOST_ROWS, Column, Frame, paired, pieces_in, rows_of, shown_corpus
from playground.core.steps import Step, Word, by_count, merge, steps

Start = Literal["characters", "characters and </w>", "bytes"]
"""What BPE's first pieces are."""
MOST_PARTS = 300


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
            rows_of(step, shown, lambda c: f"{c.count:,}") if step else (),
            max(0, len(step.candidates) - MOST_ROWS) if step else 0,
            shown_corpus(step.corpus if step else first, shown),
            pieces_in(step.corpus if step else first),
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
    how = f"{paired(best, shown)} stands there {_times(best.count)}"
    if ties:
        return f"{how}, as {'does 1 other pair' if ties == 1 else f'do {ties} others'}; the alphabet decides."
    return f"{how}, more than any other pair."


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count:,} times"


def _listed(pieces: Sequence[str], shown: Callable[[str], str]) -> str:
    return " · ".join(map(shown, pieces))
