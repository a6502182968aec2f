"""The two tokens that make each token of a rank table, found for all at once."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.bpe import train_bpe
from playground.core.ranks import RankTokenizer, last_pair
from playground.core.splits import last_pairs

tables = st.lists(st.binary(min_size=1, max_size=6).map(lambda data: bytes(b"abc"[b % 3] for b in data)), unique=True)


@settings(max_examples=200, deadline=None)
@given(tables, st.booleans())
def test_any_table_equals_the_plain_way(tokens: list[bytes], with_bytes: bool) -> None:
    """Ranks in any order, tokens that need later ones, tokens that nothing makes, missing single bytes."""
    ranks = {token: 3 * i for i, token in enumerate(dict.fromkeys(([b"a", b"b", b"c"] if with_bytes else []) + tokens))}
    ids, pairs = last_pairs(ranks)
    assert ids.tolist() == sorted(ranks.values())
    for token, pair in zip(ranks, pairs.tolist(), strict=True):
        expected = last_pair([token[i : i + 1] for i in range(len(token))], ranks)
        assert pair == ([ranks[part] for part in expected] if expected else [-1, -1])


def test_training_is_found_again() -> None:
    tokenizer = train_bpe("the cat sat on the mat and ate the rat " * 9 + "aaaa aaaaa", 300)
    ranks = {tokenizer.token_bytes(id): id for id in tokenizer.ids()}
    assert last_pairs(ranks)[1][256:].tolist() == [[merge.left, merge.right] for merge in tokenizer.merges]


def test_a_published_table_is_made_of_merges_alone() -> None:
    tokenizer = registry.get("cl100k_base")
    assert isinstance(tokenizer, RankTokenizer)
    ranks = {tokenizer.token_bytes(id): id for id in tokenizer.ids() if id < 100256}
    ids, pairs = last_pairs(ranks)
    assert np.count_nonzero(pairs[:, 0] < 0) == 256
    for i in range(0, len(ids), 997):
        assert (tokenizer.parents(int(ids[i])) or (-1, -1)) == tuple(pairs[i].tolist())


def test_no_table() -> None:
    ids, pairs = last_pairs({})
    assert len(ids) == len(pairs) == 0
