"""Saved tokenizers, each behind a key of 128 random bits: whoever has the key can load and delete it, nobody else.

What is stored is the tokenizer's file, never the corpus. SQLite in the user's data folder unless
PLAYGROUND_DATABASE_URL names another database (any that SQLAlchemy knows; PostgreSQL where several servers share one).
Each save is one transaction, so that a process killed in the middle of it leaves the old state or the new one.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from playground import settings
from playground.core.errors import StoreError

_TABLES = sa.MetaData()
_SAVED = sa.Table(
    "saved_tokenizers",
    _TABLES,
    sa.Column("key", sa.String(32), primary_key=True),
    sa.Column("name", sa.String(200), nullable=False),
    sa.Column("data", sa.LargeBinary, nullable=False),
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("created", sa.DateTime(timezone=True), nullable=False),
    sa.Column("used", sa.DateTime(timezone=True), nullable=False, index=True),
)
_BROKEN_FILE = ("file is not a database", "malformed", "disk image")


@dataclass(frozen=True)
class Limits:
    """How much a store keeps. Sizes in bytes."""

    each: int = 16_000_000
    count: int = 10_000
    total: int = 2_000_000_000
    days_without_use: int = 30

    @classmethod
    def set_by_operator(cls) -> Limits:
        """With what the server's settings say."""
        known = settings.current()
        return cls(total=known.store_mb * 1_000_000, days_without_use=known.store_days)


@dataclass(frozen=True)
class Saved:
    """One stored tokenizer: its name and its file."""

    name: str
    data: bytes


class Store:
    """A database of saved tokenizers.

    `note` is a sentence for the operator where a broken database file was moved aside at opening. Every failure of the
    database is a StoreError in one sentence; an app without a working store goes on without it.
    """

    def __init__(self, url: str | None = None, limits: Limits | None = None):
        self.limits = limits or Limits.set_by_operator()
        self.note: str | None = None
        self._engine = sa.create_engine(url or default_url(), pool_pre_ping=True)
        if self._engine.dialect.name == "sqlite":
            sa.event.listen(self._engine, "connect", _prepare_sqlite)
        self._open()

    def save(self, name: str, data: bytes) -> str:
        """Keep a tokenizer's file; the new key. StoreError where it is too large or the store is full."""
        if len(data) > self.limits.each:
            raise StoreError(
                f"This tokenizer's file has {len(data) / 1e6:,.1f} MB; the store keeps up to "
                f"{self.limits.each / 1e6:,.0f} MB each. Download it instead."
            )
        key, now = secrets.token_urlsafe(16), _now()
        with self._transaction() as connection:
            self._expire(connection)
            count, total = connection.execute(
                sa.select(sa.func.count(), sa.func.coalesce(sa.func.sum(_SAVED.c.size), 0))
            ).one()
            if count >= self.limits.count or total + len(data) > self.limits.total:
                raise StoreError("The store of this server is full. Download the tokenizer instead.")
            row = {"key": key, "name": name[:200], "data": data, "size": len(data), "created": now, "used": now}
            connection.execute(sa.insert(_SAVED).values(row))
        return key

    def load(self, key: str) -> Saved:
        """The tokenizer behind `key`, whose time without use starts again; StoreError where there is none."""
        with self._transaction() as connection:
            self._expire(connection)
            found = connection.execute(sa.select(_SAVED.c.name, _SAVED.c.data).where(_SAVED.c.key == key)).first()
            if found is None:
                raise StoreError("There is no saved tokenizer behind this link: it was deleted, or not used for long.")
            connection.execute(sa.update(_SAVED).where(_SAVED.c.key == key).values(used=_now()))
        return Saved(found.name, bytes(found.data))

    def delete(self, key: str) -> None:
        """Forget the tokenizer behind `key`; nothing where there is none."""
        with self._transaction() as connection:
            connection.execute(sa.delete(_SAVED).where(_SAVED.c.key == key))

    def close(self) -> None:
        """Give back all connections."""
        self._engine.dispose()

    def _expire(self, connection: sa.Connection) -> None:
        oldest = _now() - timedelta(days=self.limits.days_without_use)
        connection.execute(sa.delete(_SAVED).where(_SAVED.c.used < oldest))

    def _open(self) -> None:
        path = self._file()
        if path is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
        try:
            _TABLES.create_all(self._engine)
        except DatabaseError as error:
            if path is None or not any(sign in str(error.orig) for sign in _BROKEN_FILE):
                raise StoreError("The store of saved tokenizers cannot be opened.") from error
            self._engine.dispose()
            aside = path.with_name(f"{path.name}.broken-{_now():%Y%m%d-%H%M%S}")
            path.rename(aside)
            for rest in ("-wal", "-shm"):
                path.with_name(path.name + rest).unlink(missing_ok=True)
            self.note = f"The store of saved tokenizers was damaged. It was moved to {aside.name}; a new one is in use."
            _TABLES.create_all(self._engine)

    def _file(self) -> Path | None:
        """The database's file, where it is one."""
        database = self._engine.url.database
        in_file = self._engine.dialect.name == "sqlite" and database not in (None, "", ":memory:")
        return Path(str(database)) if in_file else None

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        try:
            with self._engine.begin() as connection:
                yield connection
        except SQLAlchemyError as error:
            # The message of the database may quote what was to be stored: it stays out of the log too.
            raise StoreError("The store of saved tokenizers does not answer. Nothing was changed.") from error


def default_url() -> str:
    """Where tokenizers are saved unless told otherwise."""
    return settings.current().database_url or _in_users_folder()


def _in_users_folder() -> str:
    return f"sqlite:///{platformdirs.user_data_path('tokenizer-playground') / 'tokenizers.sqlite'}"


def _prepare_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    # Readers do not wait for a writer; a second server waits for its turn instead of failing.
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA busy_timeout=10000")


def _now() -> datetime:
    return datetime.now(UTC)
