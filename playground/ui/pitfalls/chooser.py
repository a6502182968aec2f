"""The way through the experiments: which one is shown, under which tokenizers, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import streamlit as st

from playground import registry
from playground.core.tokens import Tokenizer
from playground.ui import inputs, session, share
from playground.ui.pitfalls.catalogue import EXPERIMENTS
from playground.ui.pitfalls.experiment import Experiment
from playground.ui.share_kinds import TOKENIZERS, Kind, one_of

KEY, TOKENIZERS_KEY = "experiment", "pitfall_tokenizers"
_RESTORED = "_pitfalls_restored"
_CSS = Path(__file__).with_name("chooser.css")
_OWN_STATE: dict[str, Kind] = {KEY: one_of(*EXPERIMENTS), TOKENIZERS_KEY: TOKENIZERS}
WHOLE_STATE: dict[str, Kind] = _OWN_STATE | {
    key: kind for experiment in EXPERIMENTS.values() for key, kind in experiment.whole_state.items()
}
"""Everything that a link to the page may bring back."""


def restore() -> None:
    """What a link brings back, and in the run after it the address, which follows only inputs that are on screen."""
    for key in st.session_state.pop(_RESTORED, ()):
        if key in st.session_state:
            st.session_state[key] = st.session_state[key]
    before = {key: st.session_state.get(key) for key in WHOLE_STATE}
    share.restore(WHOLE_STATE)
    _read_address(list(EXPERIMENTS))
    restored = [key for key, value in before.items() if st.session_state.get(key) != value]
    if restored:
        st.session_state[_RESTORED] = restored


def let_address_follow() -> None:
    """Ask for that run at once; call it last on the page, so that nothing moves.

    Were it the next run that the visitor asks for, it would undo what they do meanwhile.
    """
    if _RESTORED in st.session_state:
        _again(iter(("drawn",)))


@st.fragment(run_every=0.1)
def _again(first: Iterator[str]) -> None:
    """Run the page once more as soon as the browser has it. A fragment is called with the same arguments again."""
    if next(first, None) is None:
        st.rerun()


def state_of(experiment: Experiment) -> dict[str, Kind]:
    """What a link to this experiment carries."""
    return _OWN_STATE | experiment.whole_state


def experiment() -> Experiment:
    """The experiment that was chosen; the first one at first, or where the address names one that is not there."""
    st.html(_CSS)
    titles = list(EXPERIMENTS)
    chosen = st.pills(
        "Experiment",
        titles,
        default=titles[0],
        key=KEY,
        label_visibility="collapsed",
        required=True,
        bind="query-params",
        persist_state="session",
    )
    return EXPERIMENTS[str(chosen)]


def _read_address(titles: list[str]) -> None:
    """Take a title in any case, with hyphens for spaces, as people write them into an address."""
    written = st.query_params.get(KEY, "")
    if written and written not in titles:
        meant = written.casefold().replace("-", " ")
        found = [title for title in titles if title.casefold() == meant]
        if found:
            st.session_state[KEY] = found[0]


def tokenizers() -> list[Tokenizer]:
    """The tokenizers side by side: at first the newest of the session's own, and the published ones."""
    st.session_state.setdefault(TOKENIZERS_KEY, [*list(session.own())[-1:], *registry.NAMES])
    return inputs.tokenizers(key=TOKENIZERS_KEY)


def neighbours(shown: Experiment) -> None:
    """Buttons to the experiment before and the one after."""
    titles = list(EXPERIMENTS)
    at = titles.index(shown.title)
    with st.container(horizontal=True, horizontal_alignment="distribute", key="experiment_neighbours"):
        for place, key, icon in ((at - 1, "experiment_before", "◀"), (at + 1, "experiment_after", "▶")):
            title = titles[place % len(titles)]
            label = f"{icon} {title}" if icon == "◀" else f"{title} {icon}"
            st.button(label, key=key, on_click=_go, args=(title,))


def _go(title: str) -> None:
    st.session_state[KEY] = title
