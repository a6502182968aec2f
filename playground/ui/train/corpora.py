"""The choice of a text to train on: a sample, the user's own files, or the text that the other pages show."""

from __future__ import annotations

import streamlit as st

from playground.corpus import Corpus
from playground.sample_corpora import SAMPLES
from playground.ui import inputs, session
from playground.ui.faults import plain
from playground.ui.train import served, upload

SAMPLE, SERVER, FILES, TEXT = "Sample", "On the server", "Your files", "Pasted text"
_SHOWN = 2000


def sources() -> list[str]:
    """The kinds of text that can be chosen here; those on the server where its operator offers some."""
    return [SAMPLE, *([SERVER] if served.names() else []), FILES, TEXT]


def choose() -> Corpus | None:
    """The corpus that the user chose, with what there is to know about it; None where it is still missing."""
    of = {SAMPLE: _sample, SERVER: served.corpus, FILES: upload.corpus, TEXT: _pasted}
    chosen = st.segmented_control(
        "Text to learn from", sources(), key="train_source", default=SAMPLE, required=True, persist_state="session"
    )
    corpus = of[chosen or SAMPLE]()
    if corpus is not None:
        session.set_corpus(corpus)
        _facts(corpus)
    return corpus


def _sample() -> Corpus:
    name = st.selectbox(
        "Sample", list(SAMPLES), key="train_sample", persist_state="session", label_visibility="collapsed"
    )
    sample = SAMPLES[name or next(iter(SAMPLES))]
    st.caption(sample.about)
    return sample.load()


def _pasted() -> Corpus | None:
    text = inputs.text("Text", height=200)
    if not text.strip():
        st.info("Type or paste a text to train on.")
        return None
    data = text.encode()
    current = session.corpus()
    # The same text is the same corpus: what was trained on it stays known.
    return current if current.name == "Pasted text" and current.data == data else Corpus("Pasted text", data)


def _facts(corpus: Corpus) -> None:
    st.caption(
        f"{plain(corpus.name)}: {size(len(corpus.data))}, {corpus.characters:,} characters, {corpus.lines:,} lines."
    )
    for note in corpus.notes[:6]:
        st.caption(plain(note))
    if len(corpus.notes) > 6:
        st.caption(f"And {len(corpus.notes) - 6:,} more notes.")
    with st.expander("Look into the text"):
        beginning = corpus.data[: 4 * _SHOWN].decode(errors="ignore")[:_SHOWN]
        st.code(beginning, language=None, wrap_lines=True, height=240)
        if len(corpus.data) > len(beginning.encode()):
            st.caption(f"The first {len(beginning):,} characters.")


def size(count: int) -> str:
    """A number of bytes in words.

    >>> size(12_345_678)
    '12.3 MB'
    """
    if count < 1000:
        return f"{count:,} bytes"
    return f"{count / 1000:,.1f} kB" if count < 1_000_000 else f"{count / 1_000_000:,.1f} MB"
