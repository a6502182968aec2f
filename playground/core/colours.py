"""Colours by token: equal tokens equal, different neighbours different."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

PALETTE = 6
COLOURS = 4 * PALETTE
"""How many there are to choose from: the palette, and three shades of it."""


def token_colours(ids: NDArray[np.int32], colours: int = COLOURS) -> NDArray[np.uint8]:
    """A colour for each token, from 0 to `colours - 1`: a function of its id alone within this text.

    Greedy graph colouring: tokens with the most different neighbours choose first, each among the colours that no
    neighbour has, the plain palette before its shades, the one that is used least. Where a token has neighbours of
    every colour, it takes the one that fewest of them have.

    >>> token_colours(np.array([7, 9, 7, 8, 9]))
    array([0, 1, 0, 2, 1], dtype=uint8)
    """
    if not len(ids):
        return np.zeros(0, np.uint8)
    distinct, index = np.unique(ids, return_inverse=True)
    n = len(distinct)
    left, right = index[:-1].astype(np.int64), index[1:].astype(np.int64)
    different = left != right
    left, right = left[different], right[different]
    edges = np.unique(np.concatenate((left * n + right, right * n + left)))
    owners, neighbours = edges // n, edges % n
    first = np.searchsorted(owners, np.arange(n + 1))
    degree = np.diff(first)
    appearance = np.unique(index, return_index=True)[1]
    chosen = np.full(n, colours, np.int64)  # `colours` stands for none yet
    used = np.zeros(colours, np.int64)
    shade = np.arange(colours) // PALETTE * (n + 1)
    for token in np.lexsort((appearance, -degree)).tolist():
        taken = np.bincount(chosen[neighbours[first[token] : first[token + 1]]], minlength=colours + 1)[:colours]
        least = np.flatnonzero(taken == taken.min())
        chosen[token] = least[(used[least] + shade[least]).argmin()]
        used[chosen[token]] += 1
    return chosen[index].astype(np.uint8)
