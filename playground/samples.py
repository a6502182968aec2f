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

MERGES = {
    "Woodchuck": (
        "How much wood would a woodchuck chuck if a woodchuck could chuck wood? He would chuck, he would, as much as "
        "he could, and chuck as much wood as a woodchuck would if a woodchuck could chuck wood."
    ),
    "Sea shells": (
        "She sells sea shells on the sea shore; the shells she sells are sea shells, I am sure. "
        "So if she sells sea shells on the sea shore, then I am sure she sells sea shore shells."
    ),
    "Café": "Le café où Zoé déjeune: thé glacé, pâté, crème brûlée, et déjà l’été. Zoé a rêvé d’un café à l’été 🍓🍓.",
}
"""Texts in which merges are a pleasure to watch: much is repeated, and whole words come out."""
