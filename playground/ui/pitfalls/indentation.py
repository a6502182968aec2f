"""Indentation: what the space before code costs."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from playground.components.chip_table import Look, Row, chip_table
from playground.components.code_lines import code_lines
from playground.components.statement import statement
from playground.core.pitfalls import indentation
from playground.core.pitfalls.words import listing
from playground.core.tokens import Tokenizer
from playground.ui import faults
from playground.ui.pitfalls import fields, links
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import FLAG, TEXT, one_of

SAMPLE = """def collatz(n):
    steps = 0
    while n != 1:
        if n % 2:
            n = 3 * n + 1
        else:
            n //= 2
        steps += 1
    return steps
"""
AS_PASTED = "as pasted"
MOST_LEVELS = 6
_STYLES = [AS_PASTED, *indentation.STYLES]


def _code() -> str:
    return fields.text("Code", SAMPLE, "code", height=260)


def _lines(tokenizers: Sequence[Tokenizer]) -> None:
    left, right = st.columns([3, 2])
    with left:
        code = _code()
    with right:
        style = fields.choice("Indent it with", _STYLES, "indent")
        crlf = fields.flag("Windows line ends (CR LF)", "crlf")
    written = indentation.ended(code if style == AS_PASTED else indentation.reindent(code, style), crlf)
    encoded = [tokenizer.encoded(written) for tokenizer in tokenizers]
    names = [tokenizer.name for tokenizer in tokenizers]
    panels = [(name, one, indentation.lines(one)) for name, one in zip(names, encoded, strict=True)]
    name, _, lines = max(panels, key=lambda panel: indentation.indent_share(panel[2]))
    statement(indentation.line_statement(name, lines), "No line is indented.", key="lines_found")
    code_lines(panels, key="indent_lines")
    st.caption(
        "In the margin: tokens of the line; the red part of the bar are tokens that hold nothing but indent. "
        "A dark edge: this token holds the end of the indent and the beginning of the code."
    )
    links.mechanism(written, tokenizers[0])


def _ways(tokenizers: Sequence[Tokenizer]) -> None:
    code = _code()
    bills = {t.name: indentation.bill(t, code) for t in tokenizers}
    statement(indentation.statement(bills), "Every way to indent this costs the same here.", key="indent_found")
    plain = indentation.ended(code, False)
    files = {style: indentation.reindent(plain, style) for style in indentation.STYLES}
    files[indentation.CRLF] = indentation.ended(files["4 spaces"], True)
    rows = [Row(AS_PASTED, [t.encoded(code) for t in tokenizers], marked=True)]
    rows += [Row(style, [t.encoded(text) for t in tokenizers]) for style, text in files.items()]
    chip_table([t.name for t in tokenizers], rows, key="indent_bill", look=Look(tokens=False, bars=True))
    st.caption("Tokens of the whole file. Green is the cheapest in a column, red the dearest.")
    ends = indentation.line_end_statement(bills)
    statement(ends, "Windows line ends (CR LF) cost nothing more here.", key="ends_found", small=True)


def _levels(tokenizers: Sequence[Tokenizer]) -> None:
    style = fields.choice("One level is", list(indentation.STYLES), "level", default="4 spaces")
    depths = range(1, MOST_LEVELS + 1)
    levels = {t.name: [indentation.level(t, style, depth) for depth in depths] for t in tokenizers}
    statement(indentation.level_statement(levels), "There are no levels to compare.", key="levels_found")
    rows = [Row(f"level {depth}", [deep[depth - 1] for deep in levels.values()]) for depth in depths]
    chip_table(list(levels), rows, key="levels_table")
    runs = [f"{indentation.longest_run(t):,} in {t.name}" for t in tokenizers]
    st.caption(faults.plain(f"The longest run of spaces that is one token (up to 128 were tried): {listing(runs)}."))


EXPERIMENT = Experiment(
    id="indentation",
    title="Indentation",
    icon="📐",
    idea="Code is full of spaces at the start of lines. **Each tokenizer pays for them in its own way.**",
    parts={"Line by line": _lines, "Ways to indent": _ways, "Levels": _levels},
    state={
        "code": TEXT,
        "indent": one_of(*_STYLES),
        "crlf": FLAG,
        "level": one_of(*indentation.STYLES),
    },
    examples={
        "Four spaces": {"indentation_part": "Line by line", "code": SAMPLE, "indent": "4 spaces"},
        "Tabs": {"indentation_part": "Line by line", "code": SAMPLE, "indent": "tabs"},
        "Mixed": {"indentation_part": "Line by line", "code": SAMPLE, "indent": "mixed"},
        "Which is cheapest?": {"indentation_part": "Ways to indent", "code": SAMPLE},
    },
)
