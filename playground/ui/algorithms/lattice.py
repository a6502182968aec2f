"""Unigram's lattice: a word's segmentations with their probabilities, the best ones, and random ones."""

from __future__ import annotations

import math
from collections import Counter
from random import Random

import streamlit as st

from playground.components.lattice_view import Path, lattice_view, probability
from playground.core.unigram import Model, lattice, marginals, nbest, sample, unigram_steps
from playground.toys import LONGEST_WORD
from playground.ui import share
from playground.ui.algorithms import corpus

_WORD, _ALPHA = "lattice_word", "lattice_alpha"
STATE = {_WORD: share.TEXT, _ALPHA: share.number(0.0, 2.0)}
"""What a link restores of it."""
_DRAWS = 1000
_SHOWN = 5
_FIRST_STEP = 2
_SEED_SIZE = 60
_SHARE = 0.2


def show() -> None:
    """The corpus and the model's size above, one word's lattice below."""
    table, choices = st.columns([3, 2], gap="medium")
    with table:
        words = corpus.words()
    if not words:
        st.info("Type at least one word and how often it occurs.")
        return
    models = _models(tuple(words.items()))
    with choices:
        st.session_state.setdefault(_WORD, (corpus.unseen_words() or list(words))[0])
        word = corpus.whole(st.text_input("Word", key=_WORD, max_chars=LONGEST_WORD, persist_state="session"))
        st.session_state.setdefault(_ALPHA, 1.0)
        sizes = [len(model) for model in models]
        size = sizes[0]
        if len(sizes) > 1:
            size = st.select_slider("Pieces in the model", sizes[::-1], value=sizes[min(_FIRST_STEP, len(sizes) - 1)])
        sharpness = st.slider("Sharpness of sampling (α)", 0.0, 2.0, step=0.1, key=_ALPHA, persist_state="session")
        st.caption(
            "At α = 1 a segmentation is drawn as often as it is probable; at 0 all are drawn alike; above 1 the best "
            "one is drawn more often."
        )
    if not word:
        st.info("Type a word to see its lattice.")
        return
    _lattice(word, models[sizes.index(size)], sharpness)


def _lattice(word: str, model: Model, sharpness: float) -> None:
    edges = lattice(word, model)
    total, of_edge = marginals(word, model)
    best = nbest(word, model, 3)
    paths = [
        Path("Best (Viterbi)" if i == 0 else f"Number {i + 1}", path, f"p = {probability(score)}")
        for i, (score, path) in enumerate(best)
    ]
    random = Random(f"{word}/{sharpness}/{len(model)}")
    drawn = Counter(sample_places(word, model, random, sharpness) for _ in range(_DRAWS))
    place = {(edge.start, edge.end): edge for edge in edges}
    for path, times in drawn.most_common(_SHOWN):
        drawn_edges = tuple(place[span] for span in path)
        paths.append(Path("Sampled", drawn_edges, f"drawn {times:,} times in {_DRAWS:,}"))
    lattice_view(word, edges, of_edge, model, paths, key="lattice")
    part = math.exp(best[0][0] - total)
    st.caption(
        f"{len(edges)} pieces fit somewhere. A bar is filled by how often a segmentation, drawn by its probability, "
        f"uses the piece. All segmentations together have probability {probability(total)}; the best one "
        f"has {part:.0%} of that. Different ones drawn: {len(drawn):,}."
    )


def sample_places(word: str, model: Model, random: Random, sharpness: float) -> tuple[tuple[int, int], ...]:
    """A random segmentation as the spans of its pieces."""
    return tuple((edge.start, edge.end) for edge in sample(word, model, random, sharpness))


@st.cache_data(scope="session", max_entries=4, show_spinner=False)
def _models(words: tuple[tuple[str, int], ...]) -> list[Model]:
    """The models of all steps of pruning, the largest first; each has another size."""
    return [step.model for step in unigram_steps(dict(words), _SEED_SIZE, _SHARE)]
