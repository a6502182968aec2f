"""How big must it be? Compression at every vocabulary size, the published levels across, and what size costs."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import pandas as pd
import streamlit as st

from playground import registry, sample_corpora, sentences
from playground.core.bpe import BPETokenizer, train_bpe
from playground.core.pretokenize import count_words
from playground.core.sizes import Model, SizeCurve, tradeoff
from playground.core.tokens import Tokenizer
from playground.corpus import Corpus
from playground.plots import sizes as plots
from playground.ui import measured, session, tables
from playground.ui.faults import plain

_EXAMPLE_SIZE = 8192
_ENOUGH = 100_000
_LEVEL_BYTES = 10_000_000
_EXAMPLE_BYTES = 1_000_000
LEVELS = ("cl100k_base", "o200k_base")
MODELS = {
    "tiny: 256 wide, 6 layers": Model(256, 6),
    "small: 768 wide, 12 layers": Model(768, 12),
    "medium: 1,600 wide, 48 layers": Model(1600, 48),
    "large: 4,096 wide, 32 layers": Model(4096, 32),
    "huge: 8,192 wide, 80 layers": Model(8192, 80),
}


@dataclass(frozen=True, eq=False)
class Study:
    """A tokenizer, the text it learned from, and the text that was held out, if one was."""

    tokenizer: BPETokenizer
    corpus: Corpus
    split: bool
    given: int = 0
    """Bytes of the text from which that is the beginning; 0 where it is all of it."""

    @cached_property
    def texts(self) -> dict[str, str]:
        """The texts by what they are, the one to judge by last."""
        if not self.split:
            return {"the text it learned from": self.corpus.text}
        train, held = (b"".join(part).decode() for part in self.corpus.split())
        texts = {"the text it learned from": train}
        return texts | {"held-out text": held} if held else texts

    @property
    def judged(self) -> str:
        """The text to judge by."""
        return list(self.texts.values())[-1]

    @cached_property
    def curves(self) -> dict[str, SizeCurve]:
        """Tokens at every vocabulary size, for each text."""
        return {name: curve(self.tokenizer, text) for name, text in self.texts.items()}

    @cached_property
    def levels(self) -> dict[str, float]:
        """Bytes per token of the published tokenizers on the text to judge by, or on its beginning where it is long."""
        text = self.judged.encode()[:_LEVEL_BYTES].decode(errors="ignore")
        size = len(text.encode())
        return {name: size / max(len(registry.get(name).encode(text)), 1) for name in LEVELS}


def curve(tokenizer: BPETokenizer, text: str) -> SizeCurve:
    """The tokens of `text` at every vocabulary size of `tokenizer`."""
    counts = count_words(text, tokenizer.pattern)
    return SizeCurve.of(tokenizer.replacements(counts), sum(len(word) * n for word, n in counts.items()))


def study(chosen: Sequence[Tokenizer]) -> Study:
    """The first of the chosen tokenizers that was trained in this session; else one trained here as an example."""
    for each in chosen:
        training = session.training(each.name)
        corpus = training and training.corpus()
        if training and corpus and isinstance(each, BPETokenizer):
            return _study(measured.identity(each), _mark(corpus), each, corpus, training.held_out)
    corpus = session.corpus()
    if len(corpus.data) < _ENOUGH:
        corpus = sample_corpora.reference_manual()
    return _example(_mark(corpus), corpus)


def _mark(corpus: Corpus) -> str:
    return f"{corpus.name} {len(corpus.data)} {zlib.crc32(corpus.data)}"


@st.cache_resource(scope="session", max_entries=2, show_spinner="Counting words …")
def _study(identity: str, mark: str, _tokenizer: BPETokenizer, _corpus: Corpus, split: bool) -> Study:
    return Study(_tokenizer, _corpus, split)


@st.cache_resource(scope="session", max_entries=1, show_spinner="Training an example …")
def _example(mark: str, _corpus: Corpus) -> Study:
    # Not all of a large text: the example is trained while the page waits.
    corpus = Corpus(_corpus.name, _corpus.data[:_EXAMPLE_BYTES].decode(errors="ignore").encode(), _corpus.notes)
    tokenizer = train_bpe(b"".join(corpus.split()[0]).decode(), _EXAMPLE_SIZE, "cl100k")
    tokenizer.name = "an example"
    return Study(tokenizer, corpus, True, len(_corpus.data) if len(_corpus.data) > _EXAMPLE_BYTES else 0)


def show(chosen: Sequence[Tokenizer]) -> None:
    """The curve, where it crosses the published levels, and the cost of size."""
    found = study(chosen)
    if found.tokenizer.name not in session.own():
        st.info(
            "The curve is that of a byte-level BPE which was trained in this session. None is chosen, so one was "
            "trained just now, as an example."
        )
        if found.given:
            st.caption(
                f"The example is made from the first {len(found.corpus.data):,} of the {found.given:,} bytes of "
                f"{plain(found.corpus.name)}."
            )
        st.page_link("pages/train.py", label="Train one on your own text", icon=":material/model_training:")
    judged, last = list(found.curves.items())[-1]
    crossings = {name: size for name, level in found.levels.items() if (size := last.crossing(level)) is not None}
    st.markdown(plain(sentences.size_story(found.corpus.name, judged, last, found.levels, crossings)))
    st.plotly_chart(
        plots.compression(found.curves, found.levels, crossings), key="size_curve", config={"displayModeBar": False},
        alt="Bytes per token against vocabulary size. The sentence above says where it crosses the published levels.",
    )  # fmt: skip
    st.caption(
        "One training gives the whole curve: a vocabulary of any smaller size is a prefix of the same merges. "
        "Sizes count the 256 bytes and the merges, without special tokens."
    )
    if last.bytes > _LEVEL_BYTES:
        st.caption(
            f"The levels of the published tokenizers are measured on the first {_LEVEL_BYTES:,} of {last.bytes:,} "
            "bytes."
        )
    st.subheader("What size costs")
    _cost(last)
    with st.expander("All this as a table"):
        tables.show(
            lambda n: _frame(found, n), len(last.thinned().sizes), key="sizes", alt="Figures at each vocabulary size",
            height=320,
        )  # fmt: skip


def _frame(found: Study, rows: int) -> pd.DataFrame:
    curves = {name: each.thinned() for name, each in found.curves.items()}
    last = list(curves.values())[-1]
    trade = tradeoff(last, _model())
    columns = {f"bytes/token, {name}": each.bytes_per_token for name, each in curves.items()}
    work = {"in layers": trade.body, "in output layer": trade.output, "multiplications per byte": trade.total}
    return pd.DataFrame({"vocabulary": last.sizes, **columns, **work}).head(rows)


def _model() -> Model:
    return MODELS[st.session_state.get("size_model") or "small: 768 wide, 12 layers"]


def _cost(curve: SizeCurve) -> None:
    st.selectbox("Model", list(MODELS), index=1, key="size_model", persist_state="session")
    model = _model()
    trade = tradeoff(curve, model)
    st.markdown(plain(sentences.rows_cost(int(curve.sizes[-1]), model)))
    st.plotly_chart(
        plots.cost(trade), key="size_cost", config={"displayModeBar": False},
        alt="Multiplications per byte of text against vocabulary size. The sentence below says where they are fewest.",
    )  # fmt: skip
    st.markdown(plain(sentences.tradeoff(trade)))
