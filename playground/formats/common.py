"""What all formats share: limits, the error for what a format cannot hold, and byte-level merges to write."""

from __future__ import annotations

import json
from typing import Any

from playground.core.errors import FormatError

MAX_BYTES = 64_000_000
MAX_ENTRIES = 2_000_000
MAX_PIECE = 10_000


class CannotHold(FormatError):
    """A format cannot hold a tokenizer exactly; `offer` says what `lossy=True` writes instead, if anything."""

    def __init__(self, message: str, offer: str = ""):
        super().__init__(message)
        self.offer = offer


def check_size(data: bytes) -> None:
    """Raise FormatError for a file that is empty or larger than any tokenizer's."""
    if not data.strip():
        raise FormatError("The file is empty.")
    if len(data) > MAX_BYTES:
        raise FormatError(f"The file has {len(data) / 1e6:,.0f} MB; at most {MAX_BYTES / 1e6:,.0f} MB are read.")


def text_of(data: bytes) -> str:
    """The file as text without a byte-order mark; line ends as they are."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError(f"The file is not UTF-8 text (byte {error.start:,}).") from None


def json_object(data: bytes) -> dict[str, Any]:
    """The JSON object in the file."""
    try:
        parsed = json.loads(text_of(data))
    except RecursionError:
        raise FormatError("The file is nested too deeply to be a tokenizer.") from None
    except json.JSONDecodeError as error:
        raise FormatError(f"This is not JSON: {error.msg}.", error.lineno) from None
    except ValueError:
        raise FormatError("The file holds a number that is too long to read.") from None
    if not isinstance(parsed, dict):
        raise FormatError("The JSON is not an object, as a tokenizer file is.")
    return parsed


def json_lines(file: dict[str, Any]) -> bytes:
    """JSON with a line for each part; an indent for each token would take Python's slow encoder."""
    parts = (f"{json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in file.items())
    return ("{\n " + ",\n ".join(parts) + "\n}\n").encode()
