"""What the token view sends to the browser: texts as strings, everything else as packed arrays of numbers."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.core.characters import LONGEST_GRAPHEME, visible_names
from playground.core.colours import token_colours
from playground.core.errors import PlaygroundError
from playground.core.pretokenize import split
from playground.core.segments import Cells, cells
from playground.core.tokens import Encoded, Tokenizer


@dataclass(frozen=True)
class Pane:
    """One text under one tokenizer; `label` is shown above it, else the tokenizer's name."""

    tokenizer: Tokenizer
    encoded: Encoded
    label: str | None = None


def payload(
    panes: Sequence[Pane],
    *,
    chunks: bool = False,
    colours: bool = False,
    mark_differences: bool = False,
    limit: int | None = None,
) -> dict[str, Any]:
    """The panes as JSON. Texts stand once each; arrays are base64 of the smallest unsigned type that holds them.

    A pane has, per token, `ids` and `lengths` (bytes), and where the tokens do not tile the text `gaps` (bytes before
    each token). Where cells are not simply tokens it has per cell `units` (UTF-16) and `kinds` (see `_kinds`). On
    request it has the pieces of the split pattern (`chunks`: where they end, in UTF-16), a colour for each token, and
    `cut`: where the text would end at `limit` tokens.
    """
    texts: list[str] = []
    for pane in panes:
        if pane.encoded.text not in texts:
            texts.append(pane.encoded.text)
    drawn = [
        _pane(pane, texts.index(pane.encoded.text), differences if mark_differences else None)
        for pane, differences in zip(panes, _differences(panes), strict=True)
    ]
    for pane, one in zip(panes, drawn, strict=True):
        if limit is not None:
            one["cut"] = cut_at(pane.encoded, limit)
        if chunks and pane.tokenizer.pattern:
            one["chunks"] = pack(chunk_ends(pane.encoded.text, pane.tokenizer.pattern))
        elif chunks:
            one["note"] = f"{pane.tokenizer.name} has no split pattern: nothing keeps merges apart."
        if colours:
            one["colours"] = pack(token_colours(pane.encoded.ids))
    names: dict[str, str] = {}
    for text in texts:
        names |= {str(point): name for point, name in visible_names(text).items()}
    return {"texts": texts, "names": names, "panes": drawn}


def pack(numbers: NDArray[Any]) -> dict[str, str]:
    """An array of numbers from 0 on: its type, and its bytes (little endian) in base64."""
    top = int(numbers.max()) if len(numbers) else 0
    kind = "u1" if top < 256 else "u2" if top < 65536 else "u4"
    return {"type": kind, "data": base64.b64encode(numbers.astype(f"<{kind}").tobytes()).decode()}


def _pane(pane: Pane, text: int, differences: NDArray[np.bool_] | None) -> dict[str, Any]:
    encoded = pane.encoded
    found = cells(encoded)
    before = np.concatenate((np.zeros(1, np.int64), encoded.ends))[: len(encoded)]
    gaps = encoded.starts - before
    one: dict[str, Any] = {
        "text": text,
        "name": pane.label or pane.tokenizer.name,
        "tokenizer": pane.tokenizer.name,
        "ids": pack(encoded.ids),
        "lengths": pack(encoded.ends - encoded.starts),
        "labelled": pane.label is not None,
        "special": np.flatnonzero(encoded.special).tolist(),
        "vocabulary": pane.tokenizer.vocab_size,
        "characters": len(encoded.text),
        "graphemes": found.graphemes,
        "bytes": len(encoded.data),
    }
    if found.heaps:
        one["note"] = f"Characters of more than {LONGEST_GRAPHEME} code points are taken apart to be drawn."
    if gaps.any():
        one["gaps"] = pack(gaps)
    if not _plain(found):
        one["units"] = pack(np.diff(found.ends16, prepend=0))
        one["kinds"] = pack(_kinds(found))
    empty = np.flatnonzero(encoded.starts == encoded.ends)
    if len(empty):
        one["labels"] = {str(i): _label(pane.tokenizer, int(encoded.ids[i])) for i in empty.tolist()}
    if differences is not None:
        one["differs"] = np.flatnonzero(differences).tolist()
    return one


def _plain(found: Cells) -> bool:
    """Is each cell one token, and each byte one UTF-16 unit?"""
    whole_tokens = len(found) == len(found.encoded) and bool((found.last - found.first == 1).all())
    return whole_tokens and found.encoded.text.isascii() and not found.shared.any()


def _kinds(found: Cells) -> NDArray[np.int64]:
    """Twice the number of tokens in each cell, and one more where the first of them starts in the cell before."""
    return (found.last - found.first) * 2 + found.shared


def _label(tokenizer: Tokenizer, id: int) -> str:
    """What to write on a token that covers no text."""
    try:
        return tokenizer.token_bytes(id).decode("utf-8", "backslashreplace") or "∅"
    except PlaygroundError:
        return "∅"


def _differences(panes: Sequence[Pane]) -> list[NDArray[np.bool_]]:
    """For each pane and token: does another pane of the same text have no boundary where this token starts?"""
    flags = []
    for pane in panes:
        starts, differs = pane.encoded.starts, np.zeros(len(pane.encoded), np.bool_)
        for other in panes:
            if other is not pane and other.encoded.text == pane.encoded.text:
                differs |= ~np.isin(starts, other.encoded.starts) & (starts > 0)
        flags.append(differs)
    return flags


def cut_at(encoded: Encoded, limit: int) -> int | None:
    """Where, in UTF-16 units, the text ends when it may have `limit` tokens; never inside a character.

    None where the text has no more than that.
    """
    if len(encoded) <= limit:
        return None
    found = cells(encoded)
    kept = np.flatnonzero(found.last <= max(limit, 0))
    return int(found.ends16[kept[-1]]) if len(kept) else 0


def chunk_ends(text: str, pattern: str | None) -> NDArray[np.int64]:
    """Where the pieces of the split pattern end, in UTF-16 units: no merge crosses these places."""
    pieces = split(text, pattern)
    if text.isascii():
        lengths = np.fromiter(map(len, pieces), np.int64, len(pieces))
    else:
        lengths = np.fromiter((len(p.encode("utf-16-le")) // 2 for p in pieces), np.int64, len(pieces))
    return np.cumsum(lengths)
