"""What languages cost: tokens against English, one tokenizer or two with an arrow between."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import plotly.graph_objects as go

from playground.languages import percent
from playground.plots.labels import name as label
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
    figure.add_vline(x=1, line_width=1, line_dash="dot", line_color="#8a8f98")
    if arrow:
        # All at once: each added by itself would have plotly check all those before it again.
        figure.layout.annotations = [
            {"x": after, "y": place, "ax": before, "ay": place, "xref": "x", "yref": "y", "axref": "x", "ayref": "y",
             "showarrow": True, "arrowhead": 2, "arrowsize": 1.1, "arrowwidth": 1.6, "arrowcolor": "#8a8f98",
             "standoff": 6, "startstandoff": 6}
            for place, before, after in zip(places, by_tokenizer[arrow[0]], by_tokenizer[arrow[1]], strict=True)
            if abs(before - after) > 0.04
        ]  # fmt: skip
    for i, (tokenizer, values) in enumerate(by_tokenizer.items()):
        figure.add_scatter(
            x=list(values), y=places, mode="markers", name=label(tokenizer), marker={"size": 11, "color": colour(i)},
            customdata=[f"{label(name)}: {percent(value)}" for name, value in zip(names, values, strict=True)],
            hovertemplate="%{customdata}",
        )  # fmt: skip
    figure.update_yaxes(
        tickvals=places, ticktext=[label(name) + "  " for name in names],
        range=[len(names) - 0.4, -0.6], automargin=True, showgrid=True, zeroline=False,
    )  # fmt: skip
    figure.update_xaxes(title="tokens for the same meaning (English = 1)", zeroline=False, side="top", ticksuffix="×")
    return figure.update_layout(
        height=110 + 21 * len(names),
        margin={"l": 8, "r": 16, "t": 24, "b": 8},
        legend={"orientation": "h", "y": -0.02, "yanchor": "top", "x": 0},
    )
