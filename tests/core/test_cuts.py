"""How a stretch is cut, in one line."""

from __future__ import annotations

from playground import registry
from playground.core.charbpe import train_char_bpe
from playground.core.cuts import UNKNOWN, cut, cut_bytes


def test_a_bar_stands_between_tokens() -> None:
    assert cut(registry.get("cl100k_base"), "strawberry") == "str|aw|berry"
    assert cut(registry.get("gpt2"), "") == ""


def test_what_is_no_whole_character_is_cut_as_bytes() -> None:
    assert cut_bytes(registry.get("cl100k_base"), "鎮".encode()) == cut(registry.get("cl100k_base"), "鎮")
    assert cut_bytes(registry.get("gpt2"), "👩".encode()[:3]) == "\\xf0\\x9f\\x91"


def test_what_cannot_be_told_is_a_dash() -> None:
    assert cut(registry.get("gpt2"), "a\ud800") == UNKNOWN
    assert cut_bytes(train_char_bpe("straw berry", 20), b"\xf0\x9f") == UNKNOWN
