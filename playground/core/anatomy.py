"""What there is to say about one token of a text: bytes, characters, place, neighbours, and how it was built."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np

from playground.core.characters import visible_name
from playground.core.errors import PlaygroundError
from playground.core.tokens import Encoded, Token, Tokenizer

MOST_NODES = 1023
"""A tree of merges with more nodes than this is not drawn."""


@dataclass(frozen=True)
class Node:
    """A token in the tree of merges: `height` is 0 for what no merge made; it covers bytes `start:end` of the root.

    `left` and `right` are the places of its parents in the list of nodes, or None.
    """

    id: int
    bytes: bytes
    start: int
    end: int
    height: int
    left: int | None = None
    right: int | None = None


@dataclass(frozen=True)
class Point:
    """A code point that the token holds, or holds part of: bytes `first ... last` (from 1) of its `size` bytes."""

    character: str
    name: str
    first: int
    last: int
    size: int

    @property
    def whole(self) -> bool:
        """Are all of its bytes in the token?"""
        return self.first == 1 and self.last == self.size


@dataclass(frozen=True)
class Anatomy:
    """One token of a text. Positions count from 0, ends are exclusive; characters are code points."""

    index: int
    """Its place in the text, or -1 for an entry of the vocabulary that is looked at by itself."""
    token: Token
    byte_start: int
    byte_end: int
    character_start: int
    character_end: int
    points: list[Point]
    occurrences: int
    neighbours: list[Token]
    tree: list[Node] | None
    alone: list[int] | None
    """What the token's text encodes to when it stands alone, where that is not the token itself."""


def anatomy(tokenizer: Tokenizer, encoded: Encoded, index: int, around: int = 3) -> Anatomy:
    """What there is to say about token `index`; `around` is how many neighbours on each side of its id."""
    id, start, end = int(encoded.ids[index]), int(encoded.starts[index]), int(encoded.ends[index])
    points = points_in(encoded.data, start, end)
    first = characters_before(encoded.data, start)
    token = Token(id, _bytes(tokenizer, id), bool(encoded.special[index]) or id in tokenizer.special_tokens.values())
    return Anatomy(
        index,
        token,
        start,
        end,
        first,
        first + len(points),
        points,
        int(np.count_nonzero(encoded.ids == id)),
        neighbours(tokenizer, id, around),
        merge_tree(tokenizer, id),
        _alone(tokenizer, token),
    )


def entry(tokenizer: Tokenizer, id: int, occurrences: int, around: int = 3) -> Anatomy:
    """What there is to say about an entry of the vocabulary by itself; `occurrences` is how often a text uses it."""
    token = Token(id, tokenizer.token_bytes(id), id in tokenizer.special_tokens.values())
    try:
        characters = token.bytes.decode()
    except UnicodeDecodeError:  # part of a character: which one is not known
        characters = ""
    points = [Point(c, unicode_name(c), 1, size, size) for c in characters for size in [len(c.encode())]]
    near, tree = neighbours(tokenizer, id, around), merge_tree(tokenizer, id)
    return Anatomy(-1, token, 0, 0, 0, 0, points, occurrences, near, tree, _alone(tokenizer, token))


def characters_before(data: bytes, at: int) -> int:
    """How many characters of `data` start before byte `at` and end at or before it: where the character at `at` counts.

    >>> characters_before("é!".encode(), 1), characters_before("é!".encode(), 2)
    (0, 1)
    """
    view = np.frombuffer(data, np.uint8, count=at)
    started = int(np.count_nonzero((view & 0xC0) != 0x80))
    return started - (at < len(data) and (data[at] & 0xC0) == 0x80)


def points_in(data: bytes, start: int, end: int) -> list[Point]:
    """The code points of UTF-8 `data` that have bytes in `start:end`.

    >>> [(p.character, p.first, p.last, p.size) for p in points_in("a鎮".encode(), 0, 2)]
    [('a', 1, 1, 1), ('鎮', 1, 1, 3)]
    """
    if start == end:
        return []
    low, high = start, end
    while (data[low] & 0xC0) == 0x80:
        low -= 1
    while high < len(data) and (data[high] & 0xC0) == 0x80:
        high += 1
    found = []
    for character in data[low:high].decode():
        size = len(character.encode())
        found.append(Point(character, unicode_name(character), max(start - low, 0) + 1, min(end - low, size), size))
        low += size
    return found


def unicode_name(character: str) -> str:
    """The name in the Unicode Character Database; for control characters, which have none, a usual one."""
    short = visible_name(character) or {"\t": "TAB", "\n": "LINE FEED"}.get(character, "")
    return unicodedata.name(character, f"control character {short}" if ord(character) < 0xA0 else f"no name {short}")


def neighbours(tokenizer: Tokenizer, id: int, around: int) -> list[Token]:
    """The vocabulary entries with the nearest ids, `around` on each side and the token itself, where they exist."""
    found = []
    for other in range(max(0, id - around), min(tokenizer.vocab_size, id + around + 1)):
        try:
            found.append(tokenizer.token(other))
        except PlaygroundError:
            continue
    return found


def merge_tree(tokenizer: Tokenizer, id: int) -> list[Node] | None:
    """The merges from bytes to token `id`: parents before children, the token last.

    None for a token that no merge made, and for one whose tree would be too large.

    >>> from playground import registry
    >>> [node.bytes for node in merge_tree(registry.get("cl100k_base"), 675)]
    [b'a', b'w', b'aw']
    """
    if tokenizer.parents(id) is None:
        return None
    nodes: list[Node] = []
    # Depth first with a stack of its own: a tree of merges can be as deep as the token is long.
    todo: list[tuple[int, int, bool]] = [(id, 0, False)]
    done: list[int] = []
    while todo:
        current, start, returned = todo.pop()
        parents = tokenizer.parents(current)
        if parents is None:
            data = _bytes(tokenizer, current)
            nodes.append(Node(current, data, start, start + len(data), 0))
            done.append(len(nodes) - 1)
        elif returned:
            right, left = done.pop(), done.pop()
            height = max(nodes[left].height, nodes[right].height) + 1
            data = nodes[left].bytes + nodes[right].bytes
            nodes.append(Node(current, data, start, start + len(data), height, left, right))
            done.append(len(nodes) - 1)
        else:
            middle = start + len(_bytes(tokenizer, parents[0]))
            todo += [(current, start, True), (parents[1], middle, False), (parents[0], start, False)]
        if len(nodes) > MOST_NODES:
            return None
    return nodes


def _bytes(tokenizer: Tokenizer, id: int) -> bytes:
    try:
        return tokenizer.token_bytes(id)
    except PlaygroundError:
        return b""


def _alone(tokenizer: Tokenizer, token: Token) -> list[int] | None:
    if token.special:
        return None
    try:
        ids = tokenizer.encode(token.bytes.decode())
    except (UnicodeDecodeError, PlaygroundError):
        return None
    return None if ids == [token.id] else ids
