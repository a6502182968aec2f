"""A stream cut at some token: the tokens with their bytes, and two screens, a careful one and a hasty one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from playground.components import assets
from playground.core.pitfalls.cutting import Cut
from playground.core.visible import visible

_mount = assets.component("cut_view")


def payload(cuts: Sequence[Cut]) -> dict[str, Any]:
    """What the browser gets: for each tokenizer its tokens in hexadecimal, and what is on each screen."""
    return {
        "panels": [
            {
                "name": cut.name,
                "came": cut.came,
                "tokens": [
                    {
                        "bytes": step.data.hex(" ").upper(),
                        "text": visible(step.text),
                        "id": step.id,
                        "waits": step.waits,
                    }
                    for step in cut.steps
                ],
                "shown": cut.shown,
                "held": cut.held.hex(" ").upper(),
                "naive": cut.naive,
            }
            for cut in cuts
        ]
    }


def cut_view(cuts: Sequence[Cut], key: str) -> None:
    """Draw the streams one under the other."""
    _mount(data=payload(cuts), key=key)
