"""The store of saved tokenizers: the same laws on SQLite and on a real PostgreSQL; faults survived."""

from __future__ import annotations

import glob
import hashlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from playground import store as store_module
from playground.core.errors import StoreError
from playground.store import Limits, Store

ROOT = Path(__file__).parents[1]

# Saves files whose name is the hash of their data, and prints each key once it is safe.
SAVER = """
import hashlib, secrets, sys
from playground.store import Store
store = Store(sys.argv[1])
for _ in range(int(sys.argv[2])):
    data = secrets.token_bytes(200_000)
    print(store.save(hashlib.sha256(data).hexdigest(), data), flush=True)
"""


def _postgres_folder() -> Path | None:
    """Where PostgreSQL's programs lie; Debian keeps them off PATH."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    return Path(found[-1]).parent if found else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL server of our own on loopback."""
    folder = _postgres_folder()
    if folder is None:
        sentence = "PostgreSQL is not installed on this machine: no initdb"
        (pytest.fail if os.environ.get("PLAYGROUND_CI") else pytest.skip)(sentence)
    home = Path(tempfile.mkdtemp(prefix="playground-postgres-"))
    # PostgreSQL refuses to run as root.
    user: dict[str, int] = {}
    if os.getuid() == 0:
        account = pwd.getpwnam("postgres")
        user = {"user": account.pw_uid, "group": account.pw_gid}
        os.chown(home, account.pw_uid, account.pw_gid)
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.STDOUT, "cwd": home}
    subprocess.run([folder / "initdb", "-D", home / "data", "-U", "tester", "-A", "trust"], check=True, **quiet, **user)
    command = [folder / "postgres", "-D", home / "data", "-p", str(port), "-h", "127.0.0.1", "-k", str(home)]
    server = subprocess.Popen(command, **quiet, **user)
    url = f"postgresql+psycopg://tester@127.0.0.1:{port}/postgres"
    engine = sa.create_engine(url)
    deadline = time.monotonic() + 60
    while True:
        try:
            engine.connect().close()
            break
        except sa.exc.OperationalError:
            assert server.poll() is None, "PostgreSQL stopped"
            assert time.monotonic() < deadline, "PostgreSQL does not answer"
            time.sleep(0.1)
    engine.dispose()
    yield url
    server.send_signal(signal.SIGQUIT)
    server.wait(30)
    shutil.rmtree(home)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'folder' / 'tokenizers.sqlite'}"
    url: str = request.getfixturevalue("postgres")
    engine = sa.create_engine(url)
    store_module._TABLES.drop_all(engine)
    engine.dispose()
    return url


@pytest.fixture
def open_store(url: str) -> Iterator:
    opened: list[Store] = []

    def open_one(limits: Limits | None = None) -> Store:
        opened.append(Store(url, limits))
        return opened[-1]

    yield open_one
    for store in opened:
        store.close()


def test_what_was_saved_is_loaded_by_another_server(open_store) -> None:
    key = open_store().save("mine", b"\x00\xff data")
    saved = open_store().load(key)
    assert (saved.name, saved.data) == ("mine", b"\x00\xff data")


def test_keys_are_long_and_never_the_same(open_store) -> None:
    store = open_store()
    keys = {store.save("a", b"same") for _ in range(20)}
    assert len(keys) == 20
    assert all(len(key) >= 22 for key in keys)  # 128 bits in base64


def test_an_unknown_key_is_one_sentence(open_store) -> None:
    with pytest.raises(StoreError, match="no saved tokenizer behind this link"):
        open_store().load("AAAAAAAAAAAAAAAAAAAAAA")


def test_deleting_is_for_good_and_twice_is_no_error(open_store) -> None:
    store = open_store()
    key, other = store.save("a", b"1"), store.save("b", b"2")
    store.delete(key)
    store.delete(key)
    with pytest.raises(StoreError):
        store.load(key)
    assert store.load(other).name == "b"


def test_unused_for_thirty_days_is_forgotten_and_use_counts(open_store, monkeypatch: pytest.MonkeyPatch) -> None:
    store, start = open_store(), store_module._now()
    used, unused = store.save("used", b"1"), store.save("unused", b"2")
    monkeypatch.setattr(store_module, "_now", lambda: start + timedelta(days=20))
    store.load(used)
    monkeypatch.setattr(store_module, "_now", lambda: start + timedelta(days=31))
    assert store.load(used).name == "used"
    with pytest.raises(StoreError):
        store.load(unused)


