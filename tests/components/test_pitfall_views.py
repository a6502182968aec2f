"""What the pictures of the Pitfalls page send to the browser: JSON, true to the data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from playground import registry
from playground.components import chip_table, code_lines, cut_view, digit_grid, letter_view, number_map, statement
from playground.components.chips import chips
from playground.core.pitfalls import arithmetic, cutting, indentation, letters, numbers
from playground.core.pitfalls.words import cut, quote

TEXTS = [" naïve 👍🏽\n", "鎮a", "", "a\u200bb", "\r\n\t"]


@pytest.fixture(scope="module")
def cl100k():
    return registry.get("cl100k_base")


@pytest.mark.parametrize("text", TEXTS)
def test_chips_hold_all_tokens(cl100k, text: str) -> None:
    encoded = cl100k.encoded(text)
    drawn = chips(encoded)
    assert sum(chip["tokens"] for chip in drawn) - sum(chip["joined"] for chip in drawn) == len(encoded)
    assert json.loads(json.dumps(drawn)) == drawn


def test_control_tokens_are_marked(cl100k) -> None:
    drawn = chips(cl100k.encoded("a<|endoftext|>b", special=True))
    assert [chip["special"] for chip in drawn] == [False, True, False]


def test_a_table_knows_best_and_worst(cl100k) -> None:
    rows = [chip_table.Row(text, [cl100k.encoded(text)]) for text in ("a", "a b c", "a b")]
    data = chip_table.payload(["x"], rows, chip_table.Look(ids=True))
    assert json.loads(json.dumps(data)) == data
    cells = [row["cells"][0] for row in data["rows"]]
    assert [cell["count"] for cell in cells] == [1, 3, 2]
    assert [(cell["best"], cell["worst"]) for cell in cells] == [(True, False), (False, True), (False, False)]
    assert cells[1]["ids"] == cl100k.encode("a b c")


def test_a_long_cell_says_how_much_is_left_out(cl100k) -> None:
    rows = [chip_table.Row("long", [cl100k.encoded("a b c d e f")]), chip_table.Row("none", [None])]
    data = chip_table.payload(["x"], rows, chip_table.Look(most=2))
    assert data["rows"][0]["cells"][0]["more"] == 4
    assert data["rows"][1]["cells"] == [None]
    assert chip_table.payload(["x"], [], chip_table.Look())["rows"] == []


def test_digits_stand_under_digits(cl100k) -> None:
    column = arithmetic.column(cl100k, "-3.14", "+", "12")
    data = digit_grid.payload("+", [column], [arithmetic.by_digit(["-3.14", "12", "8.86"])])
    assert json.loads(json.dumps(data)) == data
    first, second, result = data["panels"][0]["rows"]
    place = {cell["text"]: cell["column"] for cell in first}
    assert place["-"] + 1 == place["3"] == second[1]["column"] == result[0]["column"]
    assert place["3"] + 1 == place["."] == place["1"] - 1
    assert max(cell["column"] for row in (first, second, result) for cell in row) == data["width"]
    assert "".join(cell["text"] for cell in result) == "8.86"


def test_letters_are_grouped_by_token(cl100k) -> None:
    groups = letter_view.groups(letters.spell(cl100k, "strawberry", "r"))
    assert ["".join(tile["text"] for tile in group["letters"]) for group in groups] == ["str", "aw", "berry"]
    assert [(group["ids"], group["hits"]) for group in groups] == [([496], 1), ([675], 0), ([15717], 2)]
    (one,) = letter_view.groups(letters.spell(cl100k, "鎮"))
    assert one["ids"] == [165, 236, 106]
    assert letter_view.groups(letters.spell(cl100k, "")) == []


def test_lines_hold_all_chips(cl100k) -> None:
    encoded = cl100k.encoded("if x:\n    y\n\n\tz")
    lines = indentation.lines(encoded)
    data = code_lines.payload([("x", encoded, lines)])
    assert json.loads(json.dumps(data)) == data
    rows = data["panels"][0]["rows"]
    assert [row["tokens"] for row in rows] == [line.tokens for line in lines]
    assert sum(len(row["chips"]) for row in rows) == len(encoded)
    assert rows[1]["indent"] == 1
    # The token with the last space and the code is outlined; a line without indent has none.
    assert [row["edge"] for row in rows[:2]] == [-1, rows[1]["chips"][1]["token"]]
    assert rows[1]["chips"][1]["text"] == "␣y"


def test_many_lines_are_cut_off(cl100k) -> None:
    encoded = cl100k.encoded("a\n" * 300)
    data = code_lines.payload([("x", encoded, indentation.lines(encoded))])
    assert data["panels"][0]["more"] == 300 - code_lines.MOST_LINES


def test_the_map_has_a_digit_for_each_number(cl100k) -> None:
    found = numbers.number_map(cl100k, "Decimals 0.00 to 9.99")
    data = number_map.payload([found])
    assert len(data["maps"][0]["code"]) == len(data["texts"]) == 1000
    assert number_map.payload([]) == {"texts": [], "maps": []}


def test_a_cut_stream(cl100k) -> None:
    data = cut_view.payload([cutting.cut(cl100k, "鎮", 1)])
    panel = data["panels"][0]
    assert (panel["shown"], panel["held"], panel["naive"], panel["came"]) == ("", "E9", "\ufffd", 1)
    assert [token["bytes"] for token in panel["tokens"]] == ["E9", "8E", "AE"]
    assert json.loads(json.dumps(data)) == data


def test_a_sentence_is_taken_apart() -> None:
    parts = statement.payload("A " + cut(["1", "2"]) + " and " + quote(" ‹|›") + ".")
    assert [part["words"] for part in parts] == ["A ", "", " and ", "", "."]
    assert [part["tokens"] for part in parts] == [[], ["1", "2"], [], ["␣‹|›"], []]
    assert statement.payload("") == []


def test_components_write_text_only() -> None:
    folder = Path(statement.__file__).parents[1]
    for name in ("statement", "chip_table", "digit_grid", "number_map", "letter_view", "code_lines", "cut_view"):
        script = (folder / name / f"{name}.js").read_text()
        assert "innerHTML" not in script
        assert "addEventListener" not in script
