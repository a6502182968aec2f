"""A fair fight: a published tokenizer cut down to the size of a small one."""

from __future__ import annotations

from playground.core.errors import VocabularyError
from playground.core.ranks import RankTokenizer


def first_ranks(tokenizer: RankTokenizer, size: int) -> RankTokenizer:
    """`tokenizer` with only its first `size` ordinary tokens, and no special ones. Ids keep.

    A BPE stopped early is a BPE: rank n was learned with the ranks below n alone, so every prefix that holds the 256
    bytes is the vocabulary that the same training would have given had it stopped there.
    Raises VocabularyError where `size` is below 256 or above what there is.
    """
    ranks = sorted(tokenizer.ranks.items(), key=lambda item: item[1])
    if not 256 <= size <= len(ranks):
        raise VocabularyError(f"{tokenizer.name} can be cut to 256 to {len(ranks):,} tokens, not to {size:,}.")
    return RankTokenizer(f"{tokenizer.name}, first {size:,}", dict(ranks[:size]), tokenizer.pattern or "", {})
