"""Characters as Unicode has them: repair of broken ones, names of invisible ones."""

from __future__ import annotations


def repair(text: str) -> tuple[str, int]:
    """Join split UTF-16 pairs and replace lone halves by U+FFFD; also how many were replaced.

    >>> repair("ok \\ud83d\\udc4d")
    ('ok 👍', 0)
    >>> repair("a\\ud800")
    ('a\\ufffd', 1)
    """
    try:
        text.encode()
    except UnicodeEncodeError:
        whole = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        return whole, whole.count("\ufffd") - text.count("\ufffd")
    return text, 0
