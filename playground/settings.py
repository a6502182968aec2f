"""What the operator of a server sets by environment: limits, a read-only mode, where things are kept.

Each setting is one field of `Settings` with its name, its default, its bounds and one sentence, which the README's
table repeats. They are read once, by the first `current()`; what is wrong with one is a SettingsError that names it.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from pathlib import Path
from typing import Any

from playground.core.errors import PlaygroundError

PREFIX = "PLAYGROUND_"


class SettingsError(PlaygroundError):
    """A setting that the server cannot start with; the sentence names it and says what it may be."""


def _setting(default: Any, read: Callable[[str], Any], what: str, shown: str | None = None) -> Any:
    """A field of Settings. `read` raises ValueError with the end of the sentence "PLAYGROUND_X must be ..."."""
    return field(default=default, metadata={"read": read, "what": what, "shown": shown or str(default)})


def _whole(default: int, least: int, most: int, what: str) -> Any:
    def read(text: str) -> int:
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 20 else -1
        if not least <= number <= most:
            raise ValueError(f"a whole number from {least:,} to {most:,}")
        return number

    return _setting(default, read, what, f"{default:,}")


def _switch(default: bool, what: str) -> Any:
    def read(text: str) -> bool:
        if text.lower() in ("1", "on", "true", "yes"):
            return True
        if text.lower() in ("0", "off", "false", "no"):
            return False
        raise ValueError("on or off")

    return _setting(default, read, what, "on" if default else "off")


def _folders(text: str) -> tuple[Path, ...]:
    paths = tuple(Path(part) for part in text.split(os.pathsep) if part)
    missing = next((path for path in paths if not path.is_dir()), None)
    if missing is not None:
        raise ValueError(
            f"folders that exist, with {os.pathsep!r} between them; number {paths.index(missing) + 1} is none"
        )
    return paths


def _url(text: str) -> str:
    if "://" not in text:
        raise ValueError("an SQLAlchemy URL such as postgresql+psycopg://user@host/name")
    return text


@dataclass(frozen=True)
class Settings:
    """All settings of a process. A field called `x` is set by PLAYGROUND_X. MB are millions of bytes."""

    read_only: bool = _switch(
        False, "visitors can look, type and train on the samples; nothing is uploaded and nothing is kept"
    )
    upload_mb: int = _whole(100, 1, 4000, "the largest file that can be uploaded, in MB")
    unpacked_mb: int = _whole(100, 1, 4000, "the most text that a file, or several together, can unpack to, in MB")
    tokenizer_mb: int = _whole(64, 1, 64, "the largest tokenizer file that can be uploaded, in MB")
    text_characters: int = _whole(
        2_000_000, 1000, 20_000_000, "the longest text that can be typed or pasted, in characters"
    )
    trainings: int = _whole(2, 1, 64, "trainings that run at once")
    queue: int = _whole(20, 0, 1000, "trainings that wait for their turn; more are refused")
    training_mb: int = _whole(8000, 500, 1_000_000, "the memory of one training, in MB (where the system can limit it)")
    training_minutes: int = _whole(
        60, 1, 10_000, "the longest training, in minutes; then it stops and what it learned is kept"
    )
    grace_seconds: int = _whole(
        60, 1, 86_400, "how long a training goes on, and its result waits, when its browser is gone"
    )
    corpora: tuple[Path, ...] = _setting((), _folders, "folders of texts that the Train page offers", "none")
    store: bool = _switch(True, "whether trained and loaded tokenizers are kept at all")
    database_url: str = _setting(
        "", _url, "where they are kept: any SQLAlchemy URL, such as PostgreSQL for several servers",
        "SQLite in the user's data folder",
    )  # fmt: skip
    store_mb: int = _whole(2000, 1, 1_000_000, "how much all kept tokenizers may have together, in MB")
    store_days: int = _whole(30, 1, 3650, "days without use after which a kept tokenizer is forgotten")


@dataclass(frozen=True)
class Row:
    """One setting as the README's table shows it."""

    variable: str
    default: str
    what: str


def table() -> list[Row]:
    """All settings, for people."""
    return [Row(PREFIX + f.name.upper(), f.metadata["shown"], f.metadata["what"]) for f in fields(Settings)]


def read(environment: Mapping[str, str]) -> Settings:
    """The settings in an environment. An empty variable is one that is not set.

    >>> read({"PLAYGROUND_TRAININGS": "4"}).trainings
    4
    >>> read({"PLAYGROUND_TRAININGS": "many"})
    Traceback (most recent call last):
    playground.settings.SettingsError: PLAYGROUND_TRAININGS must be a whole number from 1 to 64.
    """
    values = {}
    for known in fields(Settings):
        variable = PREFIX + known.name.upper()
        text = environment.get(variable, "").strip()
        if text:
            try:
                values[known.name] = known.metadata["read"](text)
            except ValueError as error:
                # The value stays out of the sentence: a database URL holds a password.
                raise SettingsError(f"{variable} must be {error}.") from None
    _refuse_misspelt(environment)
    return Settings(**values)


def _refuse_misspelt(environment: Mapping[str, str]) -> None:
    """A limit that is silently ignored because of one letter would be worse than none."""
    known = [f.name.upper() for f in fields(Settings)]
    for variable in sorted(environment):
        name = variable.removeprefix(PREFIX)
        if variable.startswith(PREFIX) and name not in known:
            near = difflib.get_close_matches(name, known, 1, 0.75)
            if near:
                raise SettingsError(f"{variable} is not a setting; {PREFIX}{near[0]} is.")


@cache
def current() -> Settings:
    """The settings of this process, read once. SettingsError each time where one is wrong."""
    return read(os.environ)
