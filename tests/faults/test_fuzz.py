"""A thousand uploads that nobody should have to expect: each is read, or refused with a sentence; nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from playground import corpus
from playground.core.errors import PlaygroundError
from playground.formats import deck, detect, view_state
from playground.ui import encoding
from tests.faults.uploads import models, upload

ROOT = Path(__file__).parents[2]
BATCHES, EACH = 25, 40
ON_PAGES = 25
TEXTS = ["", "strawberry naïve 12345\n\tif x:", "<|end|>👩‍👩‍👧 \x00", "中文字符 ﷺ"]


def read_as_text(name: str, data: bytes) -> None:
    for documents in (corpus.read(name, data), corpus.read(name, data, "latin-1", "text")):
        made = corpus.join(documents)
        assert made.text.encode() == made.data
        made.split()
        _ = made.characters, made.lines


def read_as_tokenizer(name: str, data: bytes) -> None:
    """As the pages use it: load, encode and decode texts, look at tokens, write every format."""
    tokenizer = detect.load(data, name)
    for text in TEXTS:
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


def check(seed: int) -> None:
    name, data = upload(seed)
    for reader in READERS:
        try:
            reader(name, data)
        except PlaygroundError as error:
            sentence = str(error)
            assert sentence.endswith((".", "?")), (seed, reader, sentence)
            assert len(sentence) < 600, (seed, reader, sentence)
        except BaseException as error:  # a panic of compiled code is no Exception
            raise AssertionError(f"upload {seed} ({name!r}) broke {reader.__name__}") from error


@pytest.mark.parametrize("batch", range(BATCHES))
def test_each_upload_is_read_or_refused_with_a_sentence(batch: int) -> None:
    for seed in range(batch * EACH, (batch + 1) * EACH):
        check(seed)


@pytest.mark.parametrize("seed", [1413, 2663, 3033])
def test_uploads_that_once_broke_it(seed: int) -> None:
    check(seed)


@pytest.mark.parametrize(
    ("page", "uploader", "state"),
    [
        ("tokens", "_text_file_0", {}),
        ("train", "train_files", {"train_source": "Your files"}),
        ("train", "load_file", {}),
        ("talk", "_deck_file", {}),
    ],
)
def test_no_upload_shows_a_traceback_on_a_page(page: str, uploader: str, state: dict[str, str]) -> None:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=120)
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    if page != "tokens":
        app.switch_page(f"pages/{page}.py").run()
    for seed in range(10_000, 10_000 + ON_PAGES):
        name, data = upload(seed)
        # Names come from a browser: whole characters, and what the uploader lets through.
        name = name.encode("utf-8", "replace").decode() if page != "talk" else "deck.json"
        [door] = [each for each in app.file_uploader if each.key.startswith(uploader[:-1])]
        door.set_value([(name, data, "text/plain")]).run()
        assert not app.exception, seed
        assert not [error.value for error in app.error if "Something broke" in error.value], seed
        [title] = app.title
        assert title.value
