"""Can a token be reached? Not every entry of a vocabulary comes out when its own bytes go in."""

from __future__ import annotations

from collections.abc import Iterable

from playground.core.bpe import BPETokenizer
from playground.core.ranks import RankTokenizer
from playground.core.tokens import Tokenizer


def knows_reach(tokenizer: Tokenizer) -> bool:
    """Whether the question can be answered: for byte-level BPE it can, where a token's bytes are those of the text."""
    return isinstance(tokenizer, RankTokenizer | BPETokenizer)


def own_encoding(tokenizer: Tokenizer, data: bytes) -> list[int]:
    """What `data` alone is encoded to. Bytes that are no whole characters are merged as one piece, not split."""
    try:
        return tokenizer.encode(data.decode())
    except UnicodeDecodeError:
        if isinstance(tokenizer, RankTokenizer):
            return tokenizer.encoding._encode_single_piece(data)
        assert isinstance(tokenizer, BPETokenizer)
        return tokenizer.encode_piece(data)


def unreachable(tokenizer: Tokenizer, ids: Iterable[int] | None = None) -> list[int]:
    """The ordinary tokens that encoding their own bytes does not give back, out of `ids` (all where None).

    They come from a split pattern that cuts inside them, or from a list of merges that takes another way. A token
    that is no whole character can still need a neighbour that never occurs; that is not looked for.
    """
    special = set(tokenizer.special_tokens.values())
    candidates = tokenizer.ids() if ids is None else ids
    return [id for id in candidates if id not in special and own_encoding(tokenizer, tokenizer.token_bytes(id)) != [id]]
