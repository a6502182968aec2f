"""One paragraph in many languages, and what each costs under a tokenizer."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import regex

from playground.core.measures import Measures, measure
from playground.core.tokens import Tokenizer

REFERENCE = "en"
"""The language that the others are measured against."""


@dataclass(frozen=True)
class Language:
    """A language and the paragraph in it. `names` are the four proper names of the paragraph, as far as they stay."""

    code: str
    name: str
    own: str
    script: str
    text: str
    sentences: tuple[str, ...] = ()
    names: tuple[str, ...] = ()


@cache
def languages() -> dict[str, Language]:
    """Every language by its code, the reference first."""
    table = tomllib.loads((files("playground") / "texts" / "languages.toml").read_text(encoding="utf-8"))
    return {
        code: Language(
            code,
            entry["name"],
            entry["own"],
            entry["script"],
            ("" if entry.get("joined") else " ").join(entry["sentences"]),
            tuple(entry["sentences"]),
            tuple(entry["names"]),
        )
        for code, entry in table.items()
    }


def numbers(text: str) -> list[str]:
    """The numbers in `text`, sorted, so that two texts can be compared; digits of any script count.

    >>> numbers("250 pages, 7 apples, ٣ km")
    ['250', '3', '7']
    """
    return sorted(str(int(digits)) for digits in regex.findall(r"\p{Nd}+", text))


def missing_numbers(text: str) -> list[str]:
    """The numbers of the paragraph that `text` lacks: a sign that something was left untranslated."""
    there = numbers(text)
    return [number for number in numbers(languages()[REFERENCE].text) if number not in there]


@dataclass(frozen=True)
class Cost:
    """What the paragraph costs in one language under one tokenizer. `premium` is 1.39 for 39 % more than English."""

    language: Language
    measures: Measures
    premium: float

    @property
    def overhead(self) -> str:
        """Against the reference, as people say it: `+39 %`, `-2 %`."""
        return percent(self.premium)

    @property
    def attention(self) -> float:
        """The work of full attention against the reference: it grows with the square of the tokens."""
        return self.premium**2


def percent(ratio: float) -> str:
    """A ratio as a change in whole per cent.

    >>> percent(1.39), percent(0.98), percent(1)
    ('+39 %', '−2 %', '±0 %')
    """
    change = round((ratio - 1) * 100)
    return f"+{change:,} %" if change > 0 else f"−{-change:,} %" if change < 0 else "±0 %"


def costs(tokenizer: Tokenizer, among: Iterable[Language]) -> list[Cost]:
    """The cost of each language, the dearest first; `premium` is tokens divided by the tokens of English.

    "Tokenization premium" in Petrov et al. 2023, "Language Model Tokenizers Introduce Unfairness Between Languages".
    """
    reference = max(len(tokenizer.encode(languages()[REFERENCE].text)), 1)
    measured = [
        (each, measure(tokenizer.name, tokenizer.encoded(each.text), tokenizer.vocab_size, None, tokenizer.unknown_id))
        for each in among
    ]
    rows = [Cost(each, measures, measures.tokens / reference) for each, measures in measured]
    return sorted(rows, key=lambda row: -row.premium)
