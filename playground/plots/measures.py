"""The measures of several tokenizers as bars, one small chart a measure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isnan

import plotly.graph_objects as go

from playground.core.measures import Measures, relative_attention
from playground.plots.labels import name, room
from playground.plots.palette import colour

Value = Callable[[Measures], float]
# Title, figure, format of the label, and whether more is better.
CHARTS: tuple[tuple[str, Value, str, bool], ...] = (
    ("Tokens (fewer is cheaper)", lambda m: m.tokens, ",.0f", False),
    ("Bytes per token (more is better)", lambda m: m.bytes_per_token, ".2f", True),
    ("Tokens per word (1 is the best)", lambda m: m.fertility, ".2f", False),
    ("Words kept whole", lambda m: m.whole_share, ".0%", True),
    ("Tokens of a single byte", lambda m: m.single_byte_share, ".0%", False),
    ("Tokens that cut a character", lambda m: m.broken_share, ".0%", False),
    ("Vocabulary that this text leaves unused", lambda m: m.unused_share, ".2%", False),
)


_ATTENTION = "Attention work (tokens², the least is 1)"


def title(number: int) -> str:
    """The title of the chart with this number; the one after the last of CHARTS is the attention."""
    return CHARTS[number][0] if number < len(CHARTS) else _ATTENTION


def charts(measures: Sequence[Measures], chosen: Sequence[int]) -> go.Figure:
    """Bars for the charts numbered `chosen`, one under the other; the number after the last is the attention."""
    attention = dict(zip((m.name for m in measures), relative_attention([m.tokens for m in measures]), strict=True))
    known: list[tuple[str, Value, str, bool]] = [
        *CHARTS,
        (_ATTENTION, lambda m: attention[m.name], ".2f", False),
    ]
    gap = 0.34 / len(chosen)
    share = (1 - gap * (len(chosen) - 1)) / len(chosen)
    bars, titles, axes = [], [], {}
    names = [name(m.name, 26) for m in measures]
    for row, number in enumerate(chosen):
        words, value, form, _ = known[number]
        values = [value(m) for m in measures]
        axis = str(row + 1) if row else ""  # as plotly counts: x, x2, x3
        top = 1 - row * (share + gap)
        bars.append(
            go.Bar(
                x=[0 if isnan(v) else v for v in values],
                y=names,
                orientation="h",
                marker_color=[colour(i) for i in range(len(measures))],
                text=["–" if isnan(v) else format(v, form) for v in values],
                textposition="outside",  # in the colour of text, which can be read in both themes
                cliponaxis=False,
                hovertemplate="%{y}: %{text}<extra></extra>",
                xaxis="x" + axis,
                yaxis="y" + axis,
            )
        )
        titles.append(
            {"text": words, "x": 0, "xanchor": "left", "xref": "paper", "y": top, "yanchor": "bottom", "yref": "paper",
             "showarrow": False, "font": {"size": 14}}
        )  # fmt: skip
        longest = max((bar for bar in values if not isnan(bar)), default=0)
        axes["xaxis" + axis] = {
            "range": [0, 1.16 * longest or 1],  # with room for the labels
            "anchor": "y" + axis, "showticklabels": False, "showgrid": False, "zeroline": False,
        }  # fmt: skip
        axes["yaxis" + axis] = {
            "domain": [max(top - share, 0), top],
            "anchor": "x" + axis, "autorange": "reversed", "ticksuffix": "  ",
            "automargin": False, "ticklabeloverflow": "allow",  # else the browser measures each label again and again
        }  # fmt: skip
    # In one piece: plotly's helpers for subplots take ten times as long.
    return go.Figure(
        bars,
        {
            **axes,
            "annotations": titles,
            "showlegend": False,
            "height": len(chosen) * (62 + 30 * len(measures)),
            "margin": {"l": room(names), "r": 8, "t": 34, "b": 8},
            "bargap": 0.22,
        },
    )
