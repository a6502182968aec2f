"""What figures say, in words. Each sentence is chosen by the figures it is about."""

from __future__ import annotations

from playground.sentences.comparing import domain, fewest, losses, overlap, wins_and_losses
from playground.sentences.grammar import counted, large, listed
from playground.sentences.languages import dearest, in_money_and_space, lossy_languages, repaired
from playground.sentences.sizes import rows_cost, size_story, tradeoff
from playground.sentences.vocabulary import found, largest_script, magikarp, reached, shelf, suspects

__all__ = [
    "counted",
    "dearest",
    "domain",
    "fewest",
    "found",
    "in_money_and_space",
    "large",
    "largest_script",
    "listed",
    "losses",
    "lossy_languages",
    "magikarp",
    "overlap",
    "reached",
    "repaired",
    "rows_cost",
    "shelf",
    "size_story",
    "suspects",
    "tradeoff",
    "wins_and_losses",
]
