"""Settings by environment: each is read, bounded and answered with one sentence that never quotes a secret."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from playground import settings
from playground.settings import Settings, SettingsError, read

NUMBERS = [f.name for f in fields(Settings) if type(f.default) is int]
SWITCHES = [f.name for f in fields(Settings) if type(f.default) is bool]


def variable(name: str) -> str:
    return settings.PREFIX + name.upper()


def test_an_empty_environment_gives_the_defaults() -> None:
    assert read({}) == Settings()
    assert read({row.variable: "" for row in settings.table()}) == Settings()


@pytest.mark.parametrize("name", NUMBERS)
def test_a_number_is_read_and_bounded(name: str) -> None:
    value = getattr(Settings(), name) - 1
    assert getattr(read({variable(name): f" {value} "}), name) == value
    for wrong in ("-1", "1.5", "many", "1e3", "9" * 30, "²", "٣"):
        with pytest.raises(SettingsError, match=rf"^{variable(name)} must be a whole number from [\d,]+ to [\d,]+\.$"):
            read({variable(name): wrong})


@pytest.mark.parametrize("name", SWITCHES)
def test_a_switch_is_read(name: str) -> None:
    for text, value in [("1", True), ("on", True), ("True", True), ("yes", True)]:
        assert getattr(read({variable(name): text}), name) is value
    for text in ("0", "off", "FALSE", "no"):
        assert getattr(read({variable(name): text}), name) is False
    with pytest.raises(SettingsError, match=f"^{variable(name)} must be on or off.$"):
        read({variable(name): "perhaps"})


def test_folders_must_exist(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b c").mkdir()
    assert read({"PLAYGROUND_CORPORA": f"{tmp_path}/a:{tmp_path}/b c"}).corpora == (tmp_path / "a", tmp_path / "b c")
    with pytest.raises(SettingsError, match=r"^PLAYGROUND_CORPORA must be folders that exist.*; number 2 is none\.$"):
        read({"PLAYGROUND_CORPORA": f"{tmp_path}/a:{tmp_path}/d"})


def test_a_database_url_is_never_quoted() -> None:
    url = "postgresql+psycopg://me:pass@host/name"
    assert read({"PLAYGROUND_DATABASE_URL": url}).database_url == url
    with pytest.raises(SettingsError) as refused:
        read({"PLAYGROUND_DATABASE_URL": "me:pass@host"})
    assert "pass" not in str(refused.value).replace("PLAYGROUND_DATABASE_URL", "")


@pytest.mark.parametrize("wrong", ["READONLY", "READ_ONYL", "UPLOADS_MB", "TRAINING", "DATABASE"])
def test_a_misspelt_setting_is_refused(wrong: str) -> None:
    with pytest.raises(SettingsError, match=f"^PLAYGROUND_{wrong} is not a setting; PLAYGROUND_[A-Z_]+ is.$"):
        read({f"PLAYGROUND_{wrong}": "1"})


def test_what_the_tests_are_told_by_environment_is_no_misspelling() -> None:
    assert read({"PLAYGROUND_BROWSER": "x", "PLAYGROUND_TEST_PROCESSES": "2", "PATH": "y"}) == Settings()


def test_they_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    settings.current.cache_clear()
    monkeypatch.setenv("PLAYGROUND_TRAININGS", "7")
    assert settings.current().trainings == 7
    monkeypatch.setenv("PLAYGROUND_TRAININGS", "8")
    assert settings.current().trainings == 7
    settings.current.cache_clear()
