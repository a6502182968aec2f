"""What an experiment is, and the frame that all of them share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import streamlit as st

from playground.core.tokens import Tokenizer
from playground.ui import faults
from playground.ui.pitfalls import fields
from playground.ui.share_kinds import Kind, one_of

_WHY = Path(__file__).with_name("why")
Show = Callable[[Sequence[Tokenizer]], None]


@dataclass(frozen=True)
class Experiment:
    """One pitfall: a question with parts, each part inputs and what they show.

    `state` names the session keys of its inputs, which are also their names in the address. An example sets some of
    them. `idea` is our own Markdown, like the reason in `why/<id>.md`; the text of a user never goes there.
    """

    id: str
    title: str
    icon: str
    idea: str
    parts: Mapping[str, Show]
    state: Mapping[str, Kind]
    examples: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    @property
    def why(self) -> str:
        """The mechanism behind the pitfall, in Markdown."""
        return (_WHY / f"{self.id}.md").read_text(encoding="utf-8")

    @property
    def part_key(self) -> str:
        """The session key that says which part is shown."""
        return f"{self.id.replace('-', '_')}_part"

    @property
    def whole_state(self) -> dict[str, Kind]:
        """Everything that a link to this experiment carries."""
        return {**self.state, **({self.part_key: one_of(*self.parts)} if len(self.parts) > 1 else {})}


def show(experiment: Experiment, tokenizers: Sequence[Tokenizer]) -> None:
    """The experiment from its title to its reason."""
    with st.container(gap="xsmall", key="experiment_head"):
        st.header(f"{experiment.icon} {experiment.title}", anchor=experiment.id)
        st.markdown(experiment.idea)
    part = next(iter(experiment.parts))
    with st.container(horizontal=True, vertical_alignment="center", key="experiment_bar"):
        if len(experiment.parts) > 1:
            part = fields.choice("Part", list(experiment.parts), experiment.part_key, label_visibility="collapsed")
        _examples(experiment)
    with faults.shown():
        experiment.parts[part](tokenizers)
    with st.expander("Why is it so?", icon=":material/lightbulb:"):
        st.markdown(experiment.why)


def _examples(experiment: Experiment) -> None:
    st.caption("Try", width="content")
    for i, (label, values) in enumerate(experiment.examples.items()):
        # Labels are our own words: what an example contains is in its values.
        st.button(label, key=f"{experiment.id}_example_{i}", on_click=_set, args=(dict(values),), type="tertiary")


def _set(values: Mapping[str, Any]) -> None:
    for key, value in values.items():
        st.session_state[key] = value
