"""The size of the 1994 compressor's output after each pair."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.core.gage import Substitution


def sizes(original: int, steps: Sequence[Substitution], empty_table: int) -> go.Figure:
    """Bytes of the data, and of data and table together, after 0, 1, 2, ... pairs; the original size as a line."""
    count = list(range(len(steps) + 1))
    data = [original, *(step.size for step in steps)]
    total = [original + empty_table, *(step.total for step in steps)]
    figure = go.Figure()
    figure.add_scatter(x=count, y=data, mode="lines", name="data")
    figure.add_scatter(x=count, y=total, mode="lines", name="data, table and length")
    figure.add_hline(y=original, line_dash="dot", annotation_text="original", annotation_position="top right")
    figure.update_layout(
        xaxis_title="pairs replaced", yaxis_title="bytes", yaxis_rangemode="tozero", height=320,
        margin={"l": 10, "r": 10, "t": 20, "b": 10}, legend={"orientation": "h", "y": 1.12}, hovermode="x unified",
    )  # fmt: skip
    return figure
