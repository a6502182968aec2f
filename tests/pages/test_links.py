"""Every page can be shared: a link brings back each of its choices, and garbage breaks no page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from playground.formats import view_state
from playground.ui.navigation import ENTRIES

ROOT = Path(__file__).parents[2]
TEXT = "  one\ttwo 👋🏽\n$x$ "
# For each page: choices that are not those it opens with. `text` and `tokenizer` are shared by several pages.
VIEWS: dict[str, dict[str, Any]] = {
    "tokens": {
        "text": TEXT,
        "tokenizer": "o200k_base",
        "panel": "Costs",
        "tokenizers": ["gpt2", "cl100k_base"],
        "price": 3.25,
        "window": 8000,
        "requests": 7,
        "baseline": "gpt2",
    },
    "merges": {"text": TEXT, "merges_mode": "Encoding", "merges_word": " lower ", "merges_reader": "gpt2"},
    "compare": {
        "text": TEXT,
        "compared": ["gpt2", "plain bytes", "cl100k_base"],
        "fair": True,
        "fair_size": 2000,
        "compare_tab": "Words",
    },
    "pitfalls": {
        "experiment": "Letters",
        "pitfall_tokenizers": ["gpt2", "o200k_base"],
        "letters_part": "Other spellings",
        "word": " two  words ",
    },
    "languages": {"babel_tokenizers": ["gpt2"], "babel_language": "ru", "babel_read": "de", "babel_window": 999},
    "train": {
        "text": TEXT,
        "train_source": "Pasted text",
        "train_size": 300,
        "_train_size_touched": True,
        "train_pattern": "own",
        "train_own_pattern": r"\w+|\W",
        "train_name": "mine",
        "train_specials": "<|a|>\n<|b|>",
        "train_ties": "lowest",
        "train_held_out": True,
    },
    "vocabulary": {"tokenizer": "gpt2", "vocabulary_tab": "Search", "lexicon_text": " token", "lexicon_case": False},
    "algorithms": {
        "part": "Side by side",
        "toy_words": {"ab": 3, "abc": 2},
        "toy_unseen": "abab",
        "bpe_start": "bytes",
    },
}


NOT_SHARED = {"talk"}  # a deck has a file of its own


def test_every_page_of_the_menu_can_be_shared() -> None:
    assert {entry.file for entry in ENTRIES} - NOT_SHARED == set(VIEWS)


def opened(page: str, link: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=120)
    app.switch_page(f"pages/{page}.py")
    app.query_params["share"] = link
    return app.run()


@pytest.mark.parametrize("page", VIEWS)
def test_a_link_brings_back_every_choice(page: str) -> None:
    app = opened(page, view_state.pack(VIEWS[page]))
    assert not app.exception
    assert not app.warning
    app.run()
    assert {key: app.session_state[key] for key in VIEWS[page]} == VIEWS[page]
    assert "share" in app.query_params, "the page shows what the link says, so the link stays in the address"


@pytest.mark.parametrize("page", VIEWS)
def test_a_link_of_wrong_values_breaks_nothing(page: str) -> None:
    for wrong in (-1, "no such thing", ["x"], {"x": 1}):
        app = opened(page, view_state.pack(dict.fromkeys(VIEWS[page], wrong)))
        assert not app.exception
        assert not [error for error in app.error if "our fault" in error.value]
