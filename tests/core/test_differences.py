"""Who wins on which piece: by hand, and nothing counted twice."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.baselines import ByteTokenizer, CharacterTokenizer
from playground.core.bpe import train_bpe
from playground.core.differences import Difference, Pieces, Saving, differences, savings

texts = st.text(st.sampled_from("ab é\n.'1中🙂"), max_size=50)
BYTES, CHARACTERS = ByteTokenizer(), CharacterTokenizer()


def test_pieces_by_hand() -> None:
    pieces = Pieces.of("the cat, the  don't")
    assert pieces.kinds == ["the", " cat", ",", " the", " ", " don't"]
    assert pieces.counts.tolist() == [1, 1, 1, 1, 1, 1]
    assert pieces.ends.tolist() == [3, 7, 8, 12, 13, 19]


def test_differences_by_hand() -> None:
    text = "été été no"
    rows = differences(Pieces.of(text), CHARACTERS.encoded(text), BYTES.encoded(text))
    # "été" is 3 characters in 5 bytes; " no" costs both the same and is left out
    assert rows == [Difference("été", 1, 3, 5), Difference(" été", 1, 4, 6)]
    assert [row.saved for row in rows] == [2, 2]


def test_frequency_weighs() -> None:
    text = " é" * 5 + " ééé"
    rows = differences(Pieces.of(text), CHARACTERS.encoded(text), BYTES.encoded(text))
    assert [(row.piece, row.count, row.saved) for row in rows] == [(" é", 5, 5), (" ééé", 1, 3)]


def test_both_ways() -> None:
    text = "the weather and the leather, été"
    mine = train_bpe(text, 300, "cl100k")
    rows = differences(Pieces.of(text), mine.encoded(text), registry.get("cl100k_base").encoded(text))
    turned = differences(Pieces.of(text), registry.get("cl100k_base").encoded(text), mine.encoded(text))
    assert sorted((r.piece, r.saved) for r in rows) == sorted((r.piece, -r.saved) for r in turned)


@given(texts)
@settings(max_examples=150, deadline=None)
def test_pieces_tile_the_text(text: str) -> None:
    pieces = Pieces.of(text)
    assert "".join(pieces.kinds[i] for i in pieces.index) == text
    assert pieces.counts.sum() == len(pieces.index)


@given(texts)
@settings(max_examples=100, deadline=None)
def test_tokens_are_conserved(text: str) -> None:
    pieces, theirs = Pieces.of(text), registry.get("o200k_base").encoded(text)
    for tokenizer in (BYTES, CHARACTERS, registry.get("gpt2")):
        mine = tokenizer.encoded(text)
        assert pieces.tokens(mine).sum() == len(mine)
        assert sum(row.saved for row in differences(pieces, mine, theirs)) == len(theirs) - len(mine)


def test_savings_by_hand() -> None:
    text = "ééa"
    rows = savings(CHARACTERS.encoded(text), BYTES.encoded(text))
    assert rows == [Saving(ord("é"), 2, 4), Saving(ord("a"), 1, 1)]
    assert [row.saved for row in rows] == [2, 0]


@given(texts)
@settings(max_examples=100, deadline=None)
def test_savings_add_up(text: str) -> None:
    mine, theirs = registry.get("gpt2").encoded(text), registry.get("o200k_base").encoded(text)
    assert sum(row.saved for row in savings(mine, theirs)) == len(theirs) - len(mine)
    assert sum(row.count for row in savings(mine, theirs)) == len(mine)
