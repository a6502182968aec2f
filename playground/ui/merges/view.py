"""The player on the Merges page, with what goes with it: the step in the link, the table that jumps, the export."""

from __future__ import annotations

from typing import Any

import streamlit as st

from playground.components.merge_player import export, merge_player
from playground.core.encode_steps import EncodeTrace
from playground.core.trace import Trace
from playground.core.visible import visible
from playground.ui.merges.sources import Shown

_LAST, _JUMP, _PLAYER = "_merges_last", "_merges_jump", "merges_player"


def play(shown: Shown) -> int:
    """The player; the step at which it rests, which the address and the link then hold."""
    session, name = st.session_state, shown.data["id"]
    last = session.get(_LAST)
    asked = session.get("merges_step", _step_in_address())
    if last is None or asked != last[1]:  # a link says where to go
        last = (name, asked)
        _jump(name, asked)
    jump = session[_JUMP]
    data = shown.data | {
        "step": last[1] if last[0] == name else 0,
        "jump": list(jump[1:]) if jump[0] == name else None,
    }
    step = merge_player(data, key=_PLAYER, on_step=_rested)
    session["merges_step"] = step
    session[_LAST] = (name, step)
    if step:
        st.query_params["step"] = str(step)
    else:
        st.query_params.pop("step", None)
    return step


def _rested() -> None:
    """The step is known before the page runs: its link stands above the player."""
    rest = st.session_state[_PLAYER].get("rest")
    if rest:
        st.session_state["merges_step"] = rest["step"]
        st.session_state[_LAST] = (rest["id"], rest["step"])


def _step_in_address() -> int:
    asked = st.query_params.get("step", "0")
    return int(asked) if asked.isascii() and asked.isdigit() and len(asked) < 7 else 0


def _jump(name: str, step: int) -> None:
    """Send the player of this animation to a step, once."""
    before = st.session_state.get(_JUMP)
    st.session_state[_JUMP] = (name, step, before[2] + 1 if before else 1)


def table(shown: Shown) -> None:
    """All merges; a click on a row takes the player there."""
    made = rows(shown.trace) if isinstance(shown.trace, Trace) else read_rows(shown)
    if not made:
        return
    st.subheader("All merges")
    st.caption("Choose a row and the player goes to that step. The table can be sorted, searched and downloaded.")
    key = f"merges_table_{shown.data['id']}"
    st.dataframe(
        made, hide_index=True, key=key, selection_mode="single-row", height=360,
        on_select=lambda: _choose(key, shown.data["id"], made[0]["step"]),
    )  # fmt: skip


def _choose(key: str, name: str, first: int) -> None:
    chosen = st.session_state[key]["selection"]["rows"]
    if chosen:
        _jump(name, first + chosen[0])


def rows(shown: Trace) -> list[dict[str, Any]]:
    """The merges as rows of a table, spaces and bytes made visible."""
    known = shown.token_bytes
    return [
        {
            "step": number,
            "token": visible(known[step.id]),
            "left": visible(known[step.left]),
            "right": visible(known[step.right]),
            "id": step.id,
            "bytes": known[step.id].hex(" "),
            "counted": step.counted,
            "replaced": step.replaced,
            "tokens after": shown.lengths[number],
        }
        for number, step in enumerate(shown.steps, 1)
    ]


def read_rows(shown: Shown) -> list[dict[str, Any]]:
    """The merges of an encoding as rows of a table, numbered as the player's steps, of which a cut may be the first."""
    trace, tokenizer = shown.trace, shown.tokenizer
    assert isinstance(trace, EncodeTrace)
    assert tokenizer is not None
    lane = shown.data["lanes"][0]
    known = tokenizer.token_bytes
    return [
        {
            "step": number,
            "token": visible(known(step.id)),
            "parts": " + ".join(visible(known(part)) for part in step.parts),
            "rank": step.rank,
            "bytes": known(step.id).hex(" "),
            "places that could merge": step.open or None,
            "tokens after": lane["lengths"][number],
        }
        for number, step in enumerate(trace.steps, 1 + lane["cut"])
    ]


def download(shown: Shown) -> None:
    """The animation as one HTML file that needs nothing else."""
    st.download_button(
        "Download the animation", lambda: export.page(shown.data, "Merges"), "merges.html", "text/html",
        on_click="ignore", icon=":material/movie:",
        help="One HTML file that plays in any browser without a network, for slides.",
    )  # fmt: skip
