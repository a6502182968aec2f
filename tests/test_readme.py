"""What the README says is so."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from playground import settings, shards
from playground.components import live_text
from playground.core import expression
from playground.formats import view_state
from playground.store import Limits
from playground.ui.merges import sources
from playground.ui.navigation import ENTRIES

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    found = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    return [body for name, body in found if name == language]


def test_it_has_two_commands_of_one_line_each() -> None:
    first, second = blocks("bash")
    assert first.count("\n") == second.count("\n") == 1
    assert "streamlit run streamlit_app.py" in first
    assert second == "bash tests/run\n"


def test_the_table_of_pages_is_the_menu() -> None:
    rows = re.findall(r"^\| (\w+) \| .+\? \|$", README, re.MULTILINE)
    assert rows == [entry.title for entry in ENTRIES]


def test_the_map_names_every_folder_and_nothing_else() -> None:
    (drawn,) = (block for block in blocks("") if "streamlit_app.py" in block)
    inner = set(re.findall(r"^    ([\w.]+)/?\s", drawn, re.MULTILINE))
    there = {path.name for path in (ROOT / "playground").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert {name for name in inner if (ROOT / "playground" / name).is_dir()} == there
    assert all((ROOT / "playground" / name).exists() for name in inner)
    outer = re.findall(r"^([\w.]+)/?\s", drawn, re.MULTILINE)
    assert all((ROOT / name).exists() for name in outer)


def test_the_example_runs() -> None:
    (example,) = blocks("python")
    subprocess.run([sys.executable, "-c", example], cwd=ROOT, check=True)


def test_pictures_and_files_it_names_are_there() -> None:
    for name in re.findall(r"\]\((?!http)([^)#]+)\)", README):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`((?:playground|tests|pages)/[\w./]+)`", README):
        assert (ROOT / name).exists(), name
    for name in re.findall(r"`(?:python tests/benchmarks/)?([a-z]\w+\.py)`", README):
        assert (ROOT / "tests" / "benchmarks" / name).exists(), name


def test_the_commands_it_shows_are_known() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "playground", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    for command in set(re.findall(r"python -m playground (\w+)", README)):
        assert command in help_text


@pytest.mark.parametrize(
    ("sentence", "number"),
    [
        (r"at most (\d+) MB; a tokenizer", settings.Settings().unpacked_mb),
        (r"a tokenizer file (\d+) MB", settings.Settings().tokenizer_mb),
        (r"while you type up to ([\d,]+) characters", live_text.LIVE),
        (r"refused above ([\d,]+)", settings.Settings().text_characters),
        (r"animates up to ([\d,]+) characters", sources.MOST_CHARACTERS),
        (r"of training and ([\d,]+) of reading", sources.MOST_READ),
        (r"stopped after (\d+) seconds", int(expression.LIMIT)),
        (r"a view of up to ([\d,]+) characters", view_state.LONGEST_LINK),
        (r"on the server for (\d+) days", Limits().days_without_use),
        (r"up to (\d+) MB \| the Train page", settings.Settings().unpacked_mb),
        (r"it counts (\d+) MB at a time", shards.SHARD // 1_000_000),
    ],
)
def test_the_limits_are_those_of_the_code(sentence: str, number: int) -> None:
    found = re.search(sentence, README)
    assert found, sentence
    assert int(found.group(1).replace(",", "")) == number


def test_the_options_it_shows_are_those_of_the_command() -> None:
    help_text = subprocess.run(
        [sys.executable, "-m", "playground", "train", "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    section = README[README.index("## How large a text") : README.index("## From Python")]
    shown = set(re.findall(r"--[a-z][a-z-]+", section)) - {"--nthreads", "--nworkers"}  # of Dask's own command
    assert {"--workers", "--scheduler", "--floor", "--shard-mb"} <= shown
    assert all(option in help_text for option in shown)


def test_the_table_of_large_texts_follows_the_law_it_states() -> None:
    k, b = map(float, re.search(r"entries = ([\d.]+) × bytes \^ ([\d.]+)", README).groups())  # type: ignore[union-attr]
    often = float(re.search(r"are about ([\d.]+) times as many as all words of a tenth", README).group(1))  # type: ignore[union-attr]
    rows = re.findall(r"^\| (\d+) (GB|TB) \| ([\d,.]+) million \| ([\d,.]+) million \|", README, re.MULTILINE)
    assert len(rows) == 3
    for number, unit, entries, frequent in rows:
        text = float(number) * {"GB": 1e9, "TB": 1e12}[unit]
        assert float(entries.replace(",", "")) * 1e6 == pytest.approx(k * text**b, rel=0.05)
        assert float(frequent.replace(",", "")) * 1e6 == pytest.approx(often * k * (text / 10) ** b, rel=0.05)


def test_two_trainings_at_a_time() -> None:
    assert "Two trainings run at a time" in README
    assert settings.Settings().trainings == 2


def test_the_table_of_settings_is_the_settings() -> None:
    rows = re.findall(r"^\| `(PLAYGROUND_\w+)` \| (.+) \| (.+) \|$", README, re.MULTILINE)
    assert rows == [(row.variable, row.default, row.what) for row in settings.table()]
    assert README.rindex("\n## ") < README.index("PLAYGROUND_READ_ONLY")


def test_what_is_said_of_the_measured_trainers_follows_from_the_table() -> None:
    section = README[README.index("## Measured") : README.index("## For operators")]
    head, *rows = re.findall(r"^\| (.+) \|$", section[: section.index("growth.py")], re.MULTILINE)
    names = head.split(" | ")[4:]
    ratios: dict[str, list[float]] = {name: [] for name in names}
    for row in rows:
        cells = row.split(" | ")
        ours = float(cells[2].split()[0])
        for name, cell in zip(names, cells[4:], strict=True):
            if cell != "–":
                ratios[name].append(float(cell.split()[0]) / ours)
    said = re.search(
        r"at least ([\d.]+) times as long as ours; rustbpe at least ([\d.]+) times, tokenizers at least ([\d.]+)",
        section,
    )
    assert said
    least = [min(min(found) for found in ratios.values() if found), min(ratios["rustbpe"]), min(ratios["tokenizers"])]
    assert [float(number) for number in said.groups()] == [pytest.approx(value, abs=0.005) for value in least]


def test_the_commands_of_the_measurements_are_there() -> None:
    section = README[README.index("## Measured") : README.index("## For operators")]
    commands = re.findall(r"python (tests/benchmarks/\w+\.py)", section)
    assert len(commands) == 5
    assert all((ROOT / path).is_file() for path in commands)
