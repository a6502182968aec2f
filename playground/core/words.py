"""Tokenizers that cut text into words first and spell each word with pieces of the vocabulary.

Character BPE and WordPiece differ only in how they spell one word. What they share stands here: finding the words,
special tokens, and which bytes of the text each piece covers.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np

from playground.core.errors import TextError, VocabularyError
from playground.core.expression import matches
from playground.core.pretokenize import pattern_of, special_parts, split
from playground.core.tokens import Encoded, Tokenizer, byte_offsets, check_text, unknown_id

BETWEEN_SPACES = r"\S+"
"""Words as what stands between white space."""
_PUNCTUATION = r"!-/:-@\[-`{-~\p{P}"
BERT_WORDS = rf"[^\s{_PUNCTUATION}]+|[{_PUNCTUATION}]"
"""Words as BERT has them: white space separates and is dropped, each punctuation mark stands alone."""

_MOST_REMEMBERED = 100_000

Spelling = tuple[tuple[int, int], ...]
"""The spelling of a word: (token id, characters it covers) from left to right."""


class WordTokenizer(Tokenizer):
    """A list of pieces, and a pattern that finds the words. White space between words is dropped.

    `pieces[id]` is how the vocabulary writes token `id`. A word with no spelling becomes `unknown`.
    """

    def __init__(
        self,
        pieces: Sequence[str],
        unknown: str,
        pattern: str,
        special_tokens: Sequence[str] = (),
        lowercase: bool = False,
        name: str = "trained",
    ):
        self.pieces = list(pieces)
        self.id_of_piece = {piece: id for id, piece in enumerate(self.pieces)}
        if len(self.id_of_piece) < len(self.pieces):
            twice = next(piece for id, piece in enumerate(self.pieces) if self.id_of_piece[piece] != id)
            raise VocabularyError(f"The vocabulary holds {twice!r} twice.")
        missing = [piece for piece in (unknown, *special_tokens) if piece not in self.id_of_piece]
        if missing:
            raise VocabularyError(f"The vocabulary lacks {missing[0]!r}.")
        self.unknown = unknown
        self.pattern = pattern_of(pattern)
        self.lowercase = lowercase
        self.special_tokens = {text: self.id_of_piece[text] for text in special_tokens}
        self.name = name
        self._remembered: dict[str, Spelling] = {}

    @property
    def vocab_size(self) -> int:
        return len(self.pieces)

    @property
    def unknown_id(self) -> int:
        """The id of the token for what the vocabulary cannot spell."""
        return self.id_of_piece[self.unknown]

    @abstractmethod
    def spell(self, word: str) -> Spelling:
        """The pieces of one word that is already in lower case where the vocabulary is."""

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        return [id for _, spelling in self._spelled(text, special) for id, _ in spelling]

    def encoded(self, text: str, *, special: bool = False) -> Encoded:
        ids, starts, ends, specials = [], [], [], []
        named = set(self.special_tokens.values())
        for start, spelling in self._spelled(text, special):
            at = start
            for id, length in spelling:
                ids.append(id)
                starts.append(at)
                at += length
                ends.append(at)
                specials.append(id in named)
        byte_at = byte_offsets(text)
        return Encoded(
            text,
            np.asarray(ids, np.int32),
            byte_at[np.asarray(starts, np.int64)],
            byte_at[np.asarray(ends, np.int64)],
            np.asarray(specials, np.bool_),
        )

    def _spelled(self, text: str, special: bool) -> Iterator[tuple[int, Spelling]]:
        """(where the word starts, its spelling) in characters of `text`."""
        check_text(text)
        assert self.pattern is not None
        at = 0
        for i, part in enumerate(special_parts(text, self.special_tokens if special else ())):
            if i % 2:
                yield at, ((self.special_tokens[part], len(part)),)
            else:
                for match in matches(self.pattern, part):
                    yield at + match.start(), self._spell(match.group())
            at += len(part)

    def _spell(self, word: str) -> Spelling:
        spelling = self._remembered.get(word)
        if spelling is None:
            spelling = self._spell_lowered(word) if self.lowercase else self.spell(word)
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[word] = spelling
        return spelling

    def _spell_lowered(self, word: str) -> Spelling:
        """Spell the word in lower case; lengths count its own characters, of which some become two (`İ`)."""
        lowered = [character.lower() for character in word]
        source_end = [0] + [i + 1 for i, low in enumerate(lowered) for _ in low]
        spelling, at = [], 0
        for id, length in self.spell("".join(lowered)):
            spelling.append((id, source_end[at + length] - source_end[at]))
            at += length
        return tuple(spelling)

    def words(self, text: str) -> list[str]:
        """The words of `text`, as the pattern finds them."""
        return split(text.lower() if self.lowercase else text, self.pattern)

    def spelled(self, word: str) -> list[str]:
        """The pieces of one word, as the vocabulary writes them."""
        return [self.pieces[id] for id, _ in self._spell(word)]

    def piece(self, id: int) -> str:
        """How the vocabulary writes token `id`."""
        if 0 <= id < len(self.pieces):
            return self.pieces[id]
        raise unknown_id(id, self)


def count_text_words(
    text_or_counts: str | Mapping[bytes, int] | Mapping[str, int], pattern: str, reserved: Iterable[str] = ()
) -> dict[str, int]:
    """Counts of words, in order of first appearance; what is `reserved` is cut out, so that no piece can contain it.

    >>> count_text_words("so so <UNK>", BETWEEN_SPACES, ["<UNK>"])
    {'so': 2}
    """
    reserved = list(reserved)
    if isinstance(text_or_counts, str):
        given: dict[str, int] = {}
        for part in special_parts(text_or_counts, reserved)[::2]:
            for word in split(part, pattern):
                given[word] = given.get(word, 0) + 1
    else:
        given = {_text_of(word): count for word, count in text_or_counts.items() if count > 0}
    words: dict[str, int] = {}
    for word, count in given.items():
        for part in special_parts(word, reserved)[::2]:
            if part:
                words[part] = words.get(part, 0) + count
    return words


def _text_of(word: bytes | str) -> str:
    try:
        return word.decode() if isinstance(word, bytes) else word
    except UnicodeDecodeError:
        raise TextError(f"The word {word!r} is not UTF-8.") from None
