"""A thousand uploads that nobody should have to expect: each is read, or refused with a sentence; nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from playground import corpus
from playground.core.errors import PlaygroundError
from playground.formats import deck, detect, view_state
from playground.ui import encoding
from tests.faults.uploads import models, upload

ROOT = Path(__file__).parents[2]
BATCHES, EACH = 25, 40
ON_PAGES = 12
TEXTS = ["", "strawberry naïve 12345\n\tif x:", "<|end|>👩‍👩‍👧 \x00", "中文字符 ﷺ"]


def read_as_text(name: str, data: bytes) -> None:
    for documents in (corpus.read(name, data), corpus.read(name, data, "latin-1", "text")):
        made = corpus.join(documents)
        assert made.text.encode() == made.data
        made.split()
        _ = made.characters, made.lines


def read_as_tokenizer(name: str, data: bytes) -> None:
    tokenizer = detect.load(data, name)
    for text in TEXTS:
        found = encoding.encoded.__wrapped__(text, tokenizer) if hasattr(encoding.encoded, "__wrapped__") else None
        found = encoding._careful(lambda text=text: tokenizer.encoded(text), tokenizer)
        tokenizer.decode(found.ids.tolist())
    for id in list(tokenizer.ids())[:50]:
        tokenizer.token_bytes(id)
    for key in detect.FORMATS:
        detect.what_fits(tokenizer, key)


def read_as_view(name: str, data: bytes) -> None:
    view_state.from_file(data)


def read_as_link(name: str, data: bytes) -> None:
    view_state.unpack(data.decode("latin-1"))


def read_as_deck(name: str, data: bytes) -> None:
    deck.loads(data)


READERS = [read_as_text, read_as_tokenizer, read_as_view, read_as_link, read_as_deck]


def test_the_good_files_among_them_are_read() -> None:
    for name, data in models()[:-2]:
        read_as_tokenizer(name, data)
    read_as_view(*models()[-2])
    read_as_deck(*models()[-1])


@pytest.mark.parametrize("batch", range(BATCHES))
def test_each_upload_is_read_or_refused_with_a_sentence(batch: int) -> None:
    for seed in range(batch * EACH, (batch + 1) * EACH):
        name, data = upload(seed)
        for reader in READERS:
            try:
                reader(name, data)
            except PlaygroundError as error:
                sentence = str(error)
                assert sentence.endswith((".", "?")), (seed, reader, sentence)
                assert len(sentence) < 600, (seed, reader, sentence)
                assert "Traceback" not in sentence
            except BaseException as error:
                raise AssertionError(
                    f"upload {seed} {name!r} broke {reader.__name__}: {type(error).__name__}: {error}"
                ) from error
