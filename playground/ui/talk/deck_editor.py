"""The Talk page's parts: present, save and load the deck, and one row for each scene."""

from __future__ import annotations

import streamlit as st

from playground import talk
from playground.core.errors import FormatError
from playground.formats import deck as deck_file
from playground.ui import inputs, uploads
from playground.ui.faults import plain
from playground.ui.navigation import ENTRIES
from playground.ui.talk import deck

_FILE, _ERROR = "_deck_file", "_deck_error"


def controls() -> None:
    """Present, download, load, and start again from the default deck."""
    with st.container(horizontal=True):
        st.button(
            "Present", icon=":material/play_arrow:", type="primary",
            disabled=not deck.scenes(), on_click=deck.present, args=(0,),
        )  # fmt: skip
        st.download_button(
            "Download the deck",
            lambda: deck_file.dumps(deck.scenes()),
            file_name="deck.json",
            mime="application/json",
            on_click="ignore",
        )
        with st.popover("Load a deck"):
            uploads.uploader("A deck saved here before (JSON)", 16, type="json", key=_FILE, on_change=_load)
        st.button("Default deck", on_click=lambda: deck.replace_all(list(talk.DEFAULT)))
        st.button("Empty the deck", on_click=lambda: deck.replace_all([]))
    if _ERROR in st.session_state:
        st.error(plain(st.session_state.pop(_ERROR)))
    st.caption(
        "On stage: → or PageDown for the next scene, ← or PageUp for the one before, swipe on a touch screen. "
        "The bar above the scene has the list, your notes with a clock in a second window, and the way out."
    )


def row(at: int) -> None:
    """One scene: its title and page, what can be done with it, and its notes."""
    scene = deck.scenes()[at]
    last = len(deck.scenes()) - 1
    # Widgets are keyed by place. Their values are set from the deck, so that a moved scene takes its title along.
    inputs.put(f"_title_{at}", scene.title)
    inputs.put(f"_notes_{at}", scene.notes)
    with st.container(border=True, key=f"scene_{at}"):
        with st.container(horizontal=True, vertical_alignment="bottom"):
            st.text_input(
                f"{at + 1}. {_page_title(scene.page)}", key=f"_title_{at}", on_change=_edit, args=(at, "title")
            )
            # The buttons stay together: on a phone they stand in one line under the title.
            with st.container(horizontal=True, width="content", key=f"scene_buttons_{at}"):
                _buttons(at, last)
        with st.expander("Notes"):
            st.text_area(
                "Notes for the speaker", key=f"_notes_{at}", label_visibility="collapsed", on_change=_edit,
                args=(at, "notes"),
            )  # fmt: skip


def _buttons(at: int, last: int) -> None:
    st.button("Present from here", key=f"_show_{at}", on_click=deck.present, args=(at,))
    st.button("↑", key=f"_up_{at}", help="Move up", disabled=at == 0, on_click=deck.move, args=(at, -1))
    st.button("↓", key=f"_down_{at}", help="Move down", disabled=at == last, on_click=deck.move, args=(at, 1))
    st.button("✕", key=f"_out_{at}", help="Take this scene out", on_click=deck.remove, args=(at,))


def _page_title(file: str) -> str:
    return next((entry.title for entry in ENTRIES if entry.file == file), "A page that is not here")


def _edit(at: int, what: str) -> None:
    value = st.session_state[f"_{what}_{at}"]
    if what == "notes" or value.strip():
        deck.edit(at, **{what: value})


def _load() -> None:
    upload = st.session_state[_FILE]
    if upload is None:
        return
    try:
        scenes = deck_file.loads(upload.getvalue())
        known = {entry.file for entry in ENTRIES}
        strange = next((number for number, scene in enumerate(scenes, 1) if scene.page not in known), None)
        if strange is not None:
            raise FormatError(f"Scene {strange} belongs to a page that this playground does not have.")
        deck.replace_all(scenes)
    except FormatError as error:
        st.session_state[_ERROR] = str(error)
