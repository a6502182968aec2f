"""Tables as CSV: everything in it, and nothing that a spreadsheet would run."""

from __future__ import annotations

import csv
import io

import pandas as pd

from playground.ui.tables import csv as as_csv


def rows(frame: pd.DataFrame) -> list[list[str]]:
    return list(csv.reader(io.StringIO(as_csv(frame).decode("utf-8-sig"))))


def test_text_comes_back_as_it_is() -> None:
    frame = pd.DataFrame({"token": ["␣the", 'a"b', "x,y", "中文"], "id": [1, 2, 3, 4]})
    assert rows(frame) == [["token", "id"], ["␣the", "1"], ['a"b', "2"], ["x,y", "3"], ["中文", "4"]]
    assert as_csv(frame).startswith(b"\xef\xbb\xbf")


def test_a_formula_is_kept_from_running() -> None:
    frame = pd.DataFrame({"token": ["=1+1", "@x", "+39 %", "-"], "n": [-1, 2, 3, 4]})
    assert [row[0] for row in rows(frame)[1:]] == ["'=1+1", "'@x", "'+39 %", "'-"]
    assert rows(frame)[1][1] == "-1"
