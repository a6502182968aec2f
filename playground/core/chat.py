"""A chat as the model gets it: one sequence of ids, in which control tokens mark where messages begin and end.

Two forms, as their makers document them:

* harmony (gpt-oss, o200k_harmony): `<|start|>role<|message|>content<|end|>`; what the assistant said before stands in a
  channel, `<|start|>assistant<|channel|>final<|message|>...`; the prompt ends with `<|start|>assistant`.
* ChatML (gpt-3.5 and gpt-4, cl100k_base): `<|im_start|>role`, a line end, content, `<|im_end|>`, a line end; the prompt
  ends with `<|im_start|>assistant` and a line end.

Content is encoded as ordinary text. Control tokens are put in by id, so that no content can forge one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from playground.core.tokens import Encoded, Tokenizer

ROLES = ("system", "developer", "user", "assistant")
PartKind = Literal["control", "frame", "content"]


@dataclass(frozen=True)
class Message:
    """Who speaks, and what they say."""

    role: str
    content: str


@dataclass(frozen=True)
class Part:
    """A stretch of a rendered chat: a control token, text of the frame (a role, a line end) or content.

    `message` counts from 0; the prompt for the reply is one more than the last message.
    """

    text: str
    kind: PartKind
    message: int


@dataclass(frozen=True)
class Rendered:
    """A chat as ids, with the number of tokens of each message: `content[i]` say something, `frame[i]` surround it.

    The last entry of `frame` is the prompt for the reply, whose content is 0.
    """

    encoded: Encoded
    content: list[int]
    frame: list[int]

    @property
    def overhead(self) -> int:
        """How many tokens are not content."""
        return sum(self.frame)


def harmony(messages: Sequence[Message]) -> list[Part]:
    """The parts of a chat in harmony form."""
    parts: list[Part] = []
    for i, message in enumerate(messages):
        parts += [Part("<|start|>", "control", i), Part(message.role, "frame", i)]
        if message.role == "assistant":
            parts += [Part("<|channel|>", "control", i), Part("final", "frame", i)]
        parts += [
            Part("<|message|>", "control", i),
            Part(message.content, "content", i),
            Part("<|end|>", "control", i),
        ]
    last = len(messages)
    return [*parts, Part("<|start|>", "control", last), Part("assistant", "frame", last)]


def chatml(messages: Sequence[Message]) -> list[Part]:
    """The parts of a chat in ChatML form."""
    parts: list[Part] = []
    for i, message in enumerate(messages):
        parts += [
            Part("<|im_start|>", "control", i),
            Part(f"{message.role}\n", "frame", i),
            Part(message.content, "content", i),
            Part("<|im_end|>", "control", i),
            Part("\n", "frame", i),
        ]
    last = len(messages)
    return [*parts, Part("<|im_start|>", "control", last), Part("assistant\n", "frame", last)]


FORMS: dict[str, tuple[str, Callable[[Sequence[Message]], list[Part]]]] = {
    "harmony": ("o200k_harmony", harmony),
    "ChatML": ("cl100k_chatml", chatml),
}
"""By the name of the form: the tokenizer it belongs to, and the function that renders it."""


def render(parts: Sequence[Part], tokenizer: Tokenizer) -> Rendered:
    """Encode the parts: control tokens by their id, the text between two of them together, as ordinary text.

    A token that holds some of the content counts as content, even where it also holds a line end of the frame.
    """
    ids: list[int] = []
    starts: list[int] = []
    ends: list[int] = []
    special: list[bool] = []
    stretches: list[tuple[int, int, Part]] = []
    offset, i = 0, 0
    while i < len(parts):
        if parts[i].kind == "control":
            size = len(parts[i].text.encode())
            ids.append(tokenizer.special_tokens[parts[i].text])
            starts.append(offset)
            ends.append(offset + size)
            special.append(True)
            stretches.append((offset, offset + size, parts[i]))
            offset, i = offset + size, i + 1
            continue
        run: list[Part] = []
        while i < len(parts) and parts[i].kind != "control":
            run.append(parts[i])
            i += 1
        piece = tokenizer.encoded("".join(part.text for part in run))
        ids += piece.ids.tolist()
        starts += (piece.starts + offset).tolist()
        ends += (piece.ends + offset).tolist()
        special += [False] * len(piece)
        for part in run:
            size = len(part.text.encode())
            stretches.append((offset, offset + size, part))
            offset += size
    encoded = Encoded(
        "".join(part.text for part in parts),
        np.array(ids, np.int32),
        np.array(starts, np.int64),
        np.array(ends, np.int64),
        np.array(special, np.bool_),
    )
    content, frame = _count(encoded, stretches, max((part.message for part in parts), default=0) + 1)
    return Rendered(encoded, content, frame)


def forged(parts: Sequence[Part], tokenizer: Tokenizer) -> int:
    """How many control tokens more there are if the chat is joined to one string and encoded with special tokens on,
    as careless code does: each of them was written by whoever wrote the content.
    """
    joined = tokenizer.encoded("".join(part.text for part in parts), special=True)
    return int(joined.special.sum()) - sum(part.kind == "control" for part in parts)


def _count(encoded: Encoded, stretches: Sequence[tuple[int, int, Part]], messages: int) -> tuple[list[int], list[int]]:
    content, frame = [0] * messages, [0] * messages
    at = 0
    for start, end in zip(encoded.starts.tolist(), encoded.ends.tolist(), strict=True):
        while stretches[at][1] <= start:
            at += 1
        touched, i = [], at
        while i < len(stretches) and stretches[i][0] < end:
            touched.append(stretches[i][2])
            i += 1
        says = next((part for part in touched if part.kind == "content" and part.text), None)
        if says is not None:
            content[says.message] += 1
        else:
            frame[touched[0].message] += 1
    return content, frame
