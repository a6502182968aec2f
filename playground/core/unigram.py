"""Unigram: start with too many pieces, give each a probability, and throw away those the corpus misses least.

Where BPE remembers an order of merges, this model knows probabilities alone. A word has many segmentations; each
costs the product of its pieces' probabilities. All of them are paths through one lattice, on which the best path
(Viterbi), the sum over all paths (forward-backward) and random paths (sampling) are found piece by piece.

Everything here reads as the formulas do and is meant for toy corpora; uploads train in `spm`.

Source: Kudo, Subword Regularization, ACL 2018. The M-step here is the plain maximum-likelihood one, so that the
likelihood never falls; the sentencepiece library uses a Bayesian variant, which can drop rare pieces sooner.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

Model = dict[str, float]
"""Piece -> natural logarithm of its probability."""

UNKNOWN_PENALTY = 10.0
"""An unknown character costs this much more than the rarest piece, in logarithms, as in the library."""


class Edge(NamedTuple):
    """A piece that covers characters `start:end` of a word, with the logarithm of its probability."""

    start: int
    end: int
    piece: str
    logp: float


def lattice(word: str, model: Model) -> list[Edge]:
    """Every piece of the model at every place where it fits, by start and length.

    A character that no single piece covers gets an edge of its own, so that there is always a path.

    >>> [edge.piece for edge in lattice("aba", {"a": -1, "b": -2, "ab": -1})]
    ['a', 'ab', 'b', 'a']
    """
    longest = max(map(len, model), default=1)
    unknown = min(model.values(), default=0.0) - UNKNOWN_PENALTY
    edges = []
    for start in range(len(word)):
        for end in range(start + 1, min(len(word), start + longest) + 1):
            piece = word[start:end]
            if piece in model:
                edges.append(Edge(start, end, piece, model[piece]))
            elif end == start + 1:
                edges.append(Edge(start, end, piece, unknown))
    return edges


def nbest(word: str, model: Model, n: int) -> list[tuple[float, tuple[Edge, ...]]]:
    """The `n` most probable segmentations, best first, each with the logarithm of its probability.

    The n best ways to a place are among the n best ways to the places before it.
    """
    best: list[list[tuple[float, tuple[Edge, ...]]]] = [[] for _ in range(len(word) + 1)]
    best[0] = [(0.0, ())]
    arriving: list[list[Edge]] = [[] for _ in range(len(word) + 1)]
    for edge in lattice(word, model):
        arriving[edge.end].append(edge)
    for end in range(1, len(word) + 1):
        ways = [(score + edge.logp, (*path, edge)) for edge in arriving[end] for score, path in best[edge.start]]
        best[end] = sorted(ways, key=lambda way: (-way[0], len(way[1])))[:n]
    return best[len(word)]


def viterbi(word: str, model: Model) -> tuple[float, tuple[Edge, ...]]:
    """The most probable segmentation and the logarithm of its probability.

    >>> [edge.piece for edge in viterbi("aba", {"a": -1.0, "b": -2.0, "ab": -1.5})[1]]
    ['ab', 'a']
    """
    return nbest(word, model, 1)[0]


def forward(word: str, edges: list[Edge]) -> list[float]:
    """For each place, the logarithm of the summed probability of all ways from the start to it."""
    alpha = [-math.inf] * (len(word) + 1)
    alpha[0] = 0.0
    for edge in sorted(edges, key=lambda e: e.end):
        alpha[edge.end] = _add(alpha[edge.end], alpha[edge.start] + edge.logp)
    return alpha


def backward(word: str, edges: list[Edge]) -> list[float]:
    """For each place, the logarithm of the summed probability of all ways from it to the end."""
    beta = [-math.inf] * (len(word) + 1)
    beta[len(word)] = 0.0
    for edge in sorted(edges, key=lambda e: -e.start):
        beta[edge.start] = _add(beta[edge.start], beta[edge.end] + edge.logp)
    return beta


def marginals(word: str, model: Model) -> tuple[float, dict[Edge, float]]:
    """The logarithm of the word's probability over all segmentations, and how probable each edge is among them."""
    edges = lattice(word, model)
    alpha, beta = forward(word, edges), backward(word, edges)
    total = alpha[len(word)]
    return total, {edge: math.exp(alpha[edge.start] + edge.logp + beta[edge.end] - total) for edge in edges}


