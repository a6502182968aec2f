"""Byte-pair encoding: learn merges from counts, and replay them to encode."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

import regex

from playground.core.errors import TrainingError
from playground.core.pretokenize import pattern_of, split
from playground.core.tokens import Tokenizer, check_text, unknown_id

Pair = tuple[int, int]
Ties = Literal["first", "lowest"]
Progress = Callable[[int, int], None]


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

    `pattern` is None (the raw stream), a name or a regular expression. `progress(done, total)` may raise to cancel.
    """
    wanted = vocab_size - 256 - len(special_tokens)
    if wanted < 0:
        raise TrainingError(f"The vocabulary needs at least {256 + len(special_tokens)} entries.")
    if isinstance(text_or_word_counts, Mapping):
        counts = dict(text_or_word_counts)
    else:
        text = text_or_word_counts if isinstance(text_or_word_counts, str) else text_or_word_counts.decode()
        parts = [text]
        if special_tokens:
            parts = regex.split("|".join(map(regex.escape, sorted(special_tokens, key=len, reverse=True))), text)
        counts = {}
        for part in parts:
            for piece in split(part, pattern):
                counts[piece.encode()] = counts.get(piece.encode(), 0) + 1
    words = [(list(word), n) for word, n in counts.items()]
    merges: list[Merge] = []
    for step in range(wanted):
        pairs: dict[Pair, int] = {}
        for ids, n in words:
            count_pairs(ids, n, pairs)
        if not pairs:
            break
        best = max(pairs, key=pairs.__getitem__) if ties == "first" else min(pairs, key=lambda p: (-pairs[p], p))
        merges.append(Merge(*best, 256 + step, pairs[best]))
        words = [(merge_pair(ids, best, 256 + step), n) for ids, n in words]
        if progress:
            progress(step + 1, wanted)
    return BPETokenizer(merges, pattern, special_tokens)


class BPETokenizer(Tokenizer):
    """A byte-level tokenizer from a list of merges: ids 0 to 255 are the bytes, then merges, then special tokens."""

    algorithm = "BPE"

    def __init__(
        self,
        merges: Iterable[Merge],
        pattern: str | None = None,
        special_tokens: Sequence[str] = (),
        name: str = "trained",
    ):
        self.merges = list(merges)
        self.pattern = pattern_of(pattern)
        self.name = name
        self.special_tokens = {text: 256 + len(self.merges) + i for i, text in enumerate(special_tokens)}
        self._bytes = [bytes([b]) for b in range(256)]
        for merge in self.merges:
            self._bytes.append(self._bytes[merge.left] + self._bytes[merge.right])
        self._bytes += [text.encode() for text in special_tokens]
        self._rank = {(merge.left, merge.right): merge.id for merge in self.merges}

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

    def token_bytes(self, id: int) -> bytes:
        if 0 <= id < len(self._bytes):
            return self._bytes[id]
        raise unknown_id(id, self)

    def parents(self, id: int) -> tuple[int, int] | None:
        if 256 <= id < 256 + len(self.merges):
            merge = self.merges[id - 256]
            return merge.left, merge.right
        return None
