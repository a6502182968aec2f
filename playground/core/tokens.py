"""What every tokenizer can do, and what an encoded text is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from playground.core.errors import TextError


@dataclass(frozen=True)
class Token:
    """One entry of a vocabulary: its id, its bytes, and whether it is a special (control) token."""

    id: int
    bytes: bytes
    special: bool = False


@dataclass(frozen=True, eq=False)
class Encoded:
    """A text and its tokens: token `i` has id `ids[i]` and covers bytes `starts[i]:ends[i]` of the text in UTF-8.

    Spans stand in text order and never overlap. For byte-level tokenizers they tile the text. Others may leave
    gaps (WordPiece drops spaces) or empty spans (SentencePiece's `▁` before the first word).
    `special[i]` says that token `i` is a special token.
    """

    text: str
    ids: NDArray[np.int32]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    special: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, np.bool_))

    def __post_init__(self) -> None:
        if not len(self.special):
            object.__setattr__(self, "special", np.zeros(len(self.ids), np.bool_))

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def data(self) -> bytes:
        """The text in UTF-8."""
        return self.text.encode()

    def piece(self, i: int) -> bytes:
        """The bytes of the text that token `i` covers."""
        return self.data[self.starts[i] : self.ends[i]]


class Tokenizer(ABC):
    """A vocabulary and a rule that cuts text into its entries.

    Laws, held by one contract suite in the tests: `decode(encode(text)) == text` for byte-level tokenizers,
    `encode("") == []`, every id is in `range(vocab_size)`, spans of `encoded` are ordered and do not overlap.
    """

    name: str
    """How the tokenizer is called on screen and in the registry."""
    algorithm: str = "BPE"
    """BPE, WordPiece, Unigram, ..."""
    pattern: str | None = None
    """The regular expression that cuts text before any merge, or None where nothing is cut."""
    special_tokens: Mapping[str, int] = {}
    """Special tokens by their text."""
    notes: tuple[str, ...] = ()
    """Sentences a reader should know about where it came from: what a file left open, what training could not do."""

    @property
    @abstractmethod
    def vocab_size(self) -> int:
        """One more than the largest id."""

    @property
    def unknown_id(self) -> int | None:
        """The id of the token for what the vocabulary cannot spell, or None where there is none."""
        return None

    @abstractmethod
    def encode(self, text: str, *, special: bool = False) -> list[int]:
        """The ids of `text`. Special-token text is ordinary text unless `special` is true.

        Raises TextError for a text with lone surrogates (see `characters.repair`).
        """

    def encode_array(self, text: str, *, special: bool = False) -> NDArray[np.int32]:
        """`encode` as an array, which tokenizers that have one anyway override."""
        return np.asarray(self.encode(text, special=special), np.int32)

    @abstractmethod
    def token_bytes(self, id: int) -> bytes:
        """The bytes that token `id` stands for; TextError for an id that is not in the vocabulary."""

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """The bytes of all tokens, joined."""
        return b"".join(map(self.token_bytes, ids))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of `ids`; bytes that are not UTF-8 become U+FFFD."""
        return self.decode_bytes(ids).decode("utf-8", errors="replace")

    def encoded(self, text: str, *, special: bool = False) -> Encoded:
        """`encode`, with the byte span of each token. Tokenizers that normalize or drop text override this."""
        ids = self.encode_array(text, special=special)
        ends = np.cumsum(self.token_lengths[ids], dtype=np.int64) if len(ids) else np.zeros(0, np.int64)
        starts = np.concatenate((np.zeros(1, np.int64), ends[:-1])) if len(ids) else ends
        specials = list(self.special_tokens.values())
        return Encoded(
            text, ids, starts, ends, np.isin(ids, specials) if special and specials else np.zeros(len(ids), np.bool_)
        )

    @cached_property
    def token_lengths(self) -> NDArray[np.int64]:
        """The length in bytes of each token, by id; 0 for ids that are not used."""
        lengths = np.zeros(self.vocab_size, np.int64)
        for id in self.ids():
            lengths[id] = len(self.token_bytes(id))
        return lengths

    def ids(self) -> Iterable[int]:
        """Every id in use, rising. Overridden where the vocabulary has holes."""
        return range(self.vocab_size)

    def token(self, id: int) -> Token:
        """The vocabulary entry with this id; TextError where there is none."""
        return Token(id, self.token_bytes(id), id in self.special_tokens.values())

    def id_of(self, data: bytes) -> int | None:
        """The id of the (ordinary) token with exactly these bytes, or None."""
        return self._id_by_bytes.get(data)

    @cached_property
    def _id_by_bytes(self) -> dict[bytes, int]:
        special = set(self.special_tokens.values())
        # Where two merges give the same bytes the lower id is the one that encoding gives.
        return {self.token_bytes(id): id for id in sorted(self.ids(), reverse=True) if id not in special}

    def parents(self, id: int) -> tuple[int, int] | None:
        """The two tokens whose merge made token `id`, or None for a token that no merge made."""
        return None


def byte_offsets(text: str) -> NDArray[np.int64]:
    """Where each character of `text` starts in UTF-8, and at the end the length of it all.

    >>> byte_offsets("aé🙂").tolist()
    [0, 1, 3, 7]
    """
    codes = np.frombuffer(text.encode("utf-32-le"), np.uint32)
    widths = 1 + (codes >= 0x80) + (codes >= 0x800) + (codes >= 0x10000).astype(np.int64)
    return np.concatenate((np.zeros(1, np.int64), np.cumsum(widths, dtype=np.int64)))


def check_text(text: str) -> None:
    """Raise TextError where `text` cannot be UTF-8, naming the place."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise TextError(
            f"Character {error.start:,} (U+{ord(text[error.start]):04X}) is half of a UTF-16 pair: no character."
        ) from None


def unknown_id(id: int, tokenizer: Tokenizer) -> TextError:
    """The error for an id outside the vocabulary, in words."""
    if id < 0:
        return TextError(f"{id} is negative; ids start at 0.")
    if id >= tokenizer.vocab_size:
        return TextError(f"{id} is too big; the largest id of {tokenizer.name} is {tokenizer.vocab_size - 1:,}.")
    return TextError(f"{id} is not used by {tokenizer.name}.")
