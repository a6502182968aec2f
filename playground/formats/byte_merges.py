"""Byte-level BPE as the formats hold it: tokens by their bytes, merges by the ids of their sides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from playground.core.bpe import BPETokenizer
from playground.core.huggingface import HuggingFaceTokenizer
from playground.core.ranks import RankTokenizer
from playground.core.splits import last_pairs
from playground.core.tokens import Tokenizer
from playground.formats import foreign
from playground.formats.common import CannotHold

EVERYTHING = r"(?s:.+)"
"""The pattern by which tiktoken leaves a text in one piece."""


@dataclass(frozen=True)
class ByteMerges:
    """Byte-level BPE by bytes."""

    ranks: dict[bytes, int]
    """All ordinary tokens: bytes -> id."""
    whole_pieces_first: bool
    """A piece that is itself a token is never cut, as tiktoken has it."""
    pattern: str | None
    special_tokens: Mapping[str, int]
    given: list[tuple[int, int]] | None = None
    """The merges where they are known; ranks say them else."""

    @cached_property
    def merges(self) -> list[tuple[int, int]]:
        """The ids of the two sides of each merge, in the order in which merges are tried."""
        if self.given is not None:
            return self.given
        return [(left, right) for left, right in last_pairs(self.ranks)[1].tolist() if left >= 0]


def byte_merges(tokenizer: Tokenizer, format_name: str, lossy: bool = False) -> ByteMerges:
    """The merges to write. CannotHold where it is no byte-level BPE, or the same bytes stand there under two ids.

    With `lossy`, the lower id keeps the bytes and merges that name the other id are left out.
    """
    if isinstance(tokenizer, RankTokenizer):
        ranks = {tokenizer.token_bytes(id): id for id in tokenizer.ids() if id not in tokenizer.special_tokens.values()}
        pattern = None if tokenizer.pattern == EVERYTHING else tokenizer.pattern
        return ByteMerges(ranks, True, pattern, tokenizer.special_tokens)
    if isinstance(tokenizer, HuggingFaceTokenizer):
        plain = foreign.byte_level(tokenizer, format_name, lossy)
        return ByteMerges(plain.ranks, plain.whole_pieces_first, plain.pattern, plain.specials)
    if not isinstance(tokenizer, BPETokenizer):
        raise CannotHold(f"{format_name} holds byte-level BPE alone; this is {tokenizer.algorithm}.")
    return _own(tokenizer, format_name, lossy)


def _own(tokenizer: BPETokenizer, format_name: str, lossy: bool) -> ByteMerges:
    ranks, merges, lost = {bytes([b]): b for b in range(256)}, [], set[int]()
    for merge in tokenizer.merges:
        data = tokenizer.token_bytes(merge.id)
        if data in ranks or merge.left in lost or merge.right in lost:
            lost.add(merge.id)
        else:
            ranks[data] = merge.id
            merges.append((merge.left, merge.right))
    if lost and not lossy:
        first = min(lost)
        data = tokenizer.token_bytes(first)
        raise CannotHold(
            f"{format_name} names tokens by their bytes, but {data!r} has two ids here: {ranks.get(data, first):,} and "
            f"{first:,}.",
            f"Keep the lower id and leave out {len(lost):,} of {len(tokenizer.merges):,} merges; texts may then encode "
            "differently.",
        )
    return ByteMerges(ranks, False, tokenizer.pattern, tokenizer.special_tokens, merges)


def differs_from_replay(found: ByteMerges) -> int | None:
    """The first token that ranks alone would make from other parts, or None where ranks say all that merges say.

    A rank file keeps no parents: its reader joins whatever neighbours make a known token, lowest rank first.
    """
    ids, pairs = last_pairs(found.ranks)
    by_ranks = dict(zip(ids.tolist(), map(tuple, pairs.tolist()), strict=True))
    data_of = {id: data for data, id in found.ranks.items()}
    for left, right in found.merges:
        id = found.ranks[data_of[left] + data_of[right]]
        if by_ranks[id] != (left, right):
            return id
    return None


def renumbered(found: ByteMerges) -> ByteMerges:
    """The same merges with ids as training gives them: bytes by their value, merges from 256 on, special tokens last.

    Tokens that no merge makes are left out.
    """
    data_of = {id: data for data, id in found.ranks.items()}
    ranks = {bytes([byte]): byte for byte in range(256)}
    merges = []
    for left, right in found.merges:
        merges.append((ranks[data_of[left]], ranks[data_of[right]]))
        ranks[data_of[left] + data_of[right]] = len(ranks)
    specials = sorted(found.special_tokens, key=found.special_tokens.__getitem__)
    numbers = {text: len(ranks) + i for i, text in enumerate(specials)}
    return ByteMerges(ranks, found.whole_pieces_first, found.pattern, numbers, merges)
