"""What two vocabularies share, by length and by script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from playground.plots.labels import name as label
from playground.plots.palette import colour


def shares(groups: Mapping[str, tuple[int, int, int]], names: Sequence[str], title: str) -> go.Figure:
    """Stacked bars, one a group: in common, only in the first, only in the second of `names`."""
    figure = go.Figure()
    labels = ["in both", f"only {label(names[0], 24)}", f"only {label(names[1], 24)}"]
    for i, part in enumerate(labels):
        figure.add_bar(
            y=list(groups), x=[counts[i] for counts in groups.values()], name=part, orientation="h",
            marker_color=colour((2, 0, 1)[i]), hovertemplate="%{y}: %{x:,}",
        )  # fmt: skip
    figure.update_yaxes(autorange="reversed", type="category", title=title, automargin=True, dtick=1)
    figure.update_xaxes(title="tokens", tickformat=",")
    return figure.update_layout(
        barmode="stack",
        height=130 + 24 * max(len(groups), 4),
        margin={"l": 8, "r": 16, "t": 24, "b": 8},
        legend={"orientation": "h", "y": 1.01, "yanchor": "bottom", "x": 0},
    )
