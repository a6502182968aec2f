"""What the text box is told."""

from __future__ import annotations

import json

import pytest

from playground import settings
from playground.components.live_text import BEGINNING, EDITED, LIVE, lossy, payload


def test_payload_is_json() -> None:
    sent = payload("a\u200b\x00👩‍👧\n", 7)
    assert json.loads(json.dumps(sent)) == sent
    assert (sent["text"], sent["sequence"], sent["live"], sent["most"]) == (
        "a\u200b\x00👩‍👧\n",
        7,
        LIVE,
        settings.current().text_characters,
    )


def test_of_a_long_text_only_the_beginning_travels_back() -> None:
    sent = payload("x" * (EDITED + 1), 1)
    assert sent["text"] == "x" * BEGINNING
    assert sent["length"] == EDITED + 1


def test_of_a_character_that_browsers_choke_on_the_beginning_travels_back() -> None:
    sent = payload("ok a" + "\u0301" * 100_000, 1)
    assert sent["text"] == "ok a" + "\u0301" * (BEGINNING - 4)
    assert sent["length"] == 100_004
    assert payload("a\u0301" * 50_000, 1)["text"] == "a\u0301" * 50_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plain\n", ""),
        ("a\r\nb\r\n", "shows 2 carriage returns as plain line ends"),
        ("a\0b", "leaves out 1 NUL character."),
        ("\0\r", "as plain line ends and leaves out"),
    ],
)
def test_what_a_box_cannot_hold_is_said(text: str, words: str) -> None:
    assert words in lossy(text)
    assert bool(lossy(text)) == bool(words)
