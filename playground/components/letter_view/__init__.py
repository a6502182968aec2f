"""A word letter by letter, coloured by token, with the letter one counts ringed; and the word turned round."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from playground.components import assets
from playground.core.pitfalls.letters import Spelling
from playground.core.visible import visible

_mount = assets.component("letter_view")

Order = Literal["forward", "letters", "tokens"]


def groups(spelling: Spelling) -> list[dict[str, Any]]:
    """Letters that hang together by their tokens, with these tokens: usually one token and its letters."""
    found: list[dict[str, Any]] = []
    last = -1
    for letter in spelling.letters:
        tile = {"text": visible(letter.text), "hit": letter.hit, "token": letter.first}
        if found and letter.first <= last:
            found[-1]["letters"].append(tile)
        else:
            found.append({"letters": [tile], "first": letter.first})
        last = max(last, letter.last)
        found[-1]["last"] = last
    for group in found:
        group["ids"] = list(spelling.ids[group["first"] : group["last"] + 1])
        group["hits"] = sum(tile["hit"] for tile in group["letters"])
    return found


def payload(spellings: Sequence[Spelling], letter: str, orders: Sequence[Order]) -> dict[str, Any]:
    """What the browser gets: for each tokenizer its groups, the letter that is counted, the rows to draw."""
    return {
        "letter": visible(letter),
        "orders": list(orders),
        "panels": [{"name": s.name, "groups": groups(s), "count": len(s.ids)} for s in spellings],
    }


def letter_view(spellings: Sequence[Spelling], letter: str, key: str, orders: Sequence[Order] = ("forward",)) -> None:
    """Draw the word once for each tokenizer and order."""
    _mount(data=payload(spellings, letter, orders), key=key)
