"""Bytes to UTF-8: byte-order marks, UTF-16 without one, and the encodings from before Unicode.

Nothing is guessed in silence. UTF-8 and byte-order marks are certain; every other choice comes with a note that says
what was taken and why, and the user can take another one from ENCODINGS.
"""

from __future__ import annotations

import codecs
from dataclasses import dataclass

from playground.core.characters import repair
from playground.core.errors import CorpusError

ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-16-le": "UTF-16, little endian",
    "utf-16-be": "UTF-16, big endian",
    "cp1252": "Western Europe (Windows-1252)",
    "cp1250": "Central Europe (Windows-1250)",
    "iso8859-2": "Central Europe (ISO 8859-2)",
    "cp1257": "Baltic (Windows-1257)",
    "cp1251": "Cyrillic (Windows-1251)",
    "koi8-r": "Cyrillic (KOI8-R)",
    "cp866": "Cyrillic (DOS, code page 866)",
    "cp1253": "Greek (Windows-1253)",
    "cp1254": "Turkish (Windows-1254)",
    "cp1255": "Hebrew (Windows-1255)",
    "cp1256": "Arabic (Windows-1256)",
    "cp874": "Thai (Windows-874)",
    "cp1258": "Vietnamese (Windows-1258)",
    "cp932": "Japanese (Shift JIS)",
    "euc-jp": "Japanese (EUC-JP)",
    "gb18030": "Chinese, simplified (GB 18030)",
    "big5": "Chinese, traditional (Big5)",
    "cp949": "Korean (EUC-KR, Windows-949)",
    "mac-roman": "Western Europe (Mac OS Roman)",
    "cp437": "Western (DOS, code page 437)",
    "cp850": "Western Europe (DOS, code page 850)",
}
"""What the user can choose, by Python's name."""

