"""WordPiece: a pair wins by how seldom its two pieces are seen apart, and encoding takes the longest piece that fits.

Two ideas are new against BPE. Training divides a pair's count by the counts of its two sides, which is the merge that
raises the likelihood of the corpus most. Encoding keeps no merges: from left to right it takes the longest entry of
the vocabulary; pieces that do not start a word are written with `##`.

Sources: Schuster and Nakajima, Japanese and Korean Voice Search, 2012; Devlin et al., BERT, 2019 (the greedy encoder).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from playground.core.errors import TrainingError
from playground.core.pairs import train_pairs
from playground.core.pretokenize import check_special_tokens
from playground.core.steps import Step, Word, by_likelihood, count_pieces, steps
from playground.core.words import BERT_WORDS, Spelling, WordTokenizer, count_text_words

PREFIX = "##"
"""Written before a piece that does not start a word."""
UNKNOWN = "[UNK]"
"""What a whole word becomes that cannot be covered."""
LONGEST_WORD = 100
"""Longer words, in characters, become `[UNK]` without a try, as in BERT."""


def first_pieces(word: str) -> tuple[str, ...]:
    """The characters of a word, all but the first with `##`.

    >>> first_pieces("so!")
    ('s', '##o', '##!')
    """
    return tuple(c if i == 0 else PREFIX + c for i, c in enumerate(word))


def join(left: str, right: str) -> str:
    """Two pieces as one: the right one loses its `##`.

    >>> join("##s", "##o")
    '##so'
    """
    return left + right.removeprefix(PREFIX)


def wordpiece_steps(word_counts: Mapping[str, int]) -> Iterator[Step]:
    """The merges one by one with all that competed; ties go to the alphabetically first pair."""
    words: list[Word] = [(first_pieces(word), n) for word, n in word_counts.items()]
    return steps(words, by_likelihood, join)


def train_wordpiece(
    text_or_word_counts: str | Mapping[bytes, int] | Mapping[str, int],
    vocab_size: int,
    pattern: str = BERT_WORDS,
    special_tokens: Sequence[str] = (),
    min_count: int = 1,
    lowercase: bool = False,
    progress: Callable[[int, int], None] | None = None,
) -> WordPieceTokenizer:
    """Merge the pair with the highest freq(ab) / (freq(a) freq(b)) until the vocabulary has `vocab_size` entries.

    The vocabulary is `[UNK]`, the special tokens, the single characters (sorted), then the merges. Pairs counted less
    than `min_count` never merge: the score loves pairs seen once, whose pieces are seen nowhere else.
    `progress(done, total)` may raise to cancel. Raises TrainingError where the characters alone need more room.

    >>> train_wordpiece({"so": 2, "sono": 1}, 6).pieces
    ['[UNK]', '##n', '##o', 's', '##no', 'so']
    """
    check_special_tokens(special_tokens)
    reserved = [UNKNOWN, *special_tokens]
    if lowercase and isinstance(text_or_word_counts, str):
        text_or_word_counts = lower(text_or_word_counts)
    counts = count_text_words(text_or_word_counts, pattern, reserved)
    words = [(first_pieces(lower(word) if lowercase else word), n) for word, n in counts.items()]
    if not words:
        raise TrainingError("The corpus holds no words.")
    alphabet = sorted(count_pieces(words))
    wanted = vocab_size - len(reserved) - len(alphabet)
    if wanted < 0:
        raise TrainingError(
            f"The corpus needs {len(alphabet):,} single characters (with and without {PREFIX}), so the vocabulary "
            f"needs at least {len(reserved) + len(alphabet):,} entries."
        )
    merges = train_pairs(words, alphabet, wanted, join, likelihood=True, min_count=min_count, progress=progress)
    pieces = list(dict.fromkeys([*reserved, *alphabet, *(join(left, right) for left, right, _ in merges)]))
    return WordPieceTokenizer(pieces, pattern=pattern, special_tokens=special_tokens, lowercase=lowercase)


def lower(text: str) -> str:
    """Lower case character by character, so that no letter's case hangs on its neighbours (Greek final sigma)."""
    return "".join([character.lower() for character in text]) if not text.isascii() else text.lower()


class WordPieceTokenizer(WordTokenizer):
    """Greedy longest match over a list of pieces; a word that cannot be covered becomes `[UNK]` as a whole."""

    algorithm = "WordPiece"

    def __init__(
        self,
        pieces: Sequence[str],
        unknown: str = UNKNOWN,
        pattern: str = BERT_WORDS,
        special_tokens: Sequence[str] = (),
        lowercase: bool = False,
        prefix: str = PREFIX,
        longest_word: int = LONGEST_WORD,
        name: str = "trained",
    ):
        super().__init__(pieces, unknown, pattern, special_tokens, lowercase, name)
        self.prefix = prefix
        self.longest_word = longest_word
        self._longest_piece = max(len(piece) for piece in self.pieces)

    def spell(self, word: str) -> Spelling:
        if len(word) > self.longest_word:
            return ((self.unknown_id, len(word)),)
        spelling, start = [], 0
        while start < len(word):
            prefix = self.prefix if start else ""
            for end in range(min(len(word), start + self._longest_piece), start, -1):
                id = self.id_of_piece.get(prefix + word[start:end])
                if id is not None:
                    spelling.append((id, end - start))
                    start = end
                    break
            else:
                return ((self.unknown_id, len(word)),)
        return tuple(spelling)

    def token_bytes(self, id: int) -> bytes:
        """The piece's text without `##`."""
        return self.piece(id).removeprefix(self.prefix).encode()

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The pieces joined, with a space before each that starts a word; white space as it was does not come back."""
        out: list[str] = []
        for piece in map(self.piece, ids):
            if piece.startswith(self.prefix) and piece != self.prefix:
                out.append(piece.removeprefix(self.prefix))
            else:
                out.append(" " + piece if out else piece)
        return "".join(out).encode()
