"""Bytes in every encoding become the text they were; what is uncertain is said or asked."""

from __future__ import annotations

import pytest

from playground.core.errors import CorpusError
from playground.corpus import encodings
from playground.corpus.encodings import EncodingQuestion, decode

LONG = {
    "cp1252": "C'était une très belle journée à Besançon, et les élèves étaient déjà là où l’été commençait.\n",
    "cp1251": "Это был тёплый летний день, и дети уже играли у реки. Старик сидел на скамейке.\n",
    "koi8-r": "Это был тёплый летний день, и дети уже играли у реки. Старик сидел на скамейке.\n",
    "cp1250": "Příliš žluťoučký kůň úpěl ďábelské ódy. Byl pozdní večer, první máj, byl lásky čas.\n",
    "cp932": "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。薄暗い所で泣いていた。\n",
    "gb18030": "话说天下大势，分久必合，合久必分。周末七国分争，并入于秦。及秦灭之后，楚、汉分争。\n",
    "big5": "話說天下大勢，分久必合，合久必分。周末七國分爭，並入於秦。及秦滅之後，楚、漢分爭。\n",
    "cp949": "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n",
    "cp1255": "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון\n",
}


@pytest.mark.parametrize("encoding", LONG)
def test_legacy_text_is_recognized_and_said(encoding: str) -> None:
    text = LONG[encoding] * 20
    decoded = decode("x.txt", text.encode(encoding))
    assert decoded.data.decode() == text
    assert decoded.guessed
    assert encodings.label(decoded.encoding) in decoded.notes[1]


@pytest.mark.parametrize("encoding", encodings.ENCODINGS)
def test_every_encoding_offered_exists_and_can_be_chosen(encoding: str) -> None:
    assert decode("x.txt", "plain".encode(encoding), encoding).data == b"plain"


@pytest.mark.parametrize(
    ("data", "offset", "text"), [(b"caf\xe9", 3, "café"), (b"\x93hi\x94 \x96 \x80", 0, "“hi” – €")]
)
def test_short_western_text_and_the_offset_of_the_first_odd_byte(data: bytes, offset: int, text: str) -> None:
    decoded = decode("x.txt", data)
    assert decoded.data.decode() == text
    assert f"offset {offset}." in decoded.notes[0]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_decides_and_goes(encoding: str) -> None:
    decoded = decode("x.txt", "héllo".encode(encoding))
    assert decoded.data.decode() == "héllo"
    assert "byte-order mark" in decoded.notes[0]
    assert not decoded.guessed


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_asked_about(encoding: str) -> None:
    data = "héllo".encode(encoding)
    with pytest.raises(EncodingQuestion, match="UTF-16") as caught:
        decode("x.txt", data)
    assert caught.value.offers[0] == encoding
    assert decode("x.txt", data, encoding).data.decode() == "héllo"


def test_plain_utf_8_is_the_same_object() -> None:
    data = "naïve\r\n".encode()
    assert decode("x.txt", data).data is data


def test_a_few_nuls_are_said_and_many_refused() -> None:
    assert "1 NUL" in decode("x.txt", b"a" * 200 + b"\0").notes[0]
    with pytest.raises(CorpusError, match="not text: 50 %"):
        decode("x.txt", b"ab\0\0" * 50)
    with pytest.raises(CorpusError, match="control characters"):
        decode("x.txt", bytes(range(1, 256)))


def test_characters_written_as_utf_16_halves_are_joined() -> None:
    decoded = decode("x.txt", b"a\xed\xa0\xbd\xed\xb1\x8db\xed\xa0\x80")
    assert decoded.data.decode() == "a👍b\ufffd"
    assert "1 broken half" in decoded.notes[-1]


def test_what_a_chosen_encoding_cannot_read_is_counted_or_refused() -> None:
    decoded = decode("x.txt", b"plain text " * 9 + b"\xe9", "utf-8")
    assert decoded.data.decode().endswith("\ufffd")
    assert "1 place" in decoded.notes[0]
    assert "byte 99" in decoded.notes[0]
    with pytest.raises(CorpusError, match="cannot be read"):
        decode("x.txt", b"\xe9\xe9\xe9", "utf-8")
    with pytest.raises(CorpusError, match="no encoding called"):
        decode("x.txt", b"a", "klingon")
