"""An encoding for the player: the split pattern cuts, the lowest rank merges first; beside it a wrong order."""

from __future__ import annotations

from typing import Any

from playground.components.merge_player.payload import bytes_of, direction, finished, hexed, lane_of, pairs
from playground.core.encode_steps import EncodeStep, EncodeTrace, Order
from playground.core.tokens import Tokenizer
from playground.core.visible import visible

MOST_IDS = 40
"""Ids that stand in a line under the chips; each is also under its own chip."""
TITLES: dict[Order, str] = {
    "rank": "In rank order, as encoding does it",
    "left": "Wrong: the leftmost pair first",
    "newest": "Wrong: the highest rank first",
    "random": "Wrong: any pair, at random",
    "longest": "Wrong: the longest entry from the left, no merges",
}


def encoding(
    tokenizer: Tokenizer,
    trace: EncodeTrace,
    wrong: EncodeTrace | None = None,
    *,
    step: int = 0,
    jump: tuple[int, int] | None = None,
) -> dict[str, Any]:
    """`trace`, and under it the same text merged in a wrong order."""
    lanes = [_lane(tokenizer, trace, _ending(trace))]
    if wrong is not None:
        lanes = [lanes[0] | {"title": TITLES["rank"]}, _lane(tokenizer, wrong, _verdict(trace, wrong))]
        lanes[1]["title"] = TITLES[wrong.order]
    used: set[int] = set()
    for shown in (trace, wrong) if wrong else (trace,):
        used |= {id for piece in shown.pieces for id in piece}
        used |= {id for s in shown.steps for id in (s.id, *s.parts)} | {
            id for s in shown.steps for c in s.best for id in c.pair
        }
    return finished(
        {
            "kind": "encoding",
            "labels": {str(id): _label(tokenizer, id) for id in sorted(used)},
            "lanes": lanes,
            "bars_title": "The lowest ranks of all neighbours",
            "opening": "Encoding starts from the bytes of the text.",
            "counting": "Looking up ranks …",
            "looking": "look up",
            "over": "In rank order everything is merged; the other order goes on.",
            "hint": [
                "A rank says how early a merge was learned. The lowest rank goes first. Press play or space.",
                *direction(trace.text),
            ],
        },
        step,
        jump,
    )


def _lane(tokenizer: Tokenizer, trace: EncodeTrace, ending: str) -> dict[str, Any]:
    cut = tokenizer.pattern is not None and bool(trace.pieces)
    steps = [_cut(trace)] if cut else []
    steps += [_step(tokenizer, trace, number) for number in range(len(trace.steps))]
    glue = [joined + cut if joined else 0 for joined in trace.glue]
    symbols = {id: tokenizer.token_bytes(id) for piece in trace.pieces for id in piece}
    left = len(glue)
    lengths = [left] * (1 + cut)
    for done in trace.steps:
        left -= len(done.places)
        lengths.append(left)
    lane = lane_of(trace.pieces, symbols, glue, steps)
    return lane | {
        "breaks": [],
        "cut": cut,
        "shows_ids": True,
        "lengths": lengths,
        "size": len(glue),
        "ending": ending,
    }


def _cut(trace: EncodeTrace) -> dict[str, Any]:
    n = len(trace.pieces)
    return {
        "cut": f"The split pattern cuts {'one piece' if n == 1 else f'{n:,} pieces'}.",
        "best": pairs(trace.steps[0].best) if trace.steps else [],
        "facts": [],
        "why": ["First the regular expression cuts the text. No merge ever crosses a cut."],
        "remarks": [],
        "line": "",
    }


def _step(tokenizer: Tokenizer, trace: EncodeTrace, number: int) -> dict[str, Any]:
    done = trace.steps[number]
    facts = [f"id {done.id:,}", bytes_of(tokenizer.token_bytes(done.id)), f"rank {done.rank:,}"]
    if len(done.places) > 1 and len(done.parts) == 2:
        facts.append(f"at {len(done.places):,} places")
    reason = _reason(tokenizer, trace, done)
    return {
        "parts": list(done.parts),
        "id": done.id,
        "best": pairs(done.best),
        "facts": facts,
        "why": [reason],
        "remarks": [],
        "line": reason if trace.order != "rank" else "",
    }


def _reason(tokenizer: Tokenizer, trace: EncodeTrace, step: EncodeStep) -> str:
    if step.whole:
        return "tiktoken looks the whole piece up before it merges, and this piece is an entry of its own."
    if trace.order == "longest":
        return f"{visible(tokenizer.token_bytes(step.id))} is the longest entry of the vocabulary that fits here."
    if trace.order != "rank":
        lowest = step.best[0]
        if lowest.counted == step.rank:
            return f"Rank {step.rank:,}, which happens to be the lowest."
        return f"Rank {step.rank:,}, though {_pair(tokenizer, lowest.left, lowest.right)} has {lowest.counted:,}."
    if step.open == 1:
        return f"Rank {step.rank:,}: no other neighbours may merge."
    places = f"{step.open:,} places where neighbours may merge"
    if len(step.best) == 1:
        return f"Rank {step.rank:,}: all of the {places} hold this pair."
    second = step.best[1]
    return (
        f"Rank {step.rank:,} is the lowest of the {places}. "
        f"The next lowest is {_pair(tokenizer, second.left, second.right)} with {second.counted:,}."
    )


def _ending(trace: EncodeTrace) -> str:
    return f"{_tokens(len(trace.ids))}: {_listed(trace.ids)}"


def _verdict(trace: EncodeTrace, wrong: EncodeTrace) -> str:
    if wrong.ids == trace.ids:
        same = "The same token" if len(wrong.ids) == 1 else f"The same {len(wrong.ids):,} tokens"
        return f"{same}: here the order does not matter. Try another text."
    if len(wrong.ids) == len(trace.ids):
        return f"Other tokens, though as many: {_listed(wrong.ids)}"
    return f"{_tokens(len(wrong.ids))} instead of {len(trace.ids):,}: {_listed(wrong.ids)}"


def _listed(ids: list[int]) -> str:
    return " ".join(map(str, ids[:MOST_IDS])) + (" …" if len(ids) > MOST_IDS else "")


def _label(tokenizer: Tokenizer, id: int) -> list[str]:
    data = tokenizer.token_bytes(id)
    return [visible(data), hexed(data)]


def _pair(tokenizer: Tokenizer, left: int, right: int) -> str:
    return f"{visible(tokenizer.token_bytes(left))} + {visible(tokenizer.token_bytes(right))}"


def _tokens(n: int) -> str:
    return "1 token" if n == 1 else f"{n:,} tokens"