_MARKS = (
    # UTF-32 before UTF-16, whose little-endian mark is its beginning.
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# Accented letters of French, German and Nordic languages, Spanish, Portuguese, Italian and Dutch.
_WESTERN = ("àâæçéèêëîïôœùûüÿñª", "äöüßåæøéèóà", "áéíóúüñçªº", "áâãàçéêíóôõúüªº", "àèéìíîòóùú", "ëïöüéèáóíúç")
# Supersets of what charset-normalizer names: they decode the same bytes and some more.
_SUPERSETS = {
    "shift_jis": "cp932", "shift_jis_2004": "cp932", "shift_jisx0213": "cp932", "euc_jis_2004": "euc-jp",
    "euc_jisx0213": "euc-jp", "euc_kr": "cp949", "johab": "cp949", "gbk": "gb18030", "gb2312": "gb18030",
    "hz": "gb18030", "big5hkscs": "big5", "latin_1": "cp1252",
}  # fmt: skip
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\v\f\r\b\x1a\x1b")) + b"\x7f"


class EncodingQuestion(CorpusError):
    """The text may be in `offers[0]`, but that is too uncertain to go on without being told."""

    def __init__(self, message: str, offers: tuple[str, ...]):
        super().__init__(message)
        self.offers = offers


@dataclass(frozen=True)
class Decoded:
    """A text in UTF-8, the encoding it came in, and one sentence for each thing that was done to it."""

    data: bytes
    encoding: str
    notes: tuple[str, ...] = ()
    guessed: bool = False


def label(encoding: str) -> str:
    """The name of an encoding on screen."""
    return ENCODINGS.get(encoding, encoding.upper().replace("_", "-"))


def decode(name: str, data: bytes, encoding: str | None = None) -> Decoded:
    """`data` as UTF-8. CorpusError for what is no text, EncodingQuestion where the user must say.

    >>> decode("menu.txt", b"caf\\xe9").data.decode()
    'café'
    """
    for mark, marked in _MARKS:
        if data.startswith(mark) and encoding in (None, marked):
            decoded = _decode_as(name, data[len(mark) :], marked)
            note = (
                "The byte-order mark was removed." if marked == "utf-8" else f"{label(marked)}, by its byte-order mark."
            )
            return Decoded(decoded.data, marked, (note, *decoded.notes))
    if encoding is not None:
        return _decode_as(name, data, encoding)
    _refuse_binary(name, data)
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return _guess(name, data, error.start)
    return Decoded(data, "utf-8", _null_note(data))


def _refuse_binary(name: str, data: bytes) -> None:
    """Ask where NUL bytes look like UTF-16; refuse where there are many of them or of other control bytes."""
    nulls = data.count(0)
    if nulls * 100 > len(data):
        odd = data[1::2].count(0)
        if max(odd, nulls - odd) >= 0.9 * nulls and len(data) >= 4:
            likely = ("utf-16-le", "utf-16-be") if odd * 2 > nulls else ("utf-16-be", "utf-16-le")
            raise EncodingQuestion(
                f"{name} has {nulls:,} NUL bytes and no byte-order mark. It looks like {label(likely[0])}.",
                (*likely, "utf-8"),
            )
        raise CorpusError(f"{name} is not text: {100 * nulls / len(data):.0f} % of its bytes are NUL.")
    controls = len(data) - nulls - len(data.translate(None, _CONTROLS[1:]))
    if controls * 20 > len(data):
        raise CorpusError(
            f"{name} is not text: {100 * controls / len(data):.0f} % of its bytes are control characters."
        )


def _guess(name: str, data: bytes, first: int) -> Decoded:
    """The likeliest encoding of bytes that are not UTF-8 from offset `first` on."""
    where = f"Not UTF-8: the first byte that breaks it is 0x{data[first]:02X} at offset {first:,}."
    try:
        # Two halves of a UTF-16 pair, each written as three bytes: what Java and old databases call UTF-8.
        whole, replaced = repair(data.decode("utf-8", "surrogatepass"))
        notes = (where, "Its characters were written as UTF-16 halves and have been joined.", *_replaced_note(replaced))
        return Decoded(whole.encode(), "utf-8", notes)
    except UnicodeDecodeError:
        pass
    encoding = _likely(data, first)
    if encoding is None:
        raise EncodingQuestion(f"{name} is in no encoding that could be recognized. {where}", ("cp1252", "utf-8"))
    decoded = _decode_as(name, data, encoding)
    return Decoded(
        decoded.data, encoding, (where, f"Read as {label(encoding)}, a guess.", *decoded.notes), guessed=True
    )


def _likely(data: bytes, first: int) -> str | None:
    # A window from a line's start near the first odd byte: whole characters, and enough of them.
    start = data.rfind(b"\n", max(0, first - 4096), first) + 1 or max(0, first - 4096)
    window = data[start : start + 65536]
    if _looks_western(window):
        return "cp1252"
    if _looks_hebrew(window):
        return "cp1255"
    for japanese in ("cp932", "euc-jp"):
        if _has_kana(window, japanese):
            return japanese
    import charset_normalizer  # not while a server starts

    best = charset_normalizer.from_bytes(window).best()
    if best is None or best.encoding in ("utf_8", "ascii"):
        return None
    return _SUPERSETS.get(best.encoding, best.encoding.replace("_", "-"))


def _looks_western(window: bytes) -> bool:
    """Some accented letters of one western language among many plain ones: Windows-1252.

    The statistics of charset-normalizer need more text than a short note has, and take long French for Baltic.
    """
    try:
        text = window.decode("cp1252")
    except UnicodeDecodeError:
        return False
    accented = [character for character in text if character.isalpha() and not character.isascii()]
    plain = sum(character.isascii() and character.isalpha() for character in text)
    if len(accented) * 2 > plain:
        return not accented
    letters = {character.lower() for character in accented}
    return len(accented) < 20 or any(letters <= set(language) for language in _WESTERN)


def _looks_hebrew(window: bytes) -> bool:
    """Every high byte is one of the 27 Hebrew letters: Cyrillic, in the same places, would use more of them."""
    high = window.translate(None, bytes(range(128)))
    return len(high) > 20 and not high.translate(None, bytes(range(0xE0, 0xFB)))


def _has_kana(window: bytes, encoding: str) -> bool:
    """Read so, a good part of the text is hiragana and katakana, which no other language would give by chance."""
    try:
        # Incremental, for the window may end within a character.
        text = codecs.getincrementaldecoder(encoding)().decode(window)
    except UnicodeDecodeError:
        return False
    foreign = [character for character in text if not character.isascii()]
    return sum("\u3040" <= character <= "\u30ff" for character in foreign) > 0.2 * len(foreign)


def _decode_as(name: str, data: bytes, encoding: str) -> Decoded:
    """`data` read in one encoding. What cannot be read becomes U+FFFD and is counted."""
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        text = data.decode(encoding, "replace")
        replaced = text.count("\ufffd")
        note = f"{replaced:,} places that are not {label(encoding)} became U+FFFD, the first at byte {error.start:,}."
        if replaced * 10 > len(text):
            raise EncodingQuestion(
                f"{name} is not {label(encoding)}: {replaced:,} places cannot be read.", ()
            ) from None
        return Decoded(text.encode(), encoding, (note,))
    except LookupError:
        raise CorpusError(f"There is no encoding called {encoding!r}.") from None
    whole, replaced = repair(text)
    encoded = data if encoding == "utf-8" and not replaced else whole.encode()
    return Decoded(encoded, encoding, (*_replaced_note(replaced), *_null_note(encoded)))


def _null_note(data: bytes) -> tuple[str, ...]:
    nulls = data.count(0)
    return (f"It holds {nulls:,} NUL characters.",) if nulls else ()


def _replaced_note(replaced: int) -> tuple[str, ...]:
    return (f"{replaced:,} broken half characters became U+FFFD.",) if replaced else ()
