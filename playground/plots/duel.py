"""Where one tokenizer saves and where it spends."""

from __future__ import annotations

from collections.abc import Sequence

import plotly.graph_objects as go

from playground.core.differences import Difference
from playground.plots.labels import plain
from playground.plots.palette import colour


def most(rows: Sequence[Difference], each_way: int = 10) -> go.Figure:
    """The pieces with the largest difference, both ways: bars to the right are tokens saved, to the left spent.

    `rows` come with the most saved first.
    """
    chosen = [row for row in rows[:each_way] if row.saved > 0]
    chosen += [row for row in rows[-each_way:] if row.saved < 0]
    figure = go.Figure(
        go.Bar(
            x=[row.saved for row in chosen],
            y=list(range(len(chosen))),
            orientation="h",
            marker_color=[colour(2 if row.saved > 0 else 4) for row in chosen],
            text=[f"{row.saved:+,}" for row in chosen],
            textposition="outside",  # in the colour of text, which can be read in both themes
            cliponaxis=False,
            customdata=[f"{plain(row.piece)} × {row.count:,}" for row in chosen],
            hovertemplate="%{customdata}: %{text}<extra></extra>",
        )
    )
    # Numbers as places, text as their names: two pieces that look alike when cut short stay two bars.
    figure.update_yaxes(
        tickvals=list(range(len(chosen))),
        ticktext=[plain(row.piece, 24) + "  " for row in chosen],
        autorange="reversed",
        automargin=True,
    )
    figure.update_xaxes(title="tokens saved on this text", tickformat="+,d")
    return figure.update_layout(
        height=110 + 25 * max(len(chosen), 3), margin={"l": 8, "r": 16, "t": 8, "b": 8}, showlegend=False
    )
