"""What formats cost: the same table, the same text, the same number, written in the formats programs use."""

from __future__ import annotations

import base64
import csv
import html
import io
import json
import uuid
from collections.abc import Sequence
from urllib.parse import quote as percent_encode

from playground.core.errors import TextError
from playground.core.pitfalls.words import count, more
from playground.core.tokens import Tokenizer

MOST_ROWS, MOST_COLUMNS = 500, 30


def read_table(text: str) -> list[list[str]]:
    """The rows of a table pasted as CSV or TSV, or of a JSON list of objects; the first row is the header.

    Raises TextError where it is none of these or too big.
    """
    stripped = text.strip()
    if not stripped:
        raise TextError("Paste a table: CSV, TSV, or a JSON list of objects.")
    if stripped[0] in "[{":
        rows = _read_json(stripped)
    else:
        lines = stripped.split("\n")
        separator = max(",;\t|", key=lines[0].count)
        try:
            rows = [row for row in csv.reader(io.StringIO(stripped, newline=""), delimiter=separator) if row]
        except csv.Error as error:
            raise TextError(f"This is not CSV: {error}.") from None
    width = max(map(len, rows), default=0)
    if len(rows) < 2 or not width:
        raise TextError("A table has a header, and under it at least one row.")
    if len(rows) > MOST_ROWS or width > MOST_COLUMNS:
        raise TextError(f"The table may have {MOST_ROWS} rows and {MOST_COLUMNS} columns.")
    return [[*row, *[""] * (width - len(row))] for row in rows]


def _read_json(text: str) -> list[list[str]]:
    try:
        value = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        raise TextError("This begins like JSON but does not read as JSON.") from None
    records = value if isinstance(value, list) else [value]
    if not records or not all(isinstance(record, dict) for record in records):
        raise TextError("A JSON table is a list of objects.")
    header = list(dict.fromkeys(key for record in records for key in record))
    return [header, *[[_cell(record.get(key, "")) for key in header] for record in records]]


def _cell(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def table_formats(rows: Sequence[Sequence[str]]) -> dict[str, str]:
    """One table in each format, by the format's name."""
    header, *body = rows
    names = _unique(header)
    records = [dict(zip(names, map(_typed, row), strict=True)) for row in body]
    columns = {name: [record[name] for record in records] for name in names}
    return {
        "CSV": _csv(rows, ","),
        "TSV": _csv(rows, "\t"),
        "Markdown": _markdown(rows),
        "Markdown, aligned": _markdown(_padded(rows)),
        "JSON, pretty": json.dumps(records, indent=2, ensure_ascii=False),
        "JSON, minified": json.dumps(records, separators=(",", ":"), ensure_ascii=False),
        "JSON lines": "\n".join(json.dumps(record, ensure_ascii=False) for record in records),
        "JSON by column": json.dumps(columns, separators=(",", ":"), ensure_ascii=False),
        "YAML": _yaml(records),
        "HTML": _html(rows),
        "XML": _xml(records),
    }


def _unique(header: Sequence[str]) -> list[str]:
    names: list[str] = []
    for i, cell in enumerate(header, 1):
        name = cell.strip() or f"column {i}"
        while name in names:
            name = f"{name} {i}"
        names.append(name)
    return names


def _typed(cell: str) -> object:
    """What is no text in JSON, where the cell is exactly how JSON writes it; else the text."""
    try:
        value = json.loads(cell)
        written = json.dumps(value, ensure_ascii=False, allow_nan=False)
    except (ValueError, RecursionError):
        return cell
    return value if written == cell and not isinstance(value, str) else cell


def _csv(rows: Sequence[Sequence[str]], separator: str) -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=separator, lineterminator="\n").writerows(rows)
    return out.getvalue()


def _markdown(rows: Sequence[Sequence[str]]) -> str:
    lines = ["| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |" for row in rows]
    rule = "|" + "|".join("-" * max(3, len(cell) + 2) for cell in rows[0]) + "|"
    return "\n".join([lines[0], rule, *lines[1:]]) + "\n"


def _padded(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in rows]


