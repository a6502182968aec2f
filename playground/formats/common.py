"""What all formats share: limits, the error for what a format cannot hold, and byte-level merges to write."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from playground.core.bpe import BPETokenizer
from playground.core.errors import FormatError
from playground.core.ranks import RankTokenizer
from playground.core.tokens import Tokenizer

MAX_BYTES = 64_000_000
MAX_ENTRIES = 2_000_000
MAX_PIECE = 10_000


class CannotHold(FormatError):
    """A format cannot hold a tokenizer exactly; `offer` says what `lossy=True` writes instead, if anything."""

    def __init__(self, message: str, offer: str = ""):
        super().__init__(message)
        self.offer = offer


@dataclass(frozen=True)
class ByteMerges:
    """Byte-level BPE by bytes: `ranks` of all ordinary tokens (byte -> id), and each merge by the ids of its sides."""

    ranks: dict[bytes, int]
    merges: list[tuple[int, int]]
    whole_pieces_first: bool
    """A piece that is itself a token is never cut, as tiktoken has it."""


def check_size(data: bytes) -> None:
    """Raise FormatError for a file that is empty or larger than any tokenizer's."""
    if not data.strip():
        raise FormatError("The file is empty.")
    if len(data) > MAX_BYTES:
        raise FormatError(f"The file has {len(data) / 1e6:,.0f} MB; at most {MAX_BYTES / 1e6:,.0f} MB are read.")


def text_of(data: bytes) -> str:
    """The file as text without a byte-order mark; line ends as they are."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"The file is not UTF-8 text (byte {error.start:,}).") from None


def json_object(data: bytes) -> dict[str, Any]:
    """The JSON object in the file."""
    try:
        parsed = json.loads(text_of(data))
    except RecursionError:
        raise FormatError("The file is nested too deeply to be a tokenizer.") from None
    except json.JSONDecodeError as error:
        raise FormatError(f"This is not JSON: {error.msg}.", error.lineno) from None
    except ValueError:
        raise FormatError("The file holds a number that is too long to read.") from None
    if not isinstance(parsed, dict):
        raise FormatError("The JSON is not an object, as a tokenizer file is.")
    return parsed


def byte_merges(tokenizer: Tokenizer, format_name: str, lossy: bool = False) -> ByteMerges:
    """The merges to write. CannotHold where it is no byte-level BPE, or the same bytes stand there under two ids.

    With `lossy`, the lower id keeps the bytes and merges that name the other id are left out.
    """
    if isinstance(tokenizer, RankTokenizer):
        ranks = {tokenizer.token_bytes(id): id for id in tokenizer.ids() if id not in tokenizer.special_tokens.values()}
        merges = [parents for id in sorted(ranks.values()) if (parents := tokenizer.parents(id))]
        return ByteMerges(ranks, merges, whole_pieces_first=True)
    if not isinstance(tokenizer, BPETokenizer):
        raise CannotHold(f"{format_name} holds byte-level BPE alone; this is {tokenizer.algorithm}.")
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
    return ByteMerges(ranks, merges, whole_pieces_first=False)


def differs_from_replay(tokenizer: BPETokenizer, ranks: dict[bytes, int]) -> int | None:
    """The first merge that ranks alone would make from other parts, or None where ranks say all that merges say.

    A rank file keeps no parents: its reader joins whatever neighbours make a known token, lowest rank first. That
    gives the same result for every text where each token's own bytes, joined by lower ranks, end in its two parents:
    no token's bytes are reached from outside it before it is joined, so the parts inside are always the same two.
    """
    for merge in tokenizer.merges:
        data = tokenizer.token_bytes(merge.id)
        parts = [data[i : i + 1] for i in range(len(data))]
        while len(parts) > 2:
            found = [ranks.get(a + b, merge.id) for a, b in pairwise(parts)]
            lowest = min(found)
            if lowest >= merge.id:
                return merge.id
            at = found.index(lowest)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
        if [ranks.get(part) for part in parts] != [merge.left, merge.right]:
            return merge.id
    return None
