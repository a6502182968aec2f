"""The kinds of values that a shared page can have, and how a value from a stranger's link is checked.

Each check gives the value that a widget may take, or None, and a sentence where something had to be left out. The
sentence never quotes the link.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from playground import registry, settings
from playground.ui import keeping, session

Checked = tuple[Any, str]
_MISFIT = "A choice in the link does not fit this page and was left out."
_KEY = "kept"  # in a link: {"kept": key} stands for a tokenizer in the store
_MOST = 5
_OWN = "A tokenizer that you trained or loaded cannot be in a link; save it on its own page and send the file."
_MISSING = "The link names a tokenizer that this session does not have; it was left out."


def _as_it_is(value: Any) -> Checked:
    return value, ""


@dataclass(frozen=True)
class Kind:
    """How a value is checked when it comes from a link (`restored`) and when it goes into one (`portable`)."""

    restored: Callable[[Any], Checked]
    portable: Callable[[Any], Checked] = _as_it_is


def _kind(fits: Callable[[Any], bool]) -> Kind:
    return Kind(lambda value: (value, "") if fits(value) else (None, _MISFIT))


TEXT = _kind(lambda value: isinstance(value, str) and len(value) <= settings.current().text_characters)
"""Any text that this server takes."""
FLAG = _kind(lambda value: isinstance(value, bool))
"""True or false."""


def text(most: int) -> Kind:
    """A text of at most `most` characters, for a widget that takes no more."""
    return _kind(lambda value: isinstance(value, str) and len(value) <= most)


def number(least: float, most: float) -> Kind:
    """A number from `least` to `most`; a whole one where both limits are whole."""
    kinds = (int,) if isinstance(least, int) and isinstance(most, int) else (int, float)
    return _kind(lambda value: isinstance(value, kinds) and not isinstance(value, bool) and least <= value <= most)


def one_of(*options: Any) -> Kind:
    """One of these options, such as a select box has."""
    return _kind(lambda value: any(value == option and type(value) is type(option) for option in options))


def some_of(*options: Any, most: int | None = None) -> Kind:
    """A list of different options, such as a multiselect has."""
    return _kind(
        lambda value: (
            isinstance(value, list)
            and all(item in options for item in value)
            and len(value) == len({str(item) for item in value})
            and (most is None or len(value) <= most)
        )
    )


def counts(most: int = 200) -> Kind:
    """A dictionary of words and how often each occurs, at least once."""
    return _kind(
        lambda value: (
            isinstance(value, dict)
            and len(value) <= most
            and all(isinstance(n, int) and not isinstance(n, bool) and 1 <= n <= 10**9 for n in value.values())
        )
    )


def rows(*columns: str, most: int = 200) -> Kind:
    """A list of rows, each with exactly these columns of text."""
    return _kind(
        lambda value: (
            isinstance(value, list)
            and len(value) <= most
            and all(
                isinstance(row, dict) and set(row) == set(columns) and all(isinstance(v, str) for v in row.values())
                for row in value
            )
        )
    )


def _restored_tokenizer(value: Any, others: Sequence[str] = ()) -> Checked:
    name = keeping.fetch(value[_KEY]) if _is_kept(value) else value
    return (name, "") if name in session.names() or name in others else (None, _MISSING)


def _is_kept(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {_KEY} and isinstance(value[_KEY], str)


def _portable_tokenizer(value: Any, others: Sequence[str] = ()) -> Checked:
    if value in registry.NAMES or value in others:
        return value, ""
    key = keeping.keys().get(value)
    return ({_KEY: key}, "") if key else (None, _OWN)


def _restored_tokenizers(value: Any, others: Sequence[str] = ()) -> Checked:
    if not isinstance(value, list):
        return None, _MISFIT
    checked = [_restored_tokenizer(item, others)[0] for item in value[:_MOST]]
    known = list(dict.fromkeys(name for name in checked if name is not None))
    return known or None, "" if len(known) == len(value) else _MISSING


def _portable_tokenizers(value: Any, others: Sequence[str] = ()) -> Checked:
    checked = [_portable_tokenizer(item, others)[0] for item in value]
    portable = [item for item in checked if item is not None]
    return portable or None, "" if len(portable) == len(value) else _OWN


TOKENIZER = Kind(_restored_tokenizer, _portable_tokenizer)
"""The name of one tokenizer of this session; an own one travels by its key in the store, if it is kept there."""
TOKENIZERS = Kind(_restored_tokenizers, _portable_tokenizers)
"""Names of up to five tokenizers of this session; own ones travel by their keys."""


def tokenizers_or(*others: str) -> Kind:
    """Names of up to five tokenizers of this session, or of these `others`, which every session has."""
    return Kind(partial(_restored_tokenizers, others=others), partial(_portable_tokenizers, others=others))
