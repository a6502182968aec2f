"""Split patterns in the engines of other libraries, which read some of them otherwise.

Hugging Face runs Oniguruma, in which `{1,3}+` is not possessive and `$` ends every line. Published patterns are
written for it in the form that Hugging Face uses; a pattern of anybody's own is refused where the engines differ.
"""

from __future__ import annotations

from collections.abc import Callable

import regex
from tokenizers import Regex, pre_tokenizers

from playground.core.huggingface import WRITTEN, guarded
from playground.core.pretokenize import split
from playground.formats.common import CannotHold

_READ = {written: published for published, written in WRITTEN.items()}
PROBE = (
    "It's 12345 Ünï ſ ÉTÉ中文 x=3.14!!\r\n\r\n\tA  b\n\nрусский ٣٤٥٦ 👩‍👩‍👧 _a_ don'T  \n z\u00a0\u2003q\u0301 <|x|> "
)
"""A text with a bit of everything, to see whether two engines, or two files, treat it alike."""
_WHAT_DIFFERS = {
    r"\{\d*,?\d*\}\+": "a possessive repeat such as `{1,3}+`, which means something else there",
    r"(?<!\\)\$|(?<![\\\[])\^": "`^` or `$`, which match at every line there",
    r"\\X|\\R|\(\?[a-z]*[xsmV]": "`\\X`, `\\R` or inline flags, which are read otherwise there",
}


def for_hugging_face(pattern: str) -> str:
    """`pattern` as Hugging Face's engine reads it; CannotHold where it would cut text otherwise."""
    written = WRITTEN.get(pattern)
    if written is not None:
        return written
    for construct, why in _WHAT_DIFFERS.items():
        if regex.search(construct, pattern):
            raise CannotHold(f"Hugging Face reads split patterns with another engine, and this one has {why}.")
    cut = split(PROBE, pattern)
    cannot: Callable[[str], Exception] = lambda reason: CannotHold(  # noqa: E731
        f"Hugging Face's engine does not read this split pattern: {reason}."
    )
    step = guarded(lambda: pre_tokenizers.Split(Regex(pattern), "isolated", False), cannot)
    if guarded(lambda: [piece for piece, _ in step.pre_tokenize_str(PROBE)], cannot) != cut:
        raise CannotHold("Hugging Face's engine would cut text otherwise with this split pattern.")
    return pattern


def from_hugging_face(pattern: str) -> str:
    """A pattern of a tokenizer.json as the other engines read it; CannotHold where they would cut text otherwise."""
    if pattern in _READ:
        return _READ[pattern]
    for_hugging_face(pattern)  # the engines agree on it, or not, in both directions
    return pattern
