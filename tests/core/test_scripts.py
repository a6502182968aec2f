"""Scripts of tokens."""

from __future__ import annotations

import pytest

from playground import registry
from playground.core import scripts
from playground.core.scripts import KINDS, script_of
from playground.languages import languages


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (" the", "Latin"),
        ("Ünïcödé", "Latin"),
        ("__init__", "Latin"),
        ("e\u0301", "Latin"),
        (" мир", "Cyrillic"),
        ("ひと", "Hiragana"),
        ("人", "Han"),
        ("食べ", scripts.MIXED),
        ("aж", scripts.MIXED),
        (" 42", scripts.DIGITS),
        ("٤٢", scripts.DIGITS),
        ("½", scripts.DIGITS),
        (" \n\t", scripts.SPACE),
        ("\u00a0", scripts.SPACE),
        (" ==", scripts.MARKS),
        ("€", scripts.MARKS),
        ("👍🏽", scripts.EMOJI),
        ("🇮🇳", scripts.EMOJI),
        ("ꙗ", "Cyrillic"),
        ("ꦗ", scripts.OTHER),
        ("አ", "Ethiopic"),
    ],
)
def test_by_hand(text: str, kind: str) -> None:
    assert script_of(text.encode()) == kind
    assert kind in KINDS


@pytest.mark.parametrize("data", [b"\xf0\x9f", b" \xd0", b"\xff"])
def test_parts_of_characters(data: bytes) -> None:
    assert script_of(data) == scripts.PARTIAL


def test_each_language_is_written_in_its_script() -> None:
    for language in languages().values():
        words = {script_of(word.encode()) for word in language.text.split()} - {scripts.DIGITS}
        assert language.script in words or language.script == "Kana and Han", language.code


def test_every_token_of_a_vocabulary_has_a_kind() -> None:
    gpt2 = registry.get("gpt2")
    assert {script_of(gpt2.token_bytes(id)) for id in range(0, gpt2.vocab_size, 7)} <= set(KINDS)
