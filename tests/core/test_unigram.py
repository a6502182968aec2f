"""Unigram on toy corpora: every algorithm against brute force, and against the library on a loaded model."""

from __future__ import annotations

import math
from collections import Counter
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground.core.spm import train_unigram
from playground.core.unigram import (
    Model,
    em_step,
    lattice,
    log_likelihood,
    losses,
    marginals,
    nbest,
    sample,
    seed,
    unigram_steps,
    viterbi,
)

CORPUS = {"basso": 6, "bassotto": 2, "bosso": 3, "rosso": 9, "rossetto": 5}


def segmentations(word: str, model: Model) -> list[tuple[float, tuple[str, ...]]]:
    """All ways to cut `word` into pieces, most probable first: the plain reference."""
    if not word:
        return [(0.0, ())]
    least = min(model.values()) - 10
    ways = []
    for end in range(1, len(word) + 1):
        piece = word[:end]
        if piece in model or end == 1:
            logp = model.get(piece, least)
            ways += [(logp + score, (piece, *path)) for score, path in segmentations(word[end:], model)]
    return sorted(ways, key=lambda way: -way[0])


models = st.dictionaries(st.text("abc", min_size=1, max_size=3), st.floats(-8, -0.5), min_size=1, max_size=12)
words = st.text("abcd", min_size=1, max_size=7)
corpora = st.dictionaries(st.text("abc", min_size=1, max_size=7), st.integers(1, 9), min_size=1, max_size=6)


@settings(deadline=None, max_examples=150)
@given(words, models)
def test_best_paths_and_sums_equal_brute_force(word: str, model: Model) -> None:
    ways = segmentations(word, model)
    best = nbest(word, model, 4)
    assert [score for score, _ in best] == pytest.approx([score for score, _ in ways[:4]])
    for score, path in best:
        assert "".join(edge.piece for edge in path) == word
        assert score == pytest.approx(sum(edge.logp for edge in path))
    assert viterbi(word, model)[0] == pytest.approx(ways[0][0])
    total, of_edge = marginals(word, model)
    assert total == pytest.approx(math.log(sum(math.exp(score) for score, _ in ways)))
    for edge, probability in of_edge.items():
        through = 0.0
        for score, path in ways:
            starts = [sum(map(len, path[:i])) for i in range(len(path))]
            if (edge.start, edge.piece) in zip(starts, path, strict=True):
                through += math.exp(score - total)
        assert probability == pytest.approx(through, abs=1e-9)


@settings(deadline=None, max_examples=100)
@given(corpora, st.integers(3, 30))
def test_likelihood_never_falls_in_an_em_step(counts: dict[str, int], size: int) -> None:
    model = seed(counts, size)
    before = log_likelihood(counts, model)
    for _ in range(5):
        model = em_step(counts, model)
        after = log_likelihood(counts, model)
        assert after >= before - 1e-9 * max(1.0, abs(before))  # below that it is rounding
        assert sum(map(math.exp, model.values())) == pytest.approx(1)
        before = after


@settings(deadline=None, max_examples=25)
@given(corpora)
def test_pruning_ends_with_single_characters(counts: dict[str, int]) -> None:
    steps = list(unigram_steps(counts, 20))
    assert set(steps[-1].model) == set("".join(counts))
    assert sum(len(step.removed) for step in steps) == len(steps[0].model) - len(steps[-1].model)
    assert list(steps[0].losses.values()) == sorted(steps[0].losses.values())


def test_a_loss_is_what_the_likelihood_loses() -> None:
    model = em_step(CORPUS, seed(CORPUS, 20))
    piece, loss = next(iter(losses(CORPUS, model).items()))
    without = {other: logp for other, logp in model.items() if other != piece}
    assert loss == pytest.approx(log_likelihood(CORPUS, model) - log_likelihood(CORPUS, without))
    assert loss >= 0


def test_samples_follow_the_probabilities() -> None:
    model = {"a": math.log(0.5), "b": math.log(0.25), "ab": math.log(0.25)}
    random = Random(0)
    drawn = Counter(tuple(edge.piece for edge in sample("ab", model, random)) for _ in range(4000))
    # p(a)p(b) = 1/8 against p(ab) = 1/4: one in three.
    assert drawn["a", "b"] / 4000 == pytest.approx(1 / 3, abs=0.03)
    flat = Counter(tuple(edge.piece for edge in sample("ab", model, random, 0.0)) for _ in range(4000))
    assert flat["a", "b"] / 4000 == pytest.approx(1 / 2, abs=0.03)


def test_unknown_characters_have_an_edge() -> None:
    edges = lattice("axb", {"a": -1.0, "b": -2.0})
    assert [edge.piece for edge in edges] == ["a", "x", "b"]
    assert edges[1].logp == -12.0


def test_the_seed_has_all_characters_and_the_weightiest_substrings() -> None:
    model = seed(CORPUS, 12)
    assert set("".join(CORPUS)) <= set(model)
    assert len(model) == 12
    assert "osso" in model  # 18 times four letters; rosso, 9 times five, comes later


def test_a_quarter_at_a_time() -> None:
    sizes = [len(step.model) for step in islice(unigram_steps(CORPUS, 40, share=0.25), 4)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[1] < sizes[0] - 1


def test_viterbi_equals_the_library_on_a_loaded_model() -> None:
    text = "the cat sat on the mat\na dog ran over the hill and the cat ran too\n" * 20
    library = train_unigram(text, 60, normalization="identity", byte_fallback=False)
    pieces = [piece for piece in library.proto.pieces if piece.type == piece.NORMAL]
    model = {piece.piece: piece.score for piece in pieces}
    for word in ("the", "cats", "hilltop", "overthe", "manta", "a"):
        score, path = viterbi("▁" + word, model)
        ids = library.encode(word)
        known = all(edge.piece in model for edge in path)
        theirs = sum(model[library.piece(id)] for id in ids) if known else None
        if known:
            assert [edge.piece for edge in path] == [library.piece(id) for id in ids]
            assert score == pytest.approx(theirs, abs=1e-4)
        best = library.processor.NBestEncodeAsPieces(word, 3)
        if known:
            assert [[edge.piece for edge in way] for _, way in nbest("▁" + word, model, 3)] == best
