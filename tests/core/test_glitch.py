"""The shelf holds the known ones, and nothing that the other vocabulary has as well."""

from __future__ import annotations

from playground import registry
from playground.core.bpe import train_bpe
from playground.core.glitch import suspects

GPT2, CL100K = registry.get("gpt2"), registry.get("cl100k_base")


def test_the_known_ones_stand_high() -> None:
    shelf = suspects(GPT2, CL100K)
    top = [suspect.data for suspect in shelf[:30]]
    for known in (b" SolidGoldMagikarp", b" TheNitromeFan", b" RandomRedditorWithNo", b" externalToEVAOnly"):
        assert known in top
    magikarp = next(suspect for suspect in shelf if suspect.data == b" SolidGoldMagikarp")
    assert magikarp.id == 43453
    assert len(magikarp.elsewhere) == 5
    assert CL100K.decode(magikarp.elsewhere) == " SolidGoldMagikarp"
    assert (magikarp.odd_shape, magikarp.late, magikarp.signs) == (True, True, 2)


def test_what_each_sign_means() -> None:
    by_bytes = {suspect.data: suspect for suspect in suspects(GPT2, CL100K)}
    assert by_bytes[b" TheNitrome"].scaffold  # only " TheNitromeFan" begins with it
    assert not by_bytes[b" TheNitromeFan"].scaffold
    assert not by_bytes[b" Schwarzenegger"].odd_shape


def test_nothing_that_both_have() -> None:
    assert all(CL100K.id_of(suspect.data) is None for suspect in suspects(GPT2, CL100K))
    assert suspects(GPT2, GPT2) == []


def test_words_in_a_script_that_the_other_does_not_know_are_no_suspects() -> None:
    shelf = suspects(registry.get("o200k_base"), CL100K)
    assert not any("ა" <= character <= "ჰ" for suspect in shelf for character in suspect.data.decode())


def test_a_trained_vocabulary() -> None:
    trained = train_bpe("xqzWeirdName7 " * 50, 300, "gpt2")
    assert all(b"Weird" in suspect.data and len(suspect.elsewhere) >= 3 for suspect in suspects(trained, CL100K))
    assert suspects(trained, CL100K)
