"""Byte-pair encoding: learn merges from counts, and replay them to encode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import numpy as np
import regex
from numpy.typing import NDArray

from playground.core.errors import TrainingError
from playground.core.pretokenize import check_special_tokens, count_words, pattern_of, split
from playground.core.tokens import Tokenizer, check_text, unknown_id

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
    words = text_or_word_counts
    if not isinstance(words, Mapping):
        words = count_words(words if isinstance(words, str) else words.decode(), pattern, special_tokens)
    trainer = Trainer(words, ties)
    merges: list[Merge] = []
    while len(merges) < wanted and not trainer.finished:
        merges += trainer.advance(min(wanted - len(merges), STEP))
        if progress:
            progress(len(merges), wanted)
    return BPETokenizer(merges, pattern, special_tokens, asked=vocab_size)


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
        self.merges = list(merges)
        self.pattern = pattern_of(pattern)
        self.name = name
        self.special_tokens = {text: 256 + len(self.merges) + i for i, text in enumerate(special_tokens)}
        self._bytes = [bytes([b]) for b in range(256)]
        for merge in self.merges:
            self._bytes.append(self._bytes[merge.left] + self._bytes[merge.right])
        self._bytes += [text.encode() for text in special_tokens]
        # Where an imported list names a pair twice the last place counts, as it does for Hugging Face.
        self._rank = {(merge.left, merge.right): merge.id for merge in self.merges}

    @property
    def shortfall(self) -> str | None:
        """Says so where the text ran out of pairs before the vocabulary had the size that was asked for."""
        if self.asked is None or self.vocab_size >= self.asked:
            return None
        return f"Asked {self.asked:,}, got {self.vocab_size:,}: no pairs left."

    @property
    def vocab_size(self) -> int:
        return len(self._bytes)

    def encode(self, text: str, *, special: bool = False) -> list[int]:
        check_text(text)
        ids: list[int] = []
        parts = [text]
        if special and self.special_tokens:
            names = sorted(self.special_tokens, key=len, reverse=True)
            parts = regex.split("(" + "|".join(map(regex.escape, names)) + ")", text)
        for i, part in enumerate(parts):
            if i % 2:
                ids.append(self.special_tokens[part])
                continue
            for piece in split(part, self.pattern):
                ids += self._encode_piece(piece.encode())
        return ids

    def _encode_piece(self, piece: bytes) -> list[int]:
        ids = list(piece)
        while len(ids) > 1:
            pair = min(pairwise(ids), key=lambda p: self._rank.get(p, 1 << 62))
            if pair not in self._rank:
                break
            ids = merge_pair(ids, pair, self._rank[pair])
        return ids

    def replacements(self, word_counts: Mapping[bytes, int]) -> NDArray[np.int64]:
        """How often each merge is replaced when these words are encoded, in the order of the merges.

        Encoding replays merges in the order of training. So the first k of these numbers, subtracted from the number
        of bytes, give the number of tokens under the first k merges alone: the size curve needs no second training.
        """
        counts = np.zeros(len(self.merges), np.int64)
        for word, n in word_counts.items():
            for id in self._encode_piece(word):
                stack = [id]
                while stack:
                    parents = self.parents(stack.pop())
                    if parents:
                        counts[self._rank[parents] - 256] += n
                        stack += parents
        return counts

    def token_bytes(self, id: int) -> bytes:
        if 0 <= id < len(self._bytes):
            return self._bytes[id]
        raise unknown_id(id, self)

    def parents(self, id: int) -> tuple[int, int] | None:
        if 256 <= id < 256 + len(self.merges):
            merge = self.merges[id - 256]
            return merge.left, merge.right
        return None
