"""How many bytes a token covers, against how many entries the vocabulary has."""

from __future__ import annotations

import math
from collections.abc import Mapping

import plotly.graph_objects as go

from playground.core.sizes import SizeCurve
from playground.plots.labels import plain

_DASHES = ("solid", "dash", "dot", "dashdot")


def size_curve(curves: Mapping[str, SizeCurve], special_tokens: int = 0) -> go.Figure:
    """One line for each curve by its name. The size axis doubles at each tick: that is what another bit of id costs."""
    figure = go.Figure()
    for (name, curve), dash in zip(curves.items(), _DASHES, strict=False):
        figure.add_scatter(
            x=curve.sizes + special_tokens,
            y=curve.bytes_per_token,
            name=plain(name),
            mode="lines" if len(curve.sizes) > 1 else "markers",
            line={"dash": dash, "width": 3},
            hovertemplate="%{x:,} entries: %{y:.3f} bytes per token<extra>" + plain(name) + "</extra>",
        )
    largest = max((int(curve.sizes[-1]) + special_tokens for curve in curves.values()), default=512)
    ticks = [256 << i for i in range(20) if 256 << i <= largest]
    figure.update_xaxes(
        type="log",
        title="Vocabulary size (entries)",
        tickvals=ticks,
        ticktext=[f"{tick:,}" for tick in ticks],
        range=[math.log10(250), math.log10(max(512, largest) * 1.06)],
    )
    figure.update_yaxes(title="Bytes per token", rangemode="tozero")
    figure.update_layout(
        height=360,
        margin={"l": 10, "r": 10, "t": 30, "b": 10},
        hovermode="x unified",
        showlegend=len(curves) > 1,
        legend={"orientation": "h", "y": 1.1, "x": 0},
    )
    return figure


def in_words(curve: SizeCurve, special_tokens: int = 0) -> str:
    """The last doubling of the curve as a sentence: what it brought.

    >>> import numpy as np
    >>> in_words(SizeCurve(np.array([256, 512]), np.array([100, 50]), 100))
    'From 256 to 512 entries, bytes per token rose from 1.00 to 2.00.'
    """
    last = len(curve.sizes) - 1
    half = max(0, int(curve.sizes.searchsorted((int(curve.sizes[last]) + special_tokens) // 2 - special_tokens)))
    if half >= last:
        half = 0
    sizes = curve.sizes + special_tokens
    values = curve.bytes_per_token
    return (
        f"From {sizes[half]:,} to {sizes[last]:,} entries, bytes per token rose from {values[half]:.2f} "
        f"to {values[last]:.2f}."
    )
