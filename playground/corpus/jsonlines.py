"""JSON lines: one JSON value a line, of which one field is the text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from playground.core.characters import repair
from playground.core.errors import CorpusError

_LOOKED_AT = 200
_DEPTH = 8
WHOLE = "(the lines as they are)"
"""The choice that takes the file as plain text."""


def is_json_lines(name: str) -> bool:
    """By the name: nothing in the bytes tells JSON lines from text that quotes JSON."""
    return name.lower().endswith((".jsonl", ".ndjson"))


def fields(name: str, text: str) -> list[str]:
    """The fields of the first lines that hold text, as dotted paths, the one with most text first."""
    sizes: dict[str, int] = {}
    for _, value in _values(name, text, most=_LOOKED_AT):
        for path, string in _strings(value):
            sizes[path] = sizes.get(path, 0) + len(string)
    if not sizes:
        raise CorpusError(f"{name} has no text in the fields of its first {_LOOKED_AT} lines.")
    return sorted(sizes, key=lambda path: -sizes[path])


def extract(name: str, text: str, field: str) -> tuple[str, tuple[str, ...]]:
    """The texts of one field, a line end between them; also what there is to say about it."""
    found: list[str] = []
    lines = broken = 0
    for _, value in _values(name, text):
        lines += 1
        found += [string for path, string in _strings(value) if path == field]
    if not found:
        raise CorpusError(f"{name} has no text in the field {field!r}.")
    whole, broken = repair("\n".join(found))
    notes = [f"{len(found):,} texts of the field {field!r} from {lines:,} lines."]
    if broken:
        notes.append(f"{broken:,} broken half characters became U+FFFD.")
    return whole, tuple(notes)


def _values(name: str, text: str, most: int | None = None) -> Iterator[tuple[int, Any]]:
    """The JSON values with their line numbers; empty lines are skipped."""
    start, number = 0, 0
    while start < len(text) and (most is None or number < most):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        number += 1
        line = text[start:end].strip()
        start = end + 1
        if line:
            try:
                yield number, json.loads(line)
            except RecursionError:
                raise CorpusError(f"Line {number:,} of {name} is nested too deeply.") from None
            except ValueError:
                raise CorpusError(f"Line {number:,} of {name} is not JSON.") from None


def _strings(value: Any, path: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Every string in a JSON value with its path; the items of a list share the list's path."""
    if isinstance(value, str):
        yield path or "text", value
    elif depth < _DEPTH and isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, f"{path}.{key}" if path else key, depth + 1)
    elif depth < _DEPTH and isinstance(value, list):
        for item in value:
            yield from _strings(item, path, depth + 1)
