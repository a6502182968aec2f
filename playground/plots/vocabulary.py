"""What a vocabulary is made of."""

from __future__ import annotations

from collections.abc import Mapping

import plotly.graph_objects as go

from playground.plots.labels import name as label
from playground.plots.palette import colour


def by_script(shares: Mapping[str, Mapping[str, float]]) -> go.Figure:
    """The share of each script in the vocabulary of one or more tokenizers, the largest of the first one on top."""
    first = next(iter(shares.values()))
    kinds = sorted({kind for each in shares.values() for kind in each}, key=lambda kind: (-first.get(kind, 0), kind))
    figure = go.Figure()
    for i, (name, values) in enumerate(shares.items()):
        numbers = [values.get(kind, 0.0) for kind in kinds]
        figure.add_bar(
            y=kinds, x=numbers, name=label(name), orientation="h", marker_color=colour(i),
            text=[f"{each:.1%}" if each >= 0.0005 else "" for each in numbers], textposition="outside",
            cliponaxis=False, hovertemplate="%{y}: %{x:.2%}",
        )  # fmt: skip
    figure.update_yaxes(autorange="reversed", automargin=True, ticksuffix="  ")
    figure.update_xaxes(title="share of the vocabulary", tickformat=".0%")
    return figure.update_layout(
        height=120 + (12 + 12 * len(shares)) * len(kinds),
        margin={"l": 8, "r": 48, "t": 24, "b": 8},
        legend={"orientation": "h", "y": 1.01, "yanchor": "bottom", "x": 0},
        showlegend=len(shares) > 1,
    )
