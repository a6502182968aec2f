"""A trained tokenizer on the Train page: what was asked and got, its merges, its size curve, and its file."""

from __future__ import annotations

import streamlit as st

from playground.core.bpe import BPETokenizer
from playground.core.tokens import Tokenizer
from playground.core.visible import visible
from playground.formats import own, saved
from playground.jobs import Outcome, family
from playground.plots.size_curve import in_words, size_curve
from playground.ui import keeping, session
from playground.ui.faults import plain
from playground.ui.train import export, load
from playground.ui.train.corpora import size
from playground.ui.train.training import LATEST

_LONG_PIECE = 10_000
_RARE = 2


def show() -> None:
    """The session's own tokenizers, one of them in full; and a way to bring one back from a file."""
    with st.container():  # there is always one, so that the expander below keeps its place
        _own()
    with st.expander("Load a saved tokenizer"):
        load.tokenizer_file(LATEST)


def _own() -> None:
    names = list(reversed(session.own()))
    if not names:
        return
    if st.session_state.get(LATEST) not in names:
        st.session_state[LATEST] = names[0]
    st.divider()
    left, right = st.columns([4, 1], vertical_alignment="bottom")
    name = left.selectbox("Your tokenizers", names, key=LATEST) or names[0]
    right.button("Remove", on_click=_remove, width="stretch", key="train_forget")
    _details(session.own()[name])


def _remove() -> None:
    """Remove the one that is chosen now, which may be another than when the button was drawn."""
    keeping.delete(st.session_state[LATEST])


def _details(tokenizer: Tokenizer) -> None:
    training = session.training(tokenizer.name)
    _numbers(tokenizer, training)
    if training is not None:
        _warnings(training.outcome)
    if not isinstance(tokenizer, BPETokenizer):
        vocabulary, file = st.tabs(["Vocabulary", "Save"])
        with vocabulary:
            st.dataframe(_entries(tokenizer), hide_index=True, height=420)
        with file:
            _save(tokenizer, training)
        return
    merges, curve, file = st.tabs(["Merges", "Size curve", "Save"])
    with merges:
        _merges(tokenizer)
    with curve:
        _curve(tokenizer, training)
    with file:
        _save(tokenizer, training)


def _entries(tokenizer: Tokenizer) -> dict[str, list[str] | list[int]]:
    ids = list(tokenizer.ids())
    return {"Id": ids, "Token": [visible(tokenizer.token_bytes(id)) for id in ids]}


def _numbers(tokenizer: Tokenizer, training: session.Training | None) -> None:
    # The second holds a name where it holds no number.
    boxes = st.columns([2, 3, 2, 2, *([3] if training and training.outcome.held_out_curve else [])])
    boxes[0].metric("Vocabulary", f"{tokenizer.vocab_size:,}")
    if isinstance(tokenizer, BPETokenizer):
        boxes[1].metric("Merges", f"{len(tokenizer.merges):,}")
    else:
        boxes[1].metric("Algorithm", tokenizer.algorithm)
    if training is None:
        for note in tokenizer.notes:
            st.caption(plain(note))
        return
    outcome = training.outcome
    boxes[2].metric(
        "Bytes per token", f"{outcome.curve.bytes_per_token[-1]:.3f}", help="On the text it was trained on."
    )
    boxes[3].metric("Training time", f"{outcome.facts.seconds:.2f} s")
    if outcome.held_out_curve:
        boxes[4].metric(
            "Bytes per token, held out",
            f"{outcome.held_out_curve.bytes_per_token[-1]:.3f}",
            help="On the tenth of the text that it has not seen.",
        )
    learned = f"Learned from {plain(training.corpus_name)}: {size(outcome.facts.corpus_bytes)}"
    if outcome.facts.corpus_pieces:
        learned += (
            f" in {outcome.facts.corpus_pieces:,} pieces, {outcome.facts.corpus_distinct_pieces:,} of them different"
        )
    st.caption(f"{learned}.")
    if isinstance(tokenizer, BPETokenizer):
        return
    st.caption(f"Bytes per token are measured on at most the first {size(family.MEASURED)}.")


def _warnings(outcome: Outcome) -> None:
    tokenizer, asked = outcome.tokenizer, outcome.facts.vocab_size_asked
    if outcome.stopped:
        st.info(f"Stopped early: asked for {asked:,} entries, kept {tokenizer.vocab_size:,}.")
    elif tokenizer.vocab_size < asked:
        reason = "no pair is left in this text" if isinstance(tokenizer, BPETokenizer) else "this text gives no more"
        st.info(f"Asked for {asked:,} entries, got {tokenizer.vocab_size:,}: {reason}.")
    rare = sum(merge.count < _RARE for merge in tokenizer.merges) if isinstance(tokenizer, BPETokenizer) else 0
    if rare:
        st.warning(
            f"{rare:,} of the merges were counted only once: they learn this text by heart. "
            "Train on more text, or ask for a smaller vocabulary."
        )
    if outcome.longest_piece_bytes > _LONG_PIECE:
        st.warning(
            f"The longest piece has {outcome.longest_piece_bytes:,} bytes. It begins with the characters below. "
            "Long pieces are often data rather than text, and slow every encoder down."
        )
        st.code(visible(outcome.longest_piece)[:200], language=None, wrap_lines=True)


def _merges(tokenizer: BPETokenizer) -> None:
    st.caption("In the order they were learned. Counted: how often the pair stood in the text when it won.")
    st.dataframe(_table(tokenizer), hide_index=True, height=420)


def _table(tokenizer: BPETokenizer) -> dict[str, list[str] | list[int]]:
    shown = [visible(tokenizer.token_bytes(id)) for id in range(256 + len(tokenizer.merges))]
    merges = tokenizer.merges
    return {
        "Step": list(range(1, len(merges) + 1)),
        "New token": [shown[merge.id] for merge in merges],
        "Left": [shown[merge.left] for merge in merges],
        "Right": [shown[merge.right] for merge in merges],
        "Counted": [merge.count for merge in merges],
        "Bytes": [len(tokenizer.token_bytes(merge.id)) for merge in merges],
        "Id": [merge.id for merge in merges],
    }


def _curve(tokenizer: BPETokenizer, training: session.Training | None) -> None:
    if training is None:
        st.info("A tokenizer from a file comes without its text, so its curve is not known.")
        return
    specials = len(tokenizer.special_tokens)
    curves = {"Training text": training.outcome.curve}
    if training.outcome.held_out_curve:
        curves["Held-out text"] = training.outcome.held_out_curve
    sentence = in_words(training.outcome.curve, specials)
    st.plotly_chart(size_curve(curves, specials), alt=sentence)
    st.caption(f"One training gives the whole curve: its first merges alone are the smaller vocabularies. {sentence}")


def _save(tokenizer: Tokenizer, training: session.Training | None) -> None:
    st.caption("The file holds the vocabulary, how text is split and the special tokens, but nothing of the text.")
    if isinstance(tokenizer, BPETokenizer):
        data = own.dumps(tokenizer, training.outcome.facts if training else None).encode()
    else:
        data = saved.dumps(tokenizer)
    st.download_button(
        "Download as JSON",
        data,
        file_name="tokenizer.json",
        mime="application/json",
        on_click="ignore",
        icon=":material/save:",
        key="train_download",
    )
    with st.expander("Save for another tool"):
        export.save_as(tokenizer)
