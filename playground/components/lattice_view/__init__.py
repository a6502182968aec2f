"""A word's lattice: every piece that fits, where it fits, how probable it is; and paths through it.

Words are read by code points; marks that stand on a letter get a place of their own.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from playground.components import assets
from playground.core.unigram import Edge

_mount = assets.component("lattice_view")


@dataclass(frozen=True)
class Path:
    """One way through the lattice: what it is called, its edges, and a note such as its probability."""

    label: str
    edges: tuple[Edge, ...]
    note: str


def lanes(edges: Sequence[Edge]) -> list[int]:
    """A lane for each edge, so that edges in one lane never overlap; short pieces get the first lanes.

    >>> lanes([Edge(0, 1, "a", 0), Edge(0, 2, "ab", 0), Edge(1, 2, "b", 0)])
    [0, 1, 0]
    """
    lane_of: dict[Edge, int] = {}
    taken: list[list[Edge]] = []
    for edge in sorted(edges, key=lambda e: (e.end - e.start, e.start)):
        for lane, others in enumerate(taken):
            if all(edge.end <= other.start or other.end <= edge.start for other in others):
                others.append(edge)
                lane_of[edge] = lane
                break
        else:
            lane_of[edge] = len(taken)
            taken.append([edge])
    return [lane_of[edge] for edge in edges]


def payload(
    word: str, edges: Sequence[Edge], marginals: Mapping[Edge, float], known: Mapping[str, float], paths: Sequence[Path]
) -> dict[str, Any]:
    """What the browser gets. Probabilities are written out here, so that the browser computes none."""
    number = {(edge.start, edge.end): i for i, edge in enumerate(edges)}
    return {
        "word": list(word),
        "lanes": max(lanes(edges), default=-1) + 1,
        "edges": [
            {
                "start": edge.start,
                "end": edge.end,
                "piece": edge.piece,
                "lane": lane,
                "p": probability(edge.logp) if edge.piece in known else "unknown",
                "share": round(marginals.get(edge, 0.0), 4),
                "unknown": edge.piece not in known,
            }
            for edge, lane in zip(edges, lanes(edges), strict=True)
        ],
        "paths": [
            {"label": path.label, "note": path.note, "edges": [number[edge.start, edge.end] for edge in path.edges]}
            for path in paths
        ],
    }


def probability(logp: float) -> str:
    """A probability from its logarithm, short, in figures that people read.

    >>> probability(0.0), probability(-3.0), probability(-30.0)
    ('1', '0.0498', '9.4e-14')
    """
    value = math.exp(logp)
    if value == 0:
        return f"e^{logp:.0f}"
    return f"{value:.3g}" if value >= 0.0001 else f"{value:.1e}"


def lattice_view(
    word: str,
    edges: Sequence[Edge],
    marginals: Mapping[Edge, float],
    known: Mapping[str, float],
    paths: Sequence[Path],
    key: str,
) -> None:
    """Draw the lattice with the first path lit; a click on another path lights that."""
    _mount(data=payload(word, edges, marginals, known, paths), key=key)
