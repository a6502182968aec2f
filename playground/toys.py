"""Toy corpora for the Algorithms page: words with counts, and words that they do not hold."""

from __future__ import annotations

from dataclasses import dataclass

MOST_WORDS = 40
LONGEST_WORD = 24


@dataclass(frozen=True)
class Toy:
    """Words with their counts, and words to try that are not among them."""

    words: dict[str, int]
    unseen: str


TOYS = {
    "Italian endings": Toy({"basso": 6, "bassotto": 2, "bosso": 3, "rosso": 9, "rossetto": 5}, "bassetto rossellini"),
    "Low, lower, newest": Toy({"low": 5, "lower": 2, "newest": 6, "widest": 3}, "lowest slow"),
    "Hen, heat, tenth": Toy(
        {"then": 9, "hen": 4, "ten": 7, "tenth": 3, "nth": 2, "heat": 5, "heath": 3}, "heathen teeth"
    ),
    "Accents and scripts": Toy({"été": 5, "thé": 4, "тест": 4, "места": 3, "中文": 3, "文中": 2}, "théière текст 日本"),
}
"""The first is a worked example whose numbers a test holds; in the third, encoders differ over the same pieces."""


def cleaned(rows: list[tuple[object, object]]) -> dict[str, int]:
    """Words and counts as a visitor typed them: empty rows left out, counts of one word added up, long words cut."""
    words: dict[str, int] = {}
    for word, count in rows[: 10 * MOST_WORDS]:
        text = str(word).strip()[:LONGEST_WORD] if isinstance(word, str) else ""
        number = int(count) if isinstance(count, (int, float)) and count == count and 1 <= count <= 1e9 else 0
        if text and number and (text in words or len(words) < MOST_WORDS):
            words[text] = words.get(text, 0) + number
    return words
