"""A text box that speaks while one types: each change reaches Python as soon as the answer to the last one is drawn."""

from __future__ import annotations

from typing import Any

import regex
import streamlit as st

from playground import settings
from playground.components import assets
from playground.core.characters import repair
from playground.sentences.grammar import counted

LIVE = 50_000
"""Up to so many characters (UTF-16 units) the text is sent at each key; above it, when asked to."""
EDITED = 200_000
"""Up to so many characters can be edited. Of a longer text the box shows only the beginning: browsers need seconds to
lay out a megabyte of editable text."""
BEGINNING = 5_000

_HEAP = regex.compile(r"[\p{M}\u200d]{1000}")
"""More marks on one character than a box should hold; the same in live_text.js."""

_mount = assets.component("live_text")


def payload(text: str, sequence: int, *, label: str = "Text", height: int = 320) -> dict[str, Any]:
    """What the box is told: its text, and the number of the last message that this text answers."""
    edited = editable(text)
    return {
        "text": text if edited else text[:BEGINNING],
        "length": len(text),
        "edited": EDITED,
        "beginning": BEGINNING,
        "sequence": sequence,
        "label": label,
        "height": height,
        "live": LIVE,
        "most": settings.current().text_characters,
        "lossy": lossy(text),
    }


def editable(text: str) -> bool:
    """Whether a box can hold the whole text: browsers need seconds for a very long one, or for one huge character.

    The time that a character takes grows with the square of the marks on it.
    """
    return len(text) <= BEGINNING or (len(text) <= EDITED and not _HEAP.search(text))


def lossy(text: str) -> str:
    """What a text box in a browser does not keep of this text, as a sentence; empty where it keeps everything."""
    lost = []
    if "\r" in text:
        lost.append(f"shows {counted(text.count(chr(13)), 'carriage return')} as plain line ends")
    if "\0" in text:
        lost.append(f"leaves out {counted(text.count(chr(0)), 'NUL character')}")
    return (
        f"The box {' and '.join(lost)}. The tokens are those of the text as it is, until you edit it." if lost else ""
    )


def kept(state: str) -> str:
    """The text in `st.session_state[state]`, whole characters only. What the box has sent stands in it already."""
    text, replaced = repair(st.session_state.get(state, ""))
    st.session_state[state] = text
    if replaced:
        st.warning(f"{replaced:,} broken half characters were replaced by U+FFFD.")
    return text


def live_text(state: str, *, key: str, label: str = "Text", height: int = 320) -> None:
    """A box that shows the text in `st.session_state[state]`, which is `kept`, and changes it.

    Mount it inside a fragment, so that only the fragment runs again at each key. A message from the browser carries a
    number; the answer carries it too, and the box ignores answers to anything but its newest message.
    """
    numbers = f"_{key}:sequence"

    def typed() -> None:
        sent = st.session_state[key].typed
        if sent and len(sent["text"]) <= settings.current().text_characters:
            st.session_state[state] = sent["text"]
            st.session_state[numbers] = sent["sequence"]

    sequence = st.session_state.setdefault(numbers, 0)
    data = payload(st.session_state[state], sequence, label=label, height=height)
    _mount(data=data, key=key, on_typed_change=typed)
