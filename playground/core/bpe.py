"""Byte-pair encoding: learn merges from counts, and replay them to encode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from playground.core.chunks import cut, in_order
from playground.core.errors import TrainingError, VocabularyError
from playground.core.pretokenize import (
    check_special_tokens,
    count_words,
    is_published,
    pattern_of,
    pieces_of,
    special_parts,
    utf8,
)
from playground.core.tokens import Tokenizer, unknown_id
from playground.core.wordcounts import WordCounts

if TYPE_CHECKING:
    from playground.core.encoder import MergeTable

Pair = tuple[int, int]
Ties = Literal["first", "lowest"]
Progress = Callable[[int, int], None]
STEP = 256  # merges between two calls of `progress`


class Merge(NamedTuple):
    """The pair (left, right) became token `id`; it was counted `count` times when it won."""

    left: int
    right: int
    id: int
    count: int  # type: ignore[assignment]  # hides tuple.count, which nobody needs here


class Learned(Sequence[Merge]):
    """What a trainer learned, as three columns: the left and right sides, and the counts (int64).

    Tens of thousands of tuples take longer to make than to learn, so a merge becomes a `Merge` when somebody asks.
    `first` is the id of the first one here.
    """

    def __init__(self, columns: NDArray[np.int64], first: int = 256):
        self.columns = columns
        self.first = first

    def __len__(self) -> int:
        return len(self.columns[0])

    @overload
    def __getitem__(self, i: int) -> Merge: ...
    @overload
    def __getitem__(self, i: slice) -> list[Merge]: ...
    def __getitem__(self, i: int | slice) -> Merge | list[Merge]:
        ids = range(self.first, self.first + len(self))[i]
        lefts, rights, counts = self.columns[:, i].tolist()
        return (
            Merge(lefts, rights, ids, counts) if isinstance(ids, int) else list(map(Merge, lefts, rights, ids, counts))
        )

    def __iter__(self) -> Iterator[Merge]:
        return iter(self[:])


def count_pairs(ids: Sequence[int], weight: int = 1, counts: dict[Pair, int] | None = None) -> dict[Pair, int]:
    """How often each pair of neighbours stands in `ids`, overlaps included, in order of first appearance.

    >>> count_pairs([1, 1, 1, 2])
    {(1, 1): 2, (1, 2): 1}
    """
    counts = {} if counts is None else counts
    for left, right in pairwise(ids):
        counts[left, right] = counts.get((left, right), 0) + weight
    return counts


def merge_pair(ids: Sequence[int], pair: Pair, id: int) -> list[int]:
    """`ids` with each `pair` replaced by `id`, from left to right.

    >>> merge_pair([1, 1, 1, 2], (1, 1), 9)
    [9, 1, 2]
    """
    merged, i = [], 0
    while i < len(ids):
        if i + 1 < len(ids) and (ids[i], ids[i + 1]) == pair:
            merged.append(id)
            i += 2
        else:
            merged.append(ids[i])
            i += 1
    return merged


def train_bpe(
    text_or_word_counts: str | bytes | Mapping[bytes, int],
    vocab_size: int,
    pattern: str | None = None,
    special_tokens: Sequence[str] = (),
    ties: Ties = "first",
    progress: Progress | None = None,
) -> BPETokenizer:
    """Learn merges until the vocabulary has `vocab_size` entries (bytes, merges and special tokens) or no pair is left.

    `pattern` is None (the raw stream), a name or a regular expression; it is used for encoding too. Special tokens
    are cut out of the text first. `ties` decides between pairs of equal count: the one that stands first in the
    text, or the one with the lowest ids. `progress(done, total)` may raise to cancel. `kernel.Trainer` is the
    same in steps.

    Gage, "A New Algorithm for Data Compression", 1994; Sennrich et al., arXiv:1508.07909.

    >>> train_bpe("aaabdaaabac", 258).merges
    [Merge(left=97, right=97, id=256, count=4), Merge(left=256, right=97, id=257, count=2)]
    """
    from playground.core.kernel import Trainer

    wanted = merges_wanted(vocab_size, special_tokens)
    given = text_or_word_counts
    trainer = Trainer(given if isinstance(given, Mapping) else count_words(given, pattern, special_tokens), ties)
    step = STEP if progress else max(wanted, 1)
    done = 0
    while done < wanted and not trainer.finished:
        done += trainer.learn(min(wanted - done, step))
        if progress:
            progress(done, wanted)
    return BPETokenizer(trainer.learned, pattern, special_tokens, asked=vocab_size)


def merges_wanted(vocab_size: int, special_tokens: Sequence[str] = ()) -> int:
    """How many merges a vocabulary of this size has room for; TrainingError where the size is too small."""
    check_special_tokens(special_tokens)
    least = 256 + len(special_tokens)
    if vocab_size < least:
        extra = f" and {len(special_tokens)} special" if special_tokens else ""
        raise TrainingError(
            f"The vocabulary needs at least {least:,} entries: 256 bytes{extra}. You asked for {vocab_size:,}."
        )
    return vocab_size - least


def _checked(merges: Iterable[Merge]) -> list[Merge]:
    """The merges; VocabularyError where one of them joins what no merge before it has made."""
    merges = list(merges)
    for id, merge in enumerate(merges, 256):
        if merge.id != id or not (0 <= merge.left < id and 0 <= merge.right < id):
            raise VocabularyError(
                f"Merge {id - 256:,} is out of order: {merge.left} and {merge.right} make {merge.id}."
            )
    return merges


class BPETokenizer(Tokenizer):
    """A byte-level tokenizer from a list of merges: ids 0 to 255 are the bytes, then merges, then special tokens."""

    algorithm = "BPE"

    def __init__(
        self,
        merges: Iterable[Merge],
        pattern: str | None = None,
        special_tokens: Sequence[str] = (),
        name: str = "trained",
        asked: int | None = None,
    ):
        check_special_tokens(special_tokens)
        self.asked = asked
        self._merges = merges if isinstance(merges, Learned) else _checked(merges)
        self.pattern = pattern_of(pattern)
        self.name = name
        self.special_tokens = {text: 256 + len(self._merges) + i for i, text in enumerate(special_tokens)}

    @cached_property
    def merges(self) -> list[Merge]:
        """All merges, in the order in which they were learned; merge i makes token 256 + i."""
        return list(self._merges)

    @cached_property
    def _pairs(self) -> NDArray[np.int64]:
        """The left and the right side of each merge, as two columns."""
        if isinstance(self._merges, Learned):
            return self._merges.columns[:2]
        return np.array([merge[:2] for merge in self._merges], np.int64).reshape(-1, 2).T

    @cached_property
    def _bytes(self) -> list[bytes]:
        pieces = [bytes([b]) for b in range(256)]
        for left, right in zip(*self._pairs.tolist(), strict=True):
            pieces.append(pieces[left] + pieces[right])
        return pieces + [text.encode() for text in self.special_tokens]

    @property
    def shortfall(self) -> str | None:
        """Says so where the text ran out of pairs before the vocabulary had the size that was asked for."""
        if self.asked is None or self.vocab_size >= self.asked:
            return None
        return f"Asked {self.asked:,}, got {self.vocab_size:,}: no pairs left."

    @property
    def vocab_size(self) -> int:
        return 256 + len(self._merges) + len(self.special_tokens)

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        ids: list[int] = self.encode_array(text, special=special).tolist()
        return ids

    def encode_array(self, text: str, *, special: bool = False) -> NDArray[np.int32]:
        parts = special_parts(text, self.special_tokens) if special else [text]
        found: list[NDArray[np.int32]] = []
        for i, part in enumerate(parts):
            if i % 2:
                found.append(np.array([self.special_tokens[part]], np.int32))
            elif part:
                data = utf8(part)
                found += in_order(partial(self._encode_span, data), self._spans(data))
        return np.concatenate(found) if found else np.zeros(0, np.int32)

    def _spans(self, data: bytes | bytearray) -> Iterable[tuple[int, int]]:
        return cut(data, 0, len(data)) if is_published(self.pattern) else [(0, len(data))]

    def _encode_span(self, data: bytes | bytearray, span: tuple[int, int]) -> NDArray[np.int32]:
        from playground.core.encoder import emit

        found = pieces_of(data, self.pattern, *span)
        ids: NDArray[np.int32] = emit(found.sequence, *self._table.encode_places(found.data, found.places))
        return ids

    def encode_piece(self, piece: bytes) -> list[int]:
        """The ids of bytes that are not split, whole characters or not."""
        data = np.frombuffer(piece, np.uint8)
        ids: list[int] = self._table.encode_places(data, np.array([[0, len(data)]], np.int64))[0].tolist()
        return ids

    _encode_piece = encode_piece

    def replacements(self, word_counts: Mapping[bytes, int]) -> NDArray[np.int64]:
        """How often each merge is replaced when these words are encoded, in the order of the merges.

        Encoding replays merges in the order of training. So the first k of these numbers, subtracted from the number
        of bytes, give the number of tokens under the first k merges alone: the size curve needs no second training.
        """
        return self._table.replacements(WordCounts.of(word_counts))

    @cached_property
    def _table(self) -> MergeTable:
        from playground.core.encoder import MergeTable

        return MergeTable(np.ascontiguousarray(self._pairs.T))

    def token_bytes(self, id: int) -> bytes:
        if 0 <= id < len(self._bytes):
            return self._bytes[id]
        raise unknown_id(id, self)

    def parents(self, id: int) -> tuple[int, int] | None:
        if 256 <= id < 256 + len(self._merges):
            merge = self._merges[id - 256]
            return merge.left, merge.right
        return None
