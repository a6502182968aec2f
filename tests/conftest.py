"""Fixtures for all tests."""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from playground import settings

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"

# No test may touch the tokenizers that the person running it has saved.
os.environ["PLAYGROUND_DATABASE_URL"] = f"sqlite:///{tempfile.mkdtemp(prefix='playground-')}/tokenizers.sqlite"


@pytest.fixture(scope="session")
def alice() -> str:
    """A book of 150 kB, where the folder of shared texts stands beside the project."""
    path = SHARED / "data" / "alice.txt"
    if not path.exists():
        pytest.skip("shared/data/alice.txt is not beside the project")
    return path.read_bytes().decode()


@pytest.fixture
def setting(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Call it with settings for this test alone: `setting(read_only="1")`."""

    def use(**values: object) -> None:
        for name, value in values.items():
            monkeypatch.setenv(settings.PREFIX + name.upper(), str(value))
        settings.current.cache_clear()

    yield use
    monkeypatch.undo()
    settings.current.cache_clear()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """No process may begin something long when the others have ended: servers and browsers come first."""
    if not hasattr(config, "workerinput"):
        return
    tests = Counter(item.path for item in items)
    long = {"browser", "benchmarks", "test_cluster.py"}
    items.sort(key=lambda item: (long.isdisjoint(item.path.parts), -tests[item.path], item.path))


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Long bytes are named by their length: archives hold the time, and two processes must name tests alike."""
    return f"{argname}-{len(val)}-bytes" if isinstance(val, bytes) and len(val) > 9 else None
