"""A vocabulary cut to its first ranks is what training would have given had it stopped there."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.bpe import merge_pair
from playground.core.errors import VocabularyError
from playground.core.fair import first_ranks
from playground.core.pretokenize import split

TEXT = "The strawberry has 3 Rs — naïve café, русский текст, 中文, 👍🏽\n    return x == 'été'"


def plain_encode(ranks: dict[bytes, int], pattern: str, text: str) -> list[int]:
    """Merge the lowest rank first, piece by piece: the definition."""
    ids: list[int] = []
    for piece in split(text, pattern):
        parts = [bytes([b]) for b in piece.encode()]
        while len(parts) > 1:
            best = min(pairwise(parts), key=lambda p: ranks.get(p[0] + p[1], 1 << 60))
            if best[0] + best[1] not in ranks:
                break
            parts = merge_pair(parts, best, best[0] + best[1])
        ids += [ranks[part] for part in parts]
    return ids


@pytest.mark.parametrize("name", ["gpt2", "cl100k_base"])
@pytest.mark.parametrize("size", [256, 257, 1000, 4096, 50000])
def test_it_encodes_as_the_definition_says(name: str, size: int) -> None:
    whole = registry.get(name)
    cut = first_ranks(whole, size)
    ranks = {whole.token_bytes(id): id for id in range(size)}
    assert cut.vocab_size == size
    assert cut.encode(TEXT) == plain_encode(ranks, whole.pattern or "", TEXT)
    assert cut.decode(cut.encode(TEXT)) == TEXT


@given(st.text(st.sampled_from("the in 'aé中👍\n 12"), max_size=40))
@settings(max_examples=60, deadline=None)
def test_ids_keep_and_a_smaller_one_never_needs_fewer_tokens(text: str) -> None:
    whole = registry.get("cl100k_base")
    assert [CUT.token_bytes(id) for id in CUT.encode(text)] == [whole.token_bytes(id) for id in CUT.encode(text)]
    assert len(CUT.encode(text)) >= len(whole.encode(text))


CUT = first_ranks(registry.get("cl100k_base"), 1000)


def test_all_of_it_is_the_whole_without_special_tokens() -> None:
    whole = registry.get("gpt2")
    assert first_ranks(whole, 50256).encode(TEXT) == whole.encode(TEXT)
    assert first_ranks(whole, 50256).special_tokens == {}


@pytest.mark.parametrize("size", [0, 255, 50257])
def test_sizes_that_cannot_be(size: int) -> None:
    with pytest.raises(VocabularyError, match="can be cut to 256 to 50,256"):
        first_ranks(registry.get("gpt2"), size)