def test_limits_refuse_and_keep_what_is_there(open_store) -> None:
    store = open_store(Limits(each=10, count=2, total=15))
    with pytest.raises(StoreError, match="keeps up to"):
        store.save("large", b"x" * 11)
    first = store.save("a", b"x" * 8)
    with pytest.raises(StoreError, match="full"):
        store.save("b", b"x" * 8)
    store.save("c", b"x" * 2)
    with pytest.raises(StoreError, match="full"):
        store.save("d", b"")
    assert store.load(first).data == b"x" * 8


def test_two_servers_save_at_once(url: str, open_store) -> None:
    open_store()
    command = [sys.executable, "-c", SAVER, url, "10"]
    savers = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    keys = [key for saver in savers for key in saver.communicate(timeout=120)[0].split()]
    assert len(keys) == 20
    for key in keys:
        saved = open_store().load(key)
        assert saved.name == hashlib.sha256(saved.data).hexdigest()


def test_killed_while_saving_leaves_old_or_new_never_half(url: str, open_store) -> None:
    store = open_store()
    for pause in (0.0, 0.011, 0.023):
        command = [sys.executable, "-c", SAVER, url, "100000"]
        saver = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert saver.stdout
        safe = [saver.stdout.readline().strip() for _ in range(3)]
        time.sleep(pause)  # not a wait for anything: it moves the kill to another moment of a save
        saver.kill()
        saver.wait()
        saver.stdout.close()
        for key in safe:
            store.load(key)
    with store._engine.connect() as connection:
        rows = connection.execute(sa.select(store_module._SAVED)).all()
    assert len(rows) >= 9
    for row in rows:
        assert row.name == hashlib.sha256(row.data).hexdigest()
        assert row.size == len(row.data)


@pytest.mark.parametrize("damage", ["not a database", "overwritten header", "overwritten middle"])
def test_a_damaged_file_is_moved_aside_and_a_new_one_used(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "tokenizers.sqlite"
    url = f"sqlite:///{path}"
    store = Store(url)
    for _ in range(5):
        store.save("a", os.urandom(20_000))
    store.close()
    data = bytearray(path.read_bytes())
    if damage == "not a database":
        data = bytearray(b"<html>" * 1000)
    elif damage == "overwritten header":
        data[:100] = bytes(100)
    else:
        data[100:4096] = os.urandom(3996)
    path.write_bytes(data)
    store = Store(url)
    assert store.note
    assert "moved" in store.note
    assert [found.read_bytes() for found in tmp_path.glob("*.broken-*")] == [bytes(data)]
    assert store.load(store.save("b", b"new")).data == b"new"
    store.close()
    again = Store(url)
    assert again.note is None
    again.close()


def test_a_full_disk_is_one_sentence_and_loses_nothing(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tokenizers.sqlite'}")
    key = store.save("a", b"kept")
    # SQLite answers like this where the disk has no room for another page.
    with store._engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()

    def full(connection, _record) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    store._engine.dispose()
    sa.event.listen(store._engine, "connect", full)
    with pytest.raises(StoreError, match="does not answer"):
        store.save("b", os.urandom(1_000_000))
    assert store.load(key).data == b"kept"
    store.close()


def test_a_database_that_is_not_there_is_one_sentence() -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Store("postgresql+psycopg://nobody@127.0.0.1:9/none")


def test_by_default_it_lies_in_the_users_data_folder(setting) -> None:
    setting(database_url="")
    assert store_module.default_url().startswith("sqlite:///")
    assert "tokenizer-playground" in store_module.default_url()
    setting(database_url="sqlite:///elsewhere.sqlite")
    assert store_module.default_url() == "sqlite:///elsewhere.sqlite"


def test_the_operator_sets_its_size_and_days(setting, tmp_path: Path) -> None:
    setting(store_mb=3, store_days=7, database_url=f"sqlite:///{tmp_path / 'tokenizers.sqlite'}")
    store = Store()
    assert (store.limits.total, store.limits.days_without_use) == (3_000_000, 7)
    store.save("a", bytes(2_000_000))
    with pytest.raises(StoreError, match="full"):
        store.save("b", bytes(2_000_000))
    store.close()
