"""Character-level BPE: the pieces are characters of words that were counted, as in Sennrich et al. 2016.

What the byte version later changed: here a character that the corpus never showed has no piece and becomes `<UNK>`.

Source: Sennrich, Haddow, Birch: Neural Machine Translation of Rare Words with Subword Units, ACL 2016.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from playground.core.errors import TrainingError, VocabularyError
from playground.core.pairs import train_pairs
from playground.core.pretokenize import check_special_tokens
from playground.core.steps import Step, Word, by_count, merge, steps
from playground.core.words import BETWEEN_SPACES, Spelling, WordTokenizer, count_text_words

END = "</w>"
"""The mark that closes a word, where marks are used."""
UNKNOWN = "<UNK>"
"""What a character becomes that the corpus did not have."""


class CharMerge(NamedTuple):
    """The pair (left, right) became one piece; it was counted `count` times when it won."""

    left: str
    right: str
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


def first_pieces(word: str, end_mark: bool = False) -> tuple[str, ...]:
    """The characters of a word, closed by the mark where marks are used.

    >>> first_pieces("so", end_mark=True)
    ('s', 'o', '</w>')
    """
    return (*word, END) if end_mark else tuple(word)


def join(left: str, right: str) -> str:
    """Two pieces as one."""
    return left + right


def char_bpe_steps(word_counts: Mapping[str, int], end_mark: bool = False) -> Iterator[Step]:
    """The merges one by one with all that competed; ties go to the alphabetically first pair."""
    words: list[Word] = [(first_pieces(word, end_mark), n) for word, n in word_counts.items()]
    return steps(words, by_count, join)


def train_char_bpe(
    text_or_word_counts: str | Mapping[bytes, int] | Mapping[str, int],
    vocab_size: int,
    end_mark: bool = False,
    special_tokens: Sequence[str] = (),
    progress: Callable[[int, int], None] | None = None,
) -> CharBPETokenizer:
    """Learn merges of characters until the vocabulary has `vocab_size` entries, or no pair is left.

    The vocabulary is `<UNK>`, the special tokens, the characters of the corpus in order of code points, then the
    merges. Words are what stands between white space. `progress(done, total)` may raise to cancel.
    Raises TrainingError where the characters alone are more than `vocab_size`.
    """
    check_special_tokens(special_tokens)
    counts = count_text_words(text_or_word_counts, BETWEEN_SPACES, [END, UNKNOWN, *special_tokens])
    if not counts:
        raise TrainingError("The corpus holds no words.")
    alphabet = sorted({piece for word in counts for piece in first_pieces(word, end_mark)})
    first = [UNKNOWN, *special_tokens, *alphabet]
    wanted = vocab_size - len(first)
    if wanted < 0:
        raise TrainingError(
            f"The corpus has {len(alphabet):,} different characters, so the vocabulary needs at least {len(first):,} "
            f"entries."
        )
    words = [(first_pieces(word, end_mark), n) for word, n in counts.items()]
    merges = [CharMerge(*merge) for merge in train_pairs(words, alphabet, wanted, join, progress=progress)]
    return CharBPETokenizer(alphabet, merges, end_mark, special_tokens)


class CharBPETokenizer(WordTokenizer):
    """Merges of characters, replayed in the order they were learned. White space between words is dropped."""

    algorithm = "Character BPE"

    def __init__(
        self,
        alphabet: Sequence[str],
        merges: Iterable[CharMerge],
        end_mark: bool = False,
        special_tokens: Sequence[str] = (),
        name: str = "trained",
    ):
        self.alphabet = list(alphabet)
        self.merges = list(merges)
        self.end_mark = end_mark
        self._rank: dict[tuple[str, str], int] = {}
        pieces = dict.fromkeys([UNKNOWN, *special_tokens, *self.alphabet])
        for rank, (left, right, _) in enumerate(self.merges):
            if left not in pieces or right not in pieces:
                raise VocabularyError(f"Merge {rank + 1} joins {left!r} and {right!r}, which are not both known yet.")
            self._rank.setdefault((left, right), rank)
            pieces.setdefault(left + right)
        super().__init__(list(pieces), UNKNOWN, BETWEEN_SPACES, special_tokens, name=name)

    def spell(self, word: str) -> Spelling:
        pieces = tuple(c if c in self.id_of_piece else UNKNOWN for c in first_pieces(word, self.end_mark))
        # Each unknown character stays one token, and no merge reaches over it.
        while len(pieces) > 1:
            pair = min(pairwise(pieces), key=lambda p: self._rank.get(p, len(self._rank)))
            if pair not in self._rank:
                break
            pieces = merge(pieces, pair, "".join(pair))
        return tuple((self.id_of_piece[piece], self._characters(piece)) for piece in pieces)

    def _characters(self, piece: str) -> int:
        if piece == UNKNOWN:
            return 1
        return len(piece) - len(END) if self.end_mark and piece.endswith(END) else len(piece)

    def token_bytes(self, id: int) -> bytes:
        """The piece's text; a piece with the mark `</w>` ends in a space."""
        piece = self.piece(id)
        if self.end_mark and piece.endswith(END):
            piece = piece[: -len(END)] + " "
        return piece.encode()

    def parents(self, id: int) -> tuple[int, int] | None:
        piece = self.piece(id)
        for left, right, _ in self.merges:
            if left + right == piece:
                return self.id_of_piece[left], self.id_of_piece[right]
        return None
