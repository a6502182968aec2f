"""A talk: scenes in order, each a page of the app as it should look on stage."""

import streamlit as st

from playground.ui.navigation import require_frame
from playground.ui.talk import deck, deck_editor

require_frame()
st.title("Talk")
st.caption("A deck of scenes, each a page of this app with its text and settings, to present without a network.")
deck_editor.controls()
for number in range(len(deck.scenes())):
    deck_editor.row(number)
if not deck.scenes():
    st.info("The deck is empty. Open any page, set it up, and choose “Add this view to the deck” under Share.")
