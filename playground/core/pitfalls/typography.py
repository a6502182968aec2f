"""Case and typography: texts that look alike, or mean the same, and are other tokens."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import regex

from playground.core.hidden import Hidden, cleaned, hidden
from playground.core.pitfalls.words import count, listing, quote
from playground.core.tokens import Encoded, Tokenizer

# Latin letters and the Cyrillic ones that most fonts draw the same way.
_CYRILLIC = str.maketrans("aceopxyABCEHKMOPTXijs", "асеорхуАВСЕНКМОРТХіјѕ")
_UNSEEN = {"soft hyphen": "\u00ad", "zero-width space": "\u200b", "zero-width joiner": "\u200d"}
_APART = regex.compile(r"[\p{Latin}\p{Greek}\p{Cyrillic}0-9](?=[\p{Latin}\p{Greek}\p{Cyrillic}0-9 ])")
AS_TYPED = "as typed"
_CURLY_OPEN = {'"': "“", "'": "‘"}
_CURLY_CLOSE = {'"': "”", "'": "’"}


@dataclass(frozen=True)
class Form:
    """One way to write the text. `alike`: a reader sees no difference from what was typed."""

    name: str
    text: str
    alike: bool


def full_width(text: str) -> str:
    """ASCII as the wide forms of East Asian typography.

    >>> full_width("a1!")
    'ａ１！'
    """
    return "".join(chr(ord(c) + 0xFEE0) if "!" <= c <= "~" else "\u3000" if c == " " else c for c in text)


def curly(text: str) -> str:
    """Straight quotation marks and apostrophes made typographic.

    >>> curly("\\"It's\\"")
    '“It’s”'
    """
    out = ""
    for c in text:
        opening = not out or out[-1].isspace() or out[-1] in "([{“‘"
        out += (_CURLY_OPEN if opening else _CURLY_CLOSE).get(c, c)
    return out


def straight(text: str) -> str:
    """Typographic quotation marks made straight."""
    return text.translate(str.maketrans("“”„‟‘’‚‛", "\"\"\"\"''''"))


def forms(text: str) -> list[Form]:
    """The text and its other forms; those that change nothing, or repeat an earlier one, are left out."""
    made = [
        Form(AS_TYPED, text, True),
        Form("lower case", text.lower(), False),
        Form("Capitalised", text[:1].upper() + text[1:].lower(), False),
        Form("CAPITALS", text.upper(), False),
        Form("a space before", " " + text, False),
        Form("straight quotes", straight(text), False),
        Form("curly quotes", curly(text), False),
        Form("composed (NFC)", unicodedata.normalize("NFC", text), True),
        Form("decomposed (NFD)", unicodedata.normalize("NFD", text), True),
        Form("compatibility (NFKC)", unicodedata.normalize("NFKC", text), False),
        Form("Cyrillic look-alikes", text.translate(_CYRILLIC), True),
        Form("full-width", full_width(text), False),
    ]
    gap = _gap(text)
    if gap:
        made += [
            Form(f"a {name} inside", text[:gap] + character + text[gap:], True) for name, character in _UNSEEN.items()
        ]
    if " " in text:
        made.append(Form("no-break spaces", text.replace(" ", "\u00a0"), True))
    seen: dict[str, Form] = {}
    for form in made:
        seen.setdefault(form.text, form)
    return list(seen.values())


def _gap(text: str) -> int:
    """The place nearest the middle where nobody sees an invisible character; 0 where there is none.

    It parts letters that neither join their neighbours, as Arabic ones do, nor carry marks.
    """
    places = [match.end() for match in _APART.finditer(text)]
    return min(places, key=lambda place: abs(2 * place - len(text)), default=0)


def statement(written: Sequence[Form], encodings: Mapping[str, Sequence[Encoded]]) -> str | None:
    """How far apart the forms are that look alike, in the tokenizer where they are furthest; None where none differ.

    `encodings` has, by tokenizer, the encodings of `written` in the same order.
    """
    alike = [i for i, form in enumerate(written) if form.alike]
    best: tuple[int, str] | None = None
    for name, encoded in encodings.items():
        different = {tuple(encoded[i].ids.tolist()) for i in alike}
        if len(alike) < 2 or len(different) < 2:
            continue
        sizes = {i: len(encoded[i]) for i in alike}
        high, low = max(sizes, key=sizes.__getitem__), min(sizes, key=sizes.__getitem__)
        spread = sizes[high] - sizes[low]
        if best is None or spread > best[0]:
            of = "Both" if len(alike) == 2 else f"{len(alike)}"
            cost = (
                f"from {count(sizes[low], 'token')} ({written[low].name}) to {sizes[high]:,} ({written[high].name})"
                if spread
                else f"each of {count(sizes[low], 'token')}"
            )
            best = (
                spread,
                f"{of} forms look the same; {name} reads {len(different)} different sequences of ids, {cost}.",
            )
    return best[1] if best else None


def case_statement(tokenizers: Sequence[Tokenizer], written: Sequence[Form]) -> str | None:
    """Forms of the text that are one token each, with different ids; None with fewer than two."""
    for tokenizer in tokenizers:
        single: dict[int, Form] = {}
        for form in written:
            ids = tokenizer.encode(form.text)
            if (not form.alike or form.name == AS_TYPED) and len(ids) == 1 and ids[0] != tokenizer.unknown_id:
                single.setdefault(ids[0], form)
        if len(single) > 1:
            parts = [f"{quote(form.text)} is {id}" for id, form in single.items()]
            return f"In {tokenizer.name} {listing(parts)}: one token each, and no id says that they belong together."
    return None


@dataclass(frozen=True)
class Cleaning:
    """A text with its hidden characters, and without: tokens of both, by tokenizer."""

    found: tuple[Hidden, ...]
    costs: dict[str, tuple[int, int]]


def cleaning(text: str, tokenizers: Sequence[Tokenizer]) -> Cleaning:
    """Find the hidden characters of `text` and count its tokens with and without them."""
    clean = cleaned(text)
    costs = {t.name: (len(t.encode(text)), len(t.encode(clean))) for t in tokenizers}
    first = tokenizers[0]
    return Cleaning(tuple(hidden(text, lambda one: len(first.encode(one)))), costs)


def cleaning_statement(one: Cleaning) -> str | None:
    """How many hidden characters there are, and what they cost where they cost most; None where there are none."""
    if not one.found:
        return None
    groups = [[h for h in one.found if (h.kind == "look-alike") == alike] for alike in (False, True)]
    totals = [sum(h.count for h in group) for group in groups]
    parts = [
        f"{count(total, noun)} ({_kinds(group)})"
        for total, noun, group in zip(totals, ("hidden character", "look-alike letter"), groups, strict=True)
        if total
    ]
    name, (dirty, clean) = max(one.costs.items(), key=lambda item: item[1][0] - item[1][1])
    cost = f"{name} reads {count(dirty, 'token')} with {'it' if sum(totals) == 1 else 'them'} and {clean:,} without"
    return f"In this text: {listing(parts)}. {cost}."


def _kinds(found: Sequence[Hidden]) -> str:
    names = [h.name.lower().replace("cyrillic", "Cyrillic").replace("greek", "Greek") for h in found]
    others = len(names) - 3
    return listing(names[:3] + ([count(others, "other kind")] if others > 0 else []))
