"""The Tokens page, run without a browser: the cases, the counts, and a session's own text."""

from __future__ import annotations

import base64
import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from playground import registry

ROOT = Path(__file__).parents[2]
# Ids that the real libraries give, and the tokens that share a character: [first, last] of each group.
CASES: dict[str, tuple[str, dict[str, list[int]]]] = {
    "trailing spaces are tokens": (
        "Hello world  ",
        {
            "gpt2": [15496, 995, 220, 220],
            "cl100k_base": [9906, 1917, 256],
            "o200k_base": [13225, 2375, 256],
        },
    ),
    "a lone last space": ("hello ", {"gpt2": [31373, 220], "cl100k_base": [15339, 220], "o200k_base": [24912, 220]}),
    "indented": (
        "    return x",
        {
            "gpt2": [220, 220, 220, 1441, 2124],
            "cl100k_base": [262, 471, 865],
            "o200k_base": [271, 622, 1215],
        },
    ),
    "tabs": (
        "def f():\n\treturn 1\n",
        {
            "gpt2": [4299, 277, 33529, 198, 197, 7783, 352, 198],
            "cl100k_base": [755, 282, 4019, 862, 220, 16, 198],
            "o200k_base": [1314, 285, 8595, 1393, 220, 16, 198],
        },
    ),
    "digits of another script": ("٣٤٥٦", {"o200k_base": [81473, 98713, 97336, 122513]}),
    "NUL": ("a\x00b", {name: [64, 188, 65] for name in registry.NAMES}),
    "special text is text": (
        "<|fim_prefix|>",
        {
            "gpt2": [27, 91, 69, 320, 62, 40290, 91, 29],
            "cl100k_base": [27, 91, 69, 318, 14301, 91, 29],
            "o200k_base": [27, 91, 103473, 33197, 91, 29],
        },
    ),
    "emoji": (
        "hey 👋 big 🌍",
        {
            "gpt2": [20342, 50169, 233, 1263, 12520, 234, 235],
            "cl100k_base": [36661, 62904, 233, 2466, 11410, 234, 235],
            "o200k_base": [48467, 61138, 233, 3464, 130321, 235],
        },
    ),
    "one Chinese character": (
        "鎮",
        {
            "gpt2": [165, 236, 106],
            "cl100k_base": [165, 236, 106],
            "o200k_base": [156980, 106],
        },
    ),
    "Vietnamese": (" người", {"cl100k_base": [7933, 86632], "o200k_base": [20258]}),
    "controls": ("\x1b[31mred\x07", {"cl100k_base": [91535, 2148, 76, 1171, 195]}),
    "zero width": ("a\u200bb", {"gpt2": [64, 9525, 65], "cl100k_base": [64, 16067, 65], "o200k_base": [64, 3310, 65]}),
}


def open_tokens(text: str, tokenizer: str = "cl100k_base") -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=120)
    app.session_state["text"] = text
    app.session_state["tokenizer"] = tokenizer
    return app.run()


def sent(app: AppTest, component: str = "token_view") -> dict[str, Any]:
    """What the page sends to the first component of this name."""
    for element in app.get("bidi_component"):
        if element.proto.component_name.endswith(component):
            return json.loads(element.proto.json)[0]
    raise AssertionError(f"no {component} on the page")


def unpack(packed: dict[str, str]) -> list[int]:
    return np.frombuffer(base64.b64decode(packed["data"]), f"<{packed['type']}").tolist()


def ids(app: AppTest) -> list[int]:
    return unpack(sent(app)["panes"][0]["ids"])


@pytest.mark.parametrize("case", CASES)
def test_ids_of_the_cases(case: str) -> None:
    text, expected = CASES[case]
    for name, right in expected.items():
        app = open_tokens(text, name)
        assert not app.exception
        assert ids(app) == right
        assert sent(app)["texts"] == [text]
        assert sent(app)["check"] == "✓ ids checked against tiktoken"


def test_the_four_counts_of_what_is_shown() -> None:
    pane = sent(open_tokens("e\u0301鎮 👍🏽"))["panes"][0]
    assert (pane["characters"], pane["graphemes"], pane["bytes"]) == (6, 4, 15)
    assert len(unpack(pane["ids"])) == len(registry.get("cl100k_base").encode("e\u0301鎮 👍🏽"))


def test_no_text() -> None:
    app = open_tokens("")
    assert not app.exception
    assert ids(app) == []


def test_split_pairs_are_joined_and_lone_halves_are_counted() -> None:
    assert sent(open_tokens("\ud83d\udc4d"))["texts"] == ["👍"]
    app = open_tokens("a\ud800b")
    assert sent(app)["texts"] == ["a\ufffdb"]
    assert any("1 broken half" in warning.value for warning in app.warning)


@pytest.mark.parametrize(
    ("text", "name", "count", "tail"),
    [
        ("a" * 1_000_000, "cl100k_base", 125_000, [70540]),
        (" " * 1_000_000, "o200k_base", 7_813, [72056, 9344]),
        (" " * 1_000_000 + "x", "cl100k_base", 7_814, [58040, 15628, 865]),
    ],
    ids=["letters", "spaces", "spaces and a letter"],
)
def test_long_runs(text: str, name: str, count: int, tail: list[int]) -> None:
    app = open_tokens(text, name)
    assert not app.exception
    found = ids(app)
    assert len(found) == count
    assert found[-len(tail) :] == tail


def test_one_giant_word() -> None:
    letters = random.Random(0)
    text = "".join(letters.choice("abcdefghijklmnopqrstuvwxyz") for _ in range(100_000))
    assert len(ids(open_tokens(text))) == 54_103


def test_a_heap_of_marks_is_drawn_in_parts_and_said_to_be() -> None:
    app = open_tokens("a" + "\u0301" * 2_000)
    pane = sent(app)["panes"][0]
    assert max(k >> 1 for k in unpack(pane["kinds"])) <= 2 * 64 + 2
    assert "taken apart" in pane["note"]


def test_options_of_the_session_reach_the_view() -> None:
    app = open_tokens("the cat and the dog")
    app.session_state["tokens_view"] = "ids"
    app.session_state["tokens_colour"] = "token"
    app.session_state["tokens_chunks"] = True
    app.session_state["tokens_limit"] = 2
    app.run()
    data = sent(app)
    assert data["options"]["view"] == "ids"
    colours = unpack(data["panes"][0]["colours"])
    assert len(colours) == 5
    assert unpack(data["panes"][0]["chunks"]) == [3, 7, 11, 15, 19]
    assert data["panes"][0]["cut"] == 7


def test_two_sessions_never_see_each_other() -> None:
    open_tokens("a secret of one visitor")
    other = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=60).run()
    assert "secret" not in json.dumps(sent(other))
