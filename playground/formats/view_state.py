"""What a page shows, as a short string for a link and as a small file.

The string is JSON, compressed by zlib (RFC 1950) and written in base64url (RFC 4648, section 5) without padding.
Both are read with care: they come from strangers, may be cut short, and a few bytes of zlib can hold gigabytes.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from typing import Any, NoReturn

from playground.core.characters import repair
from playground.core.errors import FormatError

LONGEST_LINK = 8_000
"""How many characters a packed state may have to go into a link; browsers and proxies carry this much."""
LARGEST_STATE = 16_000_000
"""How many bytes of JSON are unpacked at most, from a link or a file."""
_MARK = "tokenizer playground view"

State = dict[str, Any]


def pack(state: Mapping[str, Any]) -> str:
    """The state as a string of letters, digits, `-` and `_`.

    >>> unpack(pack({"text": "naïve 👍🏽"}))
    {'text': 'naïve 👍🏽'}
    """
    return base64.urlsafe_b64encode(zlib.compress(to_json(state), 9)).rstrip(b"=").decode()


def unpack(packed: str) -> State:
    """The state that `pack` was given; FormatError for anything that `pack` did not make."""
    try:
        data = base64.b64decode(packed.encode() + b"=" * (-len(packed) % 4), altchars=b"-_", validate=True)
        unpacker = zlib.decompressobj()
        text = unpacker.decompress(data, LARGEST_STATE + 1)
    except (binascii.Error, UnicodeEncodeError, zlib.error):
        raise FormatError("The link is damaged: what it carries cannot be unpacked.") from None
    if len(text) > LARGEST_STATE:
        raise FormatError(f"The link unpacks to more than {LARGEST_STATE // 1_000_000} MB and was not opened.")
    if not unpacker.eof or unpacker.unused_data:
        raise FormatError("The link is not whole: its end is missing, or something was added to it.")
    return json_object(text, "link")


def to_file(page: str, state: Mapping[str, Any]) -> bytes:
    """A file that holds the state and the page it belongs to."""
    return to_json({"format": _MARK, "version": 1, "page": page, "state": state}, indent=1)


def from_file(data: bytes) -> tuple[str, State]:
    """The page and the state in a file made by `to_file`; FormatError for any other file."""
    if len(data) > LARGEST_STATE:
        raise FormatError(f"The view file is larger than {LARGEST_STATE // 1_000_000} MB and was not opened.")
    whole = json_object(data, "file")
    page, state = whole.get("page"), whole.get("state")
    if whole.get("format") != _MARK or not isinstance(page, str) or not isinstance(state, dict):
        raise FormatError("The file is not a view of this playground.")
    if whole.get("version") != 1:
        raise FormatError("The view file was written by a newer version of this playground.")
    return page, state


def to_json(value: object, indent: int | None = None) -> bytes:
    """JSON in UTF-8, on one line unless `indent` is given; no NaN."""
    separators = (",", ":") if indent is None else None
    return json.dumps(value, ensure_ascii=False, indent=indent, separators=separators, allow_nan=False).encode()


def json_object(data: bytes, what: str) -> State:
    """The object in `data`, its texts repaired; FormatError, naming `what` it should be, for anything else."""
    try:
        state = json.loads(data.decode(), parse_constant=_refuse)
        if isinstance(state, dict):
            return {str(key): _whole(value) for key, value in state.items()}
    except (ValueError, RecursionError):
        pass
    raise FormatError(f"The {what} does not hold a view of this playground.")


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _whole(value: Any) -> Any:
    """The value with lone surrogates, which JSON can spell, replaced in all its strings."""
    if isinstance(value, str):
        return repair(value)[0]
    if isinstance(value, list):
        return [_whole(item) for item in value]
    if isinstance(value, dict):
        return {repair(key)[0]: _whole(item) for key, item in value.items()}
    return value
