"""Token ids as people paste them: a Python list, JSON, one a line, a printed tensor or array."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from playground.core.tokens import Tokenizer, unknown_id

Kind = Literal["not a number", "negative", "too big", "unused"]

# A printed batch has several fields; these hold ids.
_FIELD = re.compile(r"['\"](\w{1,40})['\"]\s{0,9}:")
_ID_FIELDS = {"input_ids", "token_ids", "ids", "tokens"}
# What libraries print around numbers: tensor(, np.array(, dtype=torch.int64, device='cuda:0', shape=(3,)
_WRAPPING = re.compile(
    r"\b[A-Za-z_][\w.]{0,40}\s{0,9}(?=\()"
    r"|\b(?:dtype|device|requires_grad|shape|numpy)\s{0,9}=\s{0,9}"
    r"(?:\([\d, ]{0,40}\)|['\"][\w:]{0,40}['\"]|[\w.]{1,40})"
)
_BETWEEN = re.compile(r"[\s,;|\[\](){}]+")
_FLOAT = re.compile(r"[+-]?(?=[0-9.]{1,25}$)[0-9]+\.[0-9]*")
_HARMLESS = re.compile(r"[A-Za-z0-9.]{1,20}")


@dataclass(frozen=True)
class Fault:
    """Item `position` (from 1) of a list of ids cannot be taken, and why in one sentence."""

    position: int
    kind: Kind
    sentence: str


@dataclass(frozen=True)
class IdList:
    """The ids that a tokenizer knows, in order, and what had to be left out."""

    ids: list[int]
    faults: list[Fault]


def read_ids(text: str, tokenizer: Tokenizer) -> IdList:
    """Find the ids in `text` and check each against the vocabulary.

    >>> from playground.core.bpe import BPETokenizer
    >>> read_ids("tensor([104, 105], dtype=torch.int32)", BPETokenizer([])).ids
    [104, 105]
    """
    known = set(tokenizer.ids())
    ids: list[int] = []
    faults: list[Fault] = []
    for position, item in enumerate(items(text), 1):
        if not re.fullmatch(r"[+-]?[0-9]+", item):
            faults.append(Fault(position, "not a number", _not_a_number(item, position)))
        elif len(item) > 25:  # Python refuses to read numbers of thousands of digits
            kind: Kind = "negative" if item.startswith("-") else "too big"
            faults.append(Fault(position, kind, f"Item {position:,} is {kind}: it has {len(item)} digits."))
        elif int(item) in known:
            ids.append(int(item))
        else:
            id = int(item)
            kind = "negative" if id < 0 else "too big" if id >= tokenizer.vocab_size else "unused"
            faults.append(Fault(position, kind, str(unknown_id(id, tokenizer))))
    return IdList(ids, faults)


def items(text: str) -> list[str]:
    """What stands between brackets, commas and white space, without what libraries print around it."""
    fields = list(_FIELD.finditer(text))
    ends = [field.start() for field in fields[1:]] + [len(text)] * bool(fields)
    chosen = [text[field.end() : end] for field, end in zip(fields, ends, strict=True) if field[1] in _ID_FIELDS]
    bare = _WRAPPING.sub(" ", " ".join(chosen) if chosen else text)
    return [item for item in (part.strip("'\"`") for part in _BETWEEN.split(bare)) if item]


def summary(faults: Sequence[Fault], most: int = 3) -> list[str]:
    """One sentence or a few for each kind of fault, naming the first ones and counting the rest."""
    lines = []
    for kind in dict.fromkeys(fault.kind for fault in faults):
        same = [fault for fault in faults if fault.kind == kind]
        named = " ".join(dict.fromkeys(fault.sentence for fault in same[:most]))
        more = len(same) - most
        lines.append(named + (f" {more:,} more {'is' if more == 1 else 'are'} {kind}." if more > 0 else ""))
    return lines


def shown(ids: Iterable[int]) -> str:
    """The ids as a Python list, as people copy them."""
    return "[" + ", ".join(map(str, ids)) + "]"


def _not_a_number(item: str, position: int) -> str:
    # The sentence is shown where Markdown is read: what could be markup is not repeated.
    if _FLOAT.fullmatch(item):
        return f"Item {position:,}, {item}, is not a whole number."
    if set(item) <= {".", "…"}:
        return f"Item {position:,} is only dots, which is how a program prints ids that it left out."
    named = f", {item}," if _HARMLESS.fullmatch(item) else f" (it begins with U+{ord(item[0]):04X})"
    return f"Item {position:,}{named} is not a number."
