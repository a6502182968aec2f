"""What languages cost: tokens against English, one tokenizer or two with an arrow between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from playground.languages import percent
from playground.plots.labels import name as label
from playground.plots.labels import room
from playground.plots.palette import colour


def premiums(
    names: Sequence[str], by_tokenizer: Mapping[str, Sequence[float]], arrow: tuple[str, str] | None
) -> go.Figure:
    """A dot for each language and tokenizer at its tokens relative to English, the dearest on top.

    `names` are the languages in order, `by_tokenizer` their premiums in the same order. `arrow` joins two tokenizers'
    dots: from the first to the second.
    """
    figure = go.Figure()
    places = list(range(len(names)))
    labels = [label(name) for name in names]
    figure.add_vline(x=1, line_width=1, line_dash="dot", line_color="#8a8f98")
    if arrow:
        # One trace for all arrows: as annotations, each a picture of its own, they take a browser half a second.
        pairs = zip(places, by_tokenizer[arrow[0]], by_tokenizer[arrow[1]], strict=True)
        moved = [(place, before, after) for place, before, after in pairs if abs(before - after) > 0.04]
        figure.add_scatter(
            x=[x for _, before, after in moved for x in (before, after, None)],
            y=[y for place, _, _ in moved for y in (place, place, None)],
            mode="lines+markers", line={"color": "#8a8f98", "width": 1.6}, showlegend=False, hoverinfo="skip",
            marker={"symbol": "arrow", "angleref": "previous", "size": [0, 10, 0] * len(moved), "standoff": 5,
                    "color": "#8a8f98", "opacity": 1},
        )  # fmt: skip
    for i, (tokenizer, values) in enumerate(by_tokenizer.items()):
        figure.add_scatter(
            x=list(values), y=places, mode="markers", name=label(tokenizer), marker={"size": 11, "color": colour(i)},
            customdata=[f"{each}: {percent(value)}" for each, value in zip(labels, values, strict=True)],
            hovertemplate="%{customdata}",
        )  # fmt: skip
    figure.update_yaxes(
        tickvals=places, ticktext=[each + "  " for each in labels],
        range=[len(names) - 0.4, -0.6], automargin=False, ticklabeloverflow="allow", showgrid=True, zeroline=False,
    )  # fmt: skip
    figure.update_xaxes(
        title="tokens (English = 1)", zeroline=False, side="top", ticksuffix="×", ticklabeloverflow="allow"
    )
    return figure.update_layout(
        height=110 + 21 * len(names),
        margin={"l": room(labels), "r": 16, "t": 24, "b": 8},
        legend={"orientation": "h", "y": -0.02, "yanchor": "top", "x": 0},
    )