def sample(word: str, model: Model, random: Random, sharpness: float = 1.0) -> tuple[Edge, ...]:
    """A random segmentation, drawn with probability proportional to its own to the power of `sharpness`.

    From the end to the start: each edge is drawn by how probable all ways are that end with it.
    """
    edges = [edge._replace(logp=edge.logp * sharpness) for edge in lattice(word, model)]
    alpha = forward(word, edges)
    path: list[Edge] = []
    at = len(word)
    while at > 0:
        arriving = [edge for edge in edges if edge.end == at]
        weights = [math.exp(alpha[edge.start] + edge.logp - alpha[at]) for edge in arriving]
        edge = random.choices(arriving, weights)[0]
        path.append(edge._replace(logp=edge.logp / sharpness if sharpness else model.get(edge.piece, 0.0)))
        at = edge.start
    return tuple(reversed(path))


def log_likelihood(word_counts: Mapping[str, int], model: Model) -> float:
    """Of the whole corpus: each word's probability over all segmentations, in logarithms."""
    return sum(n * forward(word, lattice(word, model))[len(word)] for word, n in word_counts.items())


def seed(word_counts: Mapping[str, int], size: int) -> Model:
    """The first pieces: all characters, and the substrings with the highest count times length, seen at least twice."""
    counts: dict[str, int] = {}
    for word, n in word_counts.items():
        for start in range(len(word)):
            for end in range(start + 1, len(word) + 1):
                counts[word[start:end]] = counts.get(word[start:end], 0) + n
    characters = [piece for piece in counts if len(piece) == 1]
    longer = [piece for piece, n in counts.items() if len(piece) > 1 and n > 1]
    longer.sort(key=lambda piece: (-counts[piece] * len(piece), piece))
    chosen = sorted(characters) + longer[: max(0, size - len(characters))]
    total = sum(counts[piece] for piece in chosen)
    return {piece: math.log(counts[piece] / total) for piece in chosen}


def em_step(word_counts: Mapping[str, int], model: Model) -> Model:
    """Count each piece by how probable its places are under `model` (E), then make the counts probabilities (M)."""
    expected = dict.fromkeys(model, 0.0)
    for word, n in word_counts.items():
        for edge, probability in marginals(word, model)[1].items():
            if edge.piece in expected:
                expected[edge.piece] += n * probability
    total = sum(expected.values())
    # A piece that no path uses any more keeps a probability far too small to matter.
    return {piece: math.log(max(count, 1e-200) / total) for piece, count in expected.items()}


def losses(word_counts: Mapping[str, int], model: Model) -> dict[str, float]:
    """How much log-likelihood the corpus loses without each piece of two characters and more, lowest first.

    Exact over all segmentations: what is lost are the paths through the piece; other probabilities stay as they are.
    """
    whole = {word: forward(word, lattice(word, model))[len(word)] for word in word_counts}
    found = {}
    for piece in model:
        if len(piece) > 1:
            found[piece] = 0.0
            for word, n in word_counts.items():
                if piece in word:
                    edges = [edge for edge in lattice(word, model) if edge.piece != piece]
                    found[piece] += n * (whole[word] - forward(word, edges)[len(word)])
    return dict(sorted(found.items(), key=lambda item: (item[1], item[0])))


@dataclass(frozen=True)
class Pruning:
    """One step: `losses` of the pieces that could go, lowest first; `removed` went; `model` is after EM on the rest."""

    losses: dict[str, float]
    removed: tuple[str, ...]
    model: Model
    log_likelihood: float


def unigram_steps(
    word_counts: Mapping[str, int], seed_size: int, share: float = 0.0, rounds: int = 1
) -> Iterator[Pruning]:
    """Fit the seed, then remove the pieces of least loss and fit again, until single characters are left.

    The first step is the fitted seed with nothing removed. Each later one removes `share` of the pieces that could go,
    at least one. (The library removes a quarter at a time and stops at the size asked for.) Each fit starts from the
    seed's probabilities: going on from the last ones, EM would soon believe in the whole words of a toy corpus alone.
    """
    first = seed(word_counts, seed_size)
    model = fit(word_counts, first, rounds)
    loss = losses(word_counts, model)
    yield Pruning(loss, (), model, log_likelihood(word_counts, model))
    while loss:
        removed = tuple(list(loss)[: max(1, int(share * len(loss)))])
        first = {piece: logp for piece, logp in first.items() if piece not in removed}
        total = math.log(sum(map(math.exp, first.values())))
        first = {piece: logp - total for piece, logp in first.items()}
        model = fit(word_counts, first, rounds)
        yield Pruning(loss, removed, model, log_likelihood(word_counts, model))
        loss = losses(word_counts, model)


def fit(word_counts: Mapping[str, int], model: Model, rounds: int) -> Model:
    """`rounds` steps of EM."""
    for _ in range(rounds):
        model = em_step(word_counts, model)
    return model


def _add(a: float, b: float) -> float:
    """log(exp(a) + exp(b)), safe for very small numbers."""
    if a < b:
        a, b = b, a
    return a if b == -math.inf else a + math.log1p(math.exp(b - a))
