"""Fixtures for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SHARED = ROOT.parent / "shared"


@pytest.fixture(scope="session")
def alice() -> str:
    """A book of 150 kB, where the folder of shared texts stands beside the project."""
    path = SHARED / "data" / "alice.txt"
    if not path.exists():
        pytest.skip("shared/data/alice.txt is not beside the project")
    return path.read_bytes().decode()
