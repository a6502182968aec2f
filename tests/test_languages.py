"""Every translation is whole, and every figure follows from the text on screen."""

from __future__ import annotations

import unicodedata

import pytest
import regex

from playground import registry
from playground.core.baselines import ByteTokenizer, CharacterTokenizer
from playground.languages import REFERENCE, Language, costs, languages, missing_numbers, numbers, percent

ALL = languages()
ENGLISH = ALL[REFERENCE]
# Which of the four names stand in which sentence.
NAMES_IN_SENTENCE = {0: (0, 1, 2), 2: (0, 1), 4: (3,)}
each = pytest.mark.parametrize("language", ALL.values(), ids=ALL)


def test_enough_languages_and_scripts() -> None:
    assert len(ALL) >= 24
    assert len({language.script for language in ALL.values()}) >= 12
    european = {"en", "es", "it", "el", "ru", "fi", "tr"}
    others = {"hi", "ko", "ja", "zh", "ar", "he", "th", "sw", "vi", "ta", "am"}
    assert european | others <= set(ALL)
    assert next(iter(ALL)) == REFERENCE


@each
def test_same_sentences_numbers_and_names(language: Language) -> None:
    assert len(language.sentences) == len(ENGLISH.sentences) == 6
    for i, (sentence, english) in enumerate(zip(language.sentences, ENGLISH.sentences, strict=True)):
        assert numbers(sentence) == numbers(english), (i, sentence)
        for k in NAMES_IN_SENTENCE.get(i, ()):
            assert language.names[k] in sentence, (i, language.names[k])


@each
def test_sentences_end_as_the_language_ends_them(language: Language) -> None:
    ends = {"th": None, "el": ".;", "hy": "։", "hi": "।?", "bn": "।?", "am": "።?", "ur": "۔؟", "ja": "。", "zh": "。？",
            "zh-Hant": "。？", "ar": ".؟", "fa": ".؟"}.get(language.code, ".?")  # fmt: skip
    if ends is None:
        assert not any(sentence[-1] in ".?!" for sentence in language.sentences)
        return
    assert all(sentence[-1] in ends for sentence in language.sentences)
    # One sentence each: no other full stop inside, and exactly one question, the fifth.
    assert not any(mark in sentence[:-1] for sentence in language.sentences for mark in ".。।።۔։")
    questions = [bool(regex.search("[?？؟;՞]", sentence)) for sentence in language.sentences]
    assert questions == [False] * 4 + [True, False]


@each
def test_written_in_its_own_script(language: Language) -> None:
    scripts = {"Kana and Han": r"\p{Hiragana}\p{Katakana}\p{Han}ー"}.get(language.script, rf"\p{{{language.script}}}")
    letters = [c for c in language.text if unicodedata.category(c)[0] == "L"]
    assert all(regex.match(f"[{scripts}]", letter) for letter in letters)


@each
def test_of_its_own_and_normal(language: Language) -> None:
    assert unicodedata.normalize("NFC", language.text) == language.text
    assert sum(language.text == other.text for other in ALL.values()) == 1
    # None is much shorter or longer than the rest: nothing was left out, nothing added.
    size = len(language.text.encode("utf-8")) / len(ENGLISH.text)
    assert 0.7 < size < 4


def test_simplified_and_traditional_differ_in_characters_only() -> None:
    assert len(ALL["zh"].text) == len(ALL["zh-Hant"].text)


def test_costs_by_hand_and_by_law() -> None:
    rows = costs(ByteTokenizer(), ALL.values())
    assert [row.premium for row in rows] == sorted((row.premium for row in rows), reverse=True)
    for row in rows:
        assert row.premium == len(row.language.text.encode()) / len(ENGLISH.text)
        assert row.attention == pytest.approx(row.premium**2)
    english = next(row for row in rows if row.language is ENGLISH)
    assert (english.premium, english.overhead) == (1.0, "±0 %")
    by_character = {row.language.code: row for row in costs(CharacterTokenizer(), ALL.values())}
    assert by_character["zh"].measures.tokens == len(ALL["zh"].text)


def test_the_newer_vocabulary_repaired_most_of_the_world() -> None:
    old = {row.language.code: row.premium for row in costs(registry.get("cl100k_base"), ALL.values())}
    new = {row.language.code: row.premium for row in costs(registry.get("o200k_base"), ALL.values())}
    assert old["am"] > 3
    assert sum(new[code] < old[code] for code in ALL) > 25


def test_one_and_a_half_times_the_tokens_is_more_than_twice_the_attention() -> None:
    twice = Language("x", "x", "x", "Latin", ENGLISH.text + ENGLISH.text[: len(ENGLISH.text) // 2])
    (row,) = costs(ByteTokenizer(), [twice])
    assert row.premium == pytest.approx(1.5, abs=0.01)
    assert row.attention == pytest.approx(2.25, abs=0.02)


def test_percent() -> None:
    assert [percent(r) for r in (1.394, 1.0, 0.5, 12.0)] == ["+39 %", "±0 %", "−50 %", "+1,100 %"]


def test_missing_numbers() -> None:
    assert missing_numbers(ENGLISH.text) == []
    assert missing_numbers("nothing") == ["2024", "250", "3", "7"]
    assert missing_numbers("٢٠٢٤, 250, 3 and 7") == []
