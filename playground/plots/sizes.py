"""Compression against vocabulary size, and what size costs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import plotly.graph_objects as go

from playground.core.sizes import SizeCurve, Tradeoff
from playground.plots.labels import name as label
from playground.plots.palette import colour

_LAYOUT = {"margin": {"l": 8, "r": 16, "t": 24, "b": 8}, "height": 400, "hovermode": "x unified"}
_LEGEND = {"orientation": "h", "y": 1.02, "yanchor": "bottom", "x": 0}


def compression(
    curves: Mapping[str, SizeCurve], levels: Mapping[str, float], crossings: Mapping[str, int]
) -> go.Figure:
    """Bytes per token at each vocabulary size: a line for each text, the level of each published tokenizer across.

    `crossings` marks, by tokenizer, where the last of the curves reaches its level.
    """
    figure = go.Figure()
    for i, (name, curve) in enumerate(curves.items()):
        thin = curve.thinned()
        figure.add_scatter(
            x=thin.sizes, y=thin.bytes_per_token, name=label(name), mode="lines",
            line={"width": 3, "color": colour(i), "dash": "solid" if i else "dot" if len(curves) > 1 else "solid"},
            hovertemplate="%{y:.2f}",
        )  # fmt: skip
    last = max((int(curve.sizes[-1]) for curve in curves.values()), default=257)
    for i, (name, level) in enumerate(levels.items(), 2):
        figure.add_scatter(
            x=[256, last], y=[level, level], name=f"{label(name)}: {level:.2f}", mode="lines",
            line={"width": 2, "color": colour(i), "dash": "dash"}, hoverinfo="skip",
        )  # fmt: skip
        if name in crossings:
            figure.add_scatter(
                x=[crossings[name]], y=[level], mode="markers+text", text=[f"{crossings[name]:,}"],
                textposition="top left", marker={"size": 11, "color": colour(i)}, showlegend=False,
                hovertemplate=f"reached at {crossings[name]:,}<extra></extra>",
            )  # fmt: skip
    figure.update_xaxes(**_size_axis(last))
    figure.update_yaxes(title="bytes per token", rangemode="tozero")
    return figure.update_layout(**_LAYOUT, legend=_LEGEND)


def _size_axis(largest: int) -> dict[str, Any]:
    """An axis of sizes that doubles at each tick: that is what one more bit of an id brings."""
    ticks = [256 << i for i in range(24) if 256 << i <= max(largest, 256)]
    return {"title": "vocabulary size", "type": "log", "tickvals": ticks, "ticktext": [f"{tick:,}" for tick in ticks]}


def cost(trade: Tradeoff) -> go.Figure:
    """Work for each byte of text at each vocabulary size: the body, the output layer on top, and the best point."""
    figure = go.Figure()
    for i, (name, values) in enumerate((("layers", trade.body), ("output layer", trade.output))):
        figure.add_scatter(
            x=trade.sizes, y=values, name=name, mode="lines", stackgroup="work", line={"width": 1, "color": colour(i)},
            hovertemplate="%{y:.3s}",
        )  # fmt: skip
    best = trade.best
    figure.add_scatter(
        x=[int(trade.sizes[best])], y=[float(trade.total[best])], mode="markers+text", name="least work",
        text=[f"{int(trade.sizes[best]):,}"], textposition="top center", cliponaxis=False,
        marker={"size": 12, "symbol": "diamond", "color": colour(2)}, hovertemplate="%{y:.3s}",
    )  # fmt: skip
    figure.update_xaxes(**_size_axis(int(trade.sizes[-1])))
    figure.update_yaxes(title="multiplications per byte", rangemode="tozero", tickformat=".2s")
    return figure.update_layout(**_LAYOUT, legend=_LEGEND)