def _yaml(records: Sequence[dict[str, object]]) -> str:
    lines = []
    for record in records:
        for i, (name, value) in enumerate(record.items()):
            written = _scalar(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
            lines.append(f"{'  ' if i else '- '}{_scalar(name)}: {written}")
    return "\n".join(lines) + "\n"


def _scalar(text: str) -> str:
    """A text as YAML takes it: bare where it is safe, else as a JSON string, which is YAML too."""
    bare = text and text[0].isalpha() and all(c.isalnum() or c in " _-./" for c in text) and text == text.strip()
    return (
        text
        if bare and text.lower() not in {"true", "false", "null", "yes", "no", "on", "off"}
        else json.dumps(text, ensure_ascii=False)
    )


def _html(rows: Sequence[Sequence[str]]) -> str:
    lines = []
    for i, row in enumerate(rows):
        tag = "td" if i else "th"
        lines.append("<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in row) + "</tr>")
    return "<table>\n" + "\n".join(lines) + "\n</table>\n"


def _xml(records: Sequence[dict[str, object]]) -> str:
    lines = ["<rows>"]
    for record in records:
        lines.append("  <row>")
        for name, value in record.items():
            tag = "".join(c if c.isalnum() or c in "_-." else "_" for c in name)
            tag = tag if tag[0].isalpha() or tag[0] == "_" else f"_{tag}"
            lines.append(f"    <{tag}>{html.escape(_cell(value))}</{tag}>")
        lines.append("  </row>")
    return "\n".join([*lines, "</rows>"]) + "\n"


def text_formats(text: str) -> dict[str, str]:
    """A text as it stands, and as it travels through systems that cannot take it as it is."""
    data = text.encode()
    return {
        "as it is": text,
        "URL-encoded": percent_encode(text, safe=""),
        "base64": base64.b64encode(data).decode(),
        "base32": base64.b32encode(data).decode(),
        "hexadecimal": data.hex(),
        "hexadecimal, spaced": data.hex(" "),
        "JSON with escapes": json.dumps(text),
        "HTML entities": "".join(c if c.isascii() and c not in "<>&\"'" else f"&#{ord(c)};" for c in text),
        "binary": " ".join(f"{b:08b}" for b in data),
    }


def id_formats(text: str) -> dict[str, str]:
    """One UUID in the ways it is written; TextError where `text` is no UUID."""
    try:
        value = uuid.UUID(text.strip())
    except ValueError:
        raise TextError("A UUID is 32 hexadecimal digits, usually in five groups.") from None
    return {
        "with hyphens": str(value),
        "without hyphens": value.hex,
        "in capitals": str(value).upper(),
        "as a URN": value.urn,
        "as a number": str(value.int),
        "base64": base64.urlsafe_b64encode(value.bytes).decode().rstrip("="),
        "base32": base64.b32encode(value.bytes).decode().rstrip("="),
    }


def costs(formats: dict[str, str], tokenizers: Sequence[Tokenizer]) -> dict[str, dict[str, int]]:
    """Tokens by tokenizer, then by format."""
    return {t.name: {name: len(t.encode(text)) for name, text in formats.items()} for t in tokenizers}


def statement(counted: dict[str, dict[str, int]], what: str) -> str | None:
    """The cheapest and the dearest format, in the tokenizer where they are furthest apart; None where all are equal.

    `what` is the subject: "table", "text", "identifier".
    """
    best: tuple[float, str] | None = None
    for name, by_format in counted.items():
        low, high = min(by_format, key=by_format.__getitem__), max(by_format, key=by_format.__getitem__)
        ratio = by_format[high] / by_format[low] if by_format[low] else 0.0
        if ratio > 1 and (best is None or ratio > best[0]):
            best = (
                ratio,
                (
                    f"The same {what} costs {name} {count(by_format[low], 'token')} {_named(low)} and "
                    f"{by_format[high]:,} {_named(high)}: {more(by_format[low], by_format[high])}."
                ),
            )
    return best[1] if best else None


_NAMED = {
    "as it is": "as plain text",
    "URL-encoded": "URL-encoded",
    "hexadecimal": "in hexadecimal",
    "hexadecimal, spaced": "in spaced hexadecimal",
    "binary": "in binary",
    "HTML entities": "with HTML entities",
    "JSON, pretty": "as pretty JSON",
    "JSON, minified": "as minified JSON",
    "Markdown, aligned": "as aligned Markdown",
}


def _named(name: str) -> str:
    """A format's name inside a sentence."""
    return _NAMED.get(name) or (name if name.split()[0] in ("as", "in", "with", "without") else f"as {name}")
