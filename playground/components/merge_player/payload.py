"""What the player gets: JSON made of numbers, labels and sentences. The player itself only draws."""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from playground.core.reasons import remarks, why
from playground.core.trace import Contender, Trace
from playground.core.visible import visible

MOST_BYTES = 16
"""Of a longer token the player shows the first bytes; the table has them all."""
FROM_THE_LEFT = "The first chip stands on the left, also where the script runs from right to left."


def training(trace: Trace, *, step: int = 0, jump: tuple[int, int] | None = None) -> dict[str, Any]:
    """A training for the player, which opens at `step`.

    `jump` is (step, number): the player goes to the step whenever the number is a new one.
    """
    known = trace.token_bytes
    said = remarks(trace)
    steps = []
    for number, done in enumerate(trace.steps, 1):
        facts = [f"id {done.id}", bytes_of(known[done.id]), f"counted {done.counted:,}"]
        if done.replaced is not None:
            facts.append(f"replaced {done.replaced:,}")
        steps.append(
            {
                "parts": list(done.pair), "id": done.id, "best": pairs(done.best),
                "facts": facts, "why": why(trace, number), "remarks": said[number - 1],
            }
        )  # fmt: skip
    lane = lane_of(trace.words, dict(enumerate(trace.symbols)), trace.glue, steps, weights=trace.weights)
    lane |= {"lengths": list(trace.lengths), "size": trace.size}
    used = {id for word in trace.words for id in word} | {
        id for s in trace.steps for pair in (s.pair, (s.id,), *(c.pair for c in s.best)) for id in pair
    }
    title = "The ten best pairs, counted" if trace.whole else "The ten best pairs of the whole corpus"
    if trace.steps and not trace.steps[0].best:
        title = "Of this corpus only the winners are known"
    return finished(
        {
            "kind": "training",
            "labels": {str(id): [visible(known[id]), hexed(known[id])] for id in sorted(used)},
            "lanes": [lane],
            "bars_title": title,
            "opening": "Which two neighbours stand together most often?" if trace.steps else "Nothing to merge.",
            "counting": "Counting pairs …",
            "looking": "count",
            "hint": _hint(trace),
        },
        step,
        jump,
    )


def _hint(trace: Trace) -> list[str]:
    """How to begin, and what the signs mean that are on the screen."""
    if not trace.steps:
        if not trace.whole:
            return ["This tokenizer has learned no merges: each byte is a token."]
        if len(trace.words) > 1:
            return ["The split pattern leaves no two symbols together. Choose none in the settings, or a longer text."]
        return ["One symbol has no neighbour to merge with. Write a longer text."]
    lines = ["Press play or space. The arrow keys, Page Up and Page Down go step by step; f fills the screen."]
    if any(weight != 1 for weight in trace.weights):
        lines.append("The number before a word says how often it occurs, and so how often its pairs count.")
        if b"</w>" in trace.symbols:
            lines.append("</w> marks the end of a word.")
    elif len(trace.words) > 1:
        lines.append("A dotted line is a cut of the split pattern. No merge crosses it.")
    shown = b"".join(trace.symbols[id] for word in trace.words for id in word).decode(errors="replace")
    return lines + direction(shown)


def direction(text: str) -> list[str]:
    """A sentence on the order of the chips, where a script runs the other way."""
    return [FROM_THE_LEFT] if any(unicodedata.bidirectional(sign) in ("R", "AL") for sign in text) else []


def lane_of(
    words: Sequence[Sequence[int]],
    symbols: Mapping[int, bytes],
    glue: Sequence[int],
    steps: list[dict[str, Any]],
    *,
    weights: Sequence[int] | None = None,
    title: str = "",
) -> dict[str, Any]:
    """One row of chips: its symbols, the step that glues each of them to the one before it, and the steps."""
    ids = [id for word in words for id in word]
    weighted = weights is not None and any(weight != 1 for weight in weights)
    breaks = {place for place, id in enumerate(ids) if symbols[id] == b"\n"}
    if weighted:
        ends = [0]
        for word in words:
            ends.append(ends[-1] + len(word))
        breaks = {end - 1 for end in ends[1:]}
    return {
        "title": title,
        "words": [len(word) for word in words],
        "weights": list(weights) if weighted and weights is not None else None,
        "walls": len(words) > 1 and not weighted,
        "ids": ids,
        "glue": list(glue),
        "breaks": sorted(breaks),
        "steps": steps,
    }


def finished(data: dict[str, Any], step: int, jump: tuple[int, int] | None) -> dict[str, Any]:
    """With a name for what is animated, so that the player knows whether it is still the same."""
    name = hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]
    return data | {"id": name, "step": step, "jump": list(jump) if jump else None}


def pairs(contenders: Sequence[Contender]) -> list[list[int]]:
    """(left, right, count or rank) for each pair."""
    return [list(contender) for contender in contenders]


def bytes_of(data: bytes) -> str:
    """The bytes of a token as one of its facts."""
    if len(data) > MOST_BYTES:
        return f"{len(data):,} bytes {hexed(data[:MOST_BYTES])} …"
    return f"bytes {hexed(data)}"


def hexed(data: bytes) -> str:
    """Bytes as a reader writes them."""
    return data.hex(" ")
