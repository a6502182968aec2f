"""One colour for each tokenizer in all charts of a page: readable on light and dark, apart for the colour-blind."""

from __future__ import annotations

COLOURS = ("#3d7fe0", "#d9822b", "#2f9e77", "#b565c9", "#cc4f5b", "#8a8f98", "#a58b2a")


def colour(place: int) -> str:
    """The colour of the tokenizer at this place in the list."""
    return COLOURS[place % len(COLOURS)]
