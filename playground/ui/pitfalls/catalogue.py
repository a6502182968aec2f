"""All experiments, in the order in which a talk would show them."""

from __future__ import annotations

from playground.ui.pitfalls import (
    arithmetic,
    formats,
    glitch,
    indentation,
    injection,
    letters,
    own,
    streaming,
    trailing_space,
    typography,
)
from playground.ui.pitfalls.experiment import Experiment

EXPERIMENTS: dict[str, Experiment] = {
    module.EXPERIMENT.title: module.EXPERIMENT
    for module in (
        arithmetic,
        letters,
        trailing_space,
        indentation,
        typography,
        streaming,
        injection,
        glitch,
        formats,
        own,
    )
}
"""By their titles, which stand in the address."""
