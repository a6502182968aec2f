"""The pin stays on its token while the text around it changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from playground.core.tokens import Encoded


@dataclass(frozen=True, eq=False)
class Pin:
    """A pin as the browser sent it (`sent`: pane, token, id), and the token it is on in `encoded`: None where gone."""

    sent: Any
    encoded: Encoded | None = None
    token: int | None = None

    def payload(self) -> dict[str, Any]:
        """What the browser is told: which of its pins this answers, and where that is now."""
        if self.encoded is None or self.token is None:
            return {"sent": self.sent, "now": None}
        id = int(self.encoded.ids[self.token])
        return {"sent": self.sent, "now": {"pane": self.sent["pane"], "token": self.token, "id": id}}

    def by_pane(self, panes: int) -> tuple[int | None, ...]:
        """The pinned token of each pane: of one at most."""
        return tuple(self.token if self.token is not None and self.sent["pane"] == i else None for i in range(panes))


def moved(old: Pin | None, sent: Any, panes: list[Encoded]) -> Pin:
    """Where the pin is now: where the browser has just put it, or where its token is since the text has changed."""
    pane = sent["pane"] if isinstance(sent, dict) else -1
    if not 0 <= pane < len(panes):
        return Pin(sent)
    now = panes[pane]
    if old is not None and old.sent == sent:
        if old.encoded is now or old.encoded is None or old.token is None:
            return old
        return Pin(sent, now, follow(old.encoded, old.token, now))
    token = sent["token"]
    return Pin(sent, now, token if 0 <= token < len(now) and int(now.ids[token]) == sent["id"] else None)


def follow(old: Encoded, token: int, new: Encoded) -> int | None:
    """The token of `new` that has the bytes of `token` of `old`, at the same place in what was kept of the text.

    Kept are the beginning and the end that both texts have in common; where the text repeats itself these overlap, and
    the beginning counts first. None where the change touched the token, or where its bytes are cut in another way now.
    """
    start, end = int(old.starts[token]), int(old.ends[token])
    before, after = np.frombuffer(old.data, np.uint8), np.frombuffer(new.data, np.uint8)
    short = min(len(before), len(after))
    head = _common(before[:short], after[:short])
    tail = _common(before[::-1][:short], after[::-1][:short])
    shifts = [0] if end <= head else []
    if start >= len(before) - tail:
        shifts.append(len(after) - len(before))
    for shift in shifts:
        found = int(np.searchsorted(new.starts, start + shift))
        while found < len(new) and new.starts[found] == start + shift:
            if new.ends[found] == end + shift and (start < end or new.ids[found] == old.ids[token]):
                return found
            found += 1
    return None


def _common(a: NDArray[np.uint8], b: NDArray[np.uint8]) -> int:
    """How many first entries are equal in both, which have the same length."""
    different = np.flatnonzero(a != b)
    return int(different[0]) if len(different) else len(a)
