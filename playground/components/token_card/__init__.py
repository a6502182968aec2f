"""One token in full: its bytes and characters, its place, its neighbours, and the tree of merges that made it."""

from __future__ import annotations

from typing import Any

from playground.components import assets
from playground.core.anatomy import Anatomy, Node
from playground.core.characters import visible_names
from playground.core.tokens import Token

_mount = assets.component("token_card")
_MOST_POINTS = 40


def token_card(found: Anatomy | None, *, key: str, tokenizer: str = "", of: int = 0) -> None:
    """Draw what `anatomy` found about a token out of `of`; None draws an invitation to choose one."""
    _mount(data=payload(found, tokenizer=tokenizer, of=of), key=key)


def payload(found: Anatomy | None, *, tokenizer: str = "", of: int = 0) -> dict[str, Any]:
    """The anatomy as JSON."""
    if found is None:
        return {"token": None}
    shown = [text(found.token)] + [text(t) for t in found.neighbours] + [p.character for p in found.points]
    return {
        "token": _token(found.token),
        "tokenizer": tokenizer,
        "index": found.index,
        "of": of,
        "bytes": [found.byte_start, found.byte_end],
        "characters": [found.character_start, found.character_end],
        "points": [
            {
                "character": p.character,
                "code": f"U+{ord(p.character):04X}",
                "name": p.name,
                "bytes": p.character.encode()[p.first - 1 : p.last].hex(" ").upper(),
                "part": "" if p.whole else _part(p.first, p.last, p.size),
            }
            for p in found.points[:_MOST_POINTS]
        ],
        "more_points": max(0, len(found.points) - _MOST_POINTS),
        "occurrences": found.occurrences,
        "neighbours": [_token(t) for t in found.neighbours],
        "tree": found.tree and [_node(node) for node in found.tree],
        "alone": found.alone,
        "names": {str(point): name for one in shown if one for point, name in visible_names(one).items()},
    }


def text(token: Token) -> str | None:
    """The token as text, or None where its bytes are not whole characters."""
    try:
        return token.bytes.decode()
    except UnicodeDecodeError:
        return None


def _part(first: int, last: int, size: int) -> str:
    return f"byte {first} of {size}" if first == last else f"bytes {first} to {last} of {size}"


def _token(token: Token) -> dict[str, Any]:
    return {"id": token.id, "text": text(token), "bytes": token.bytes.hex(" ").upper(), "special": token.special}


def _node(node: Node) -> dict[str, Any]:
    return {
        "id": node.id,
        "text": text(Token(node.id, node.bytes)),
        "bytes": node.bytes.hex(" ").upper(),
        "height": node.height,
        "left": node.left,
        "right": node.right,
    }
