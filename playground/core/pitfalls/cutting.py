"""A stream cut in the middle: what stands on the screen when only the first tokens have come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from playground.core import streaming
from playground.core.pitfalls.words import count, listing, quote
from playground.core.streaming import Step
from playground.core.tokens import Tokenizer


@dataclass(frozen=True)
class Cut:
    """A text of which `came` tokens have come.

    `shown` is what a careful program has printed by then, `held` the bytes it keeps back, `naive` what a program has
    printed that decodes each token alone.
    """

    name: str
    came: int
    steps: tuple[Step, ...]

    @property
    def shown(self) -> str:
        """The text of all whole characters."""
        return "".join(step.text for step in self.steps[: self.came])

    @property
    def held(self) -> bytes:
        """The bytes of a character that is not complete."""
        return self.steps[self.came - 1].held if self.came else b""

    @property
    def naive(self) -> str:
        """Each token decoded by itself."""
        return "".join(step.naive for step in self.steps[: self.came])


def cut(tokenizer: Tokenizer, text: str, came: int) -> Cut:
    """The stream of `text` after `came` tokens, or all of them where there are fewer."""
    encoded = tokenizer.encoded(text)
    steps = streaming.stream(encoded.ids.tolist(), streaming.pieces(encoded)).steps
    return Cut(tokenizer.name, min(max(came, 0), len(steps)), tuple(steps))


def statement(cuts: Sequence[Cut]) -> str | None:
    """Where a character is torn at this point, or was on the way; None where every token ends with a whole one."""
    for one in cuts:
        if one.held:
            sent = f"{quote(one.shown, 30)} and " if one.shown else "only "
            waits = count(len(one.held), "byte waits", "bytes wait")
            return (
                f"After {count(one.came, 'token')} of {len(one.steps)}, {one.name} has sent {sent}"
                f"a part of a character: {waits}. Printed token by token it reads {quote(one.naive, 30)}."
            )
    torn = [one for one in cuts if any(step.waits for step in one.steps)]
    if not torn:
        return None
    waiting = [f"{sum(step.waits for step in one.steps):,} of {len(one.steps):,} in {one.name}" for one in torn]
    return f"Tokens that end inside a character: {listing(waiting)}. Here the stream stands between two characters."
