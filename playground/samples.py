"""Sample texts, loaded when a page opens, so that there is always something to see."""

from __future__ import annotations

TEXTS = {
    "Mixed": (
        "The strawberry has 3 Rs, and 12345 + 67890 = 80235.\n"
        "def greet(name):\n"
        '    return f"Hello, {name}!"\n'
        "Ünïcödé naïve café, русский текст, 中文字符, العربية.\n"
        "👩‍👩‍👧‍👦 👍🏽 🇮🇳 स्ति"
    ),
    "Prose": (
        "Alan wrote the letter twice. The first time he counted every word, and the second time every letter, "
        "because a word is not always what it seems: unbelievable can be un, believ and able."
    ),
    "Code": ("def fibonacci(n):\n    a, b = 0, 1\n    for _ in range(n):\n        yield a\n        a, b = b, a + b\n"),
}
