"""Indentation: what the space before code costs, line by line, and what the same file costs indented in other ways."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from playground.core.pitfalls.words import count, covered, cut, listing, more
from playground.core.tokens import Encoded, Tokenizer

STYLES: dict[str, str] = {
    "2 spaces": "  ",
    "4 spaces": "    ",
    "8 spaces": " " * 8,
    "tabs": "\t",
    "mixed": "",
}
"""Ways to indent by name. Mixed is what old editors wrote: levels of four columns, eight columns make a tab."""
CRLF = "4 spaces, CR LF"
"""The name of one more row of a bill: other line ends, and the rest as in the style of four spaces."""


@dataclass(frozen=True)
class Line:
    """One line of code and its tokens. `indent` holds the pieces of white space at its start; `fused` is the token
    that holds the end of the indent and the beginning of the code, or b"" where a token ends between them."""

    number: int
    text: str
    tokens: int
    indent: tuple[bytes, ...]
    fused: bytes

    @property
    def leftover(self) -> bool:
        """The last space, and it alone, has left the run and gone to the code: ␣␣␣|␣x."""
        return bool(self.indent) and self.fused[:1] == b" " and self.fused[1:2] not in (b" ", b"\t", b"")


def split_lines(text: str) -> list[str]:
    """The lines of a text with their ends (LF or CRLF); a last empty line is none."""
    lines = text.split("\n")
    ended = [line + "\n" for line in lines[:-1]]
    return ended + ([lines[-1]] if lines[-1] else [])


def indent_of(line: str) -> str:
    """The spaces and tabs at the start of a line; none where the line is blank."""
    code = line.lstrip(" \t")
    return line[: len(line) - len(code)] if code.strip() else ""


def lines(encoded: Encoded) -> list[Line]:
    """The lines of a text; a token belongs to the line in which it starts."""
    out: list[Line] = []
    i = start = 0
    starts, ends = encoded.starts.tolist(), encoded.ends.tolist()
    for number, text in enumerate(split_lines(encoded.text), 1):
        end = start + len(text.encode())
        first = i
        while i < len(starts) and (starts[i] < end):
            i += 1
        edge = start + len(indent_of(text).encode())
        held: list[bytes] = []
        fused = b""
        for k in range(first, i):
            if ends[k] <= edge:
                held.append(encoded.piece(k))
            elif starts[k] < edge:
                fused = encoded.piece(k)
        out.append(Line(number, text, i - first, tuple(h for h in held if h), fused))
        start = end
    return out


def indent_tokens(all_lines: Sequence[Line]) -> int:
    """How many tokens hold nothing but indentation."""
    return sum(len(line.indent) for line in all_lines)


def indent_share(all_lines: Sequence[Line]) -> float:
    """The share of tokens that hold nothing but indentation."""
    total = sum(line.tokens for line in all_lines)
    return indent_tokens(all_lines) / total if total else 0.0


def reindent(text: str, style: str) -> str:
    """The code with every level of indentation written in another style; what aligns beyond a level stays spaces.

    Levels are found as Python finds them: a stack of columns, tabs going to the next multiple of eight. The inside of
    a text over several lines is moved as well, since nothing here knows the language.

    >>> reindent("if x:\\n    y\\n", "tabs")
    'if x:\\n\\ty\\n'
    """
    stack, out = [0], []
    for line in split_lines(text):
        indent = indent_of(line)
        code = line[len(indent) :] if indent else line
        if not line.strip():
            out.append(line.lstrip(" \t"))
            continue
        columns = len(indent.expandtabs(8))
        while columns < stack[-1]:
            stack.pop()
        extra = 0
        if columns > stack[-1]:
            # More than twice the usual step is a continuation line, lined up with something above it.
            if len(stack) > 1 and columns - stack[-1] > 2 * (stack[-1] - stack[-2]):
                extra = columns - stack[-1]
            else:
                stack.append(columns)
        out.append(_indent(len(stack) - 1, style) + " " * extra + code)
    return "".join(out)


def _indent(level: int, style: str) -> str:
    if style == "mixed":
        tabs, half = divmod(4 * level, 8)
        return "\t" * tabs + " " * half
    return STYLES[style] * level


def ended(text: str, crlf: bool) -> str:
    """The text with line ends CR LF, or LF."""
    plain = text.replace("\r\n", "\n")
    return plain.replace("\n", "\r\n") if crlf else plain


def bill(tokenizer: Tokenizer, text: str) -> dict[str, int]:
    """Tokens of the code in every style, and once more with CRLF line ends in the style of four spaces."""
    plain = ended(text, False)
    costs = {style: len(tokenizer.encode(reindent(plain, style))) for style in STYLES}
    costs[CRLF] = len(tokenizer.encode(ended(reindent(plain, "4 spaces"), True)))
    return costs


def level(tokenizer: Tokenizer, style: str, depth: int) -> Encoded:
    """The indent of a level with the code `x` after it, as it is cut at the start of a line that follows another."""
    return after(tokenizer.encoded("y\n" + _indent(depth, style) + "x"), 2)


def after(encoded: Encoded, start: int) -> Encoded:
    """The tokens of the text from byte `start` on; one that begins before it is clipped."""
    keep = encoded.ends > start
    starts = (encoded.starts[keep] - start).clip(0)
    return Encoded(encoded.data[start:].decode(), encoded.ids[keep], starts, encoded.ends[keep] - start)


def level_statement(levels: Mapping[str, Sequence[Encoded]]) -> str | None:
    """At which levels the indent alone is at most one token, by tokenizer; None where there are no levels.

    `levels` has the `level`s of a style from 1 on, by tokenizer.
    """
    groups: dict[tuple[str, int], list[str]] = {}
    for name, deep in levels.items():
        bare = [sum(not piece.strip() for piece in covered(one)) for one in deep]
        if bare:
            single = _levels([depth for depth, n in enumerate(bare, 1) if n <= 1])
            groups.setdefault((single, bare[-1] if bare[-1] > 1 else 0), []).append(name)
    depth = max((len(deep) for deep in levels.values()), default=0)
    parts = [
        f"at {at} in {listing(names)}" + (f" (level {depth} takes {deepest})" if deepest else "")
        for (at, deepest), names in groups.items()
    ]
    return f"The indent alone is one token or less {'; '.join(parts)}." if parts else None


def _levels(depths: Sequence[int]) -> str:
    """Levels in words: a run of three or more by its ends.

    >>> _levels([1, 2, 3]), _levels([1, 3]), _levels([])
    ('levels 1 to 3', 'levels 1 and 3', 'no level')
    """
    if not depths:
        return "no level"
    if len(depths) > 2 and depths[-1] - depths[0] == len(depths) - 1:
        return f"levels {depths[0]} to {depths[-1]}"
    return f"level{'s' if len(depths) > 1 else ''} {listing([str(depth) for depth in depths])}"


def longest_run(tokenizer: Tokenizer, character: str = " ", most: int = 128) -> int:
    """The longest run of one character, up to `most`, that is one token in the vocabulary; 0 where none is."""
    return max((n for n in range(1, most + 1) if tokenizer.id_of(character.encode() * n) is not None), default=0)


def statement(bills: dict[str, dict[str, int]]) -> str | None:
    """The tokenizer in which the way to indent matters most, and how much; None where every style costs the same.

    `bills` are `bill`s by tokenizer. CRLF is left out: it is another question.
    """
    worst, ratio = None, 1.0
    for name, costs in bills.items():
        styles = [costs[style] for style in STYLES]
        if min(styles) and max(styles) / min(styles) > ratio:
            worst, ratio = name, max(styles) / min(styles)
    if worst is None:
        return None
    costs = bills[worst]
    high = max(costs[style] for style in STYLES)
    low = min(costs[style] for style in STYLES)
    dear = listing([style for style in STYLES if costs[style] == high])
    cheap = listing([style for style in STYLES if costs[style] == low])
    return (
        f"In {worst} the same code costs {count(low, 'token')} with {cheap} and {high:,} with {dear}: "
        f"{more(low, high)}."
    )


def line_end_statement(bills: dict[str, dict[str, int]]) -> str | None:
    """What CR LF adds to the file with four spaces, by tokenizer; None where it costs the same everywhere."""
    extra = {name: costs[CRLF] - costs["4 spaces"] for name, costs in bills.items()}
    if not any(extra.values()):
        return None
    groups = {n: listing([name for name, m in extra.items() if m == n]) for n in sorted(set(extra.values()))[::-1]}
    parts = [
        f"{count(abs(n), 'token')} {'more' if n > 0 else 'fewer'} in {names}" if n else f"none more in {names}"
        for n, names in groups.items()
    ]
    return f"Ended with CR LF instead of LF, the file with 4 spaces has {listing(parts)}."


def line_statement(name: str, all_lines: Sequence[Line]) -> str | None:
    """Where an indent ends inside a token, or how many tokens are nothing but indent; None without any indent."""
    indented = [line for line in all_lines if indent_of(line.text)]
    if not indented:
        return None
    bare = indent_tokens(all_lines)
    total = sum(line.tokens for line in all_lines)
    sentence = f"In {name} {bare:,} of {count(total, 'token')} hold{'s' if bare == 1 else ''} nothing but indent."
    for line in indented:
        if line.leftover:
            parts = cut([*line.indent, line.fused])
            return f"{sentence} In line {line.number} the last space has gone to the code: {parts}."
    for line in indented:
        if line.fused:
            return f"{sentence} In line {line.number} indent and code are one token: {cut([line.fused])}."
    return sentence
