"""The samples can be read, are what they say, and are shared by all sessions without harm."""

from __future__ import annotations

import pytest

from playground import sample_corpora
from playground.core.bpe import train_bpe
from playground.sample_corpora import SAMPLES

LEAST = {"A short story": 8_000, "One paragraph in many languages": 15_000, "Python's reference manual": 300_000}


@pytest.mark.parametrize("name", SAMPLES)
def test_each_can_be_read_and_is_as_large_as_it_says(name: str) -> None:
    corpus = SAMPLES[name].load()
    assert corpus.name == name
    assert len(corpus.data) > LEAST.get(name, 5_000_000)
    assert corpus.text.isprintable() is False  # it has lines
    assert SAMPLES[name].load() is corpus


def test_the_last_page_of_the_story_is_true() -> None:
    text = sample_corpora.story().text
    message = text.split('It said: "')[1].split('"')[0]
    assert "It was sixteen pieces long." in text
    assert len(train_bpe(text, 1024, "cl100k").encode(message)) == 16
    assert len(message) == 52
