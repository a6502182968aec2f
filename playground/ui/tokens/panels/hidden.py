"""Hidden characters: what is in the text that nobody sees, and what it costs."""

from __future__ import annotations

import streamlit as st

from playground.core import hidden
from playground.core.characters import visible_name
from playground.core.tokens import Encoded, Tokenizer

_EXAMPLE = (
    "Zero\u200bwidth, soft\u00adhyphen, 10\u00a0000, a p\u0430ypal link, \u202egnirts desrever\u202c, ❤\ufe0f"
    + "".join(chr(0xE0000 + ord(c)) for c in "a hidden note")
)
_MOST_PLACES = 12


def hidden_characters(tokenizer: Tokenizer, encoded: Encoded) -> None:
    """A table of them, the reasons to care, and a button that takes them out."""
    text, special = encoded.text, bool(encoded.special.any())
    # Each cost is one more encoding; of a long text only those that weigh most are worth the wait.
    most = 40 if len(text) <= 100_000 else 6
    found = hidden.hidden(text, lambda changed: len(tokenizer.encode(changed, special=special)), most)
    if not found:
        st.caption(
            "This text hides nothing: no zero-width sign, no direction mark, no odd space, no look-alike letter."
        )
        if st.button("Put an example into the text box", key="hidden_example"):
            st.session_state["text"] = _EXAMPLE
            st.rerun()
        return
    cleaned = hidden.cleaned(text)
    before, after = len(encoded), len(tokenizer.encode(cleaned, special=special))
    count = sum(one.count for one in found)
    st.caption(
        f"{'One character is' if count == 1 else f'{count:,} characters are'} hidden in this text or may pass for "
        f"others. With plain ones instead, or none, it has {after:,} tokens and not {before:,}. "
        "The cost of a row is what all its characters add."
    )
    st.dataframe(
        {
            "Mark": [visible_name(one.character) or one.character for one in found],
            "Times": [one.count for one in found],
            "Cost": [_cost(one) for one in found],
            "Name": [one.name for one in found],
            "Code point": [f"U+{ord(one.character):04X}" for one in found],
            "Kind": [one.kind for one in found],
            "At character": [_places(one) for one in found],
        },
        hide_index=True,
    )
    note = hidden.tag_message(text)
    if note:
        st.warning("The tag characters spell a message that is never drawn, but that a model reads:")
        st.code(note, language=None, wrap_lines=True)
    for kind in dict.fromkeys(one.kind for one in found):
        st.caption(f"**{kind.capitalize()}**: {hidden.EXPLAINED[kind]}")
    if st.button(
        "Take them out of the text",
        key="hidden_clean",
        help="Spaces become plain spaces, look-alikes Latin letters; the rest goes. Emoji that are joined come apart.",
    ):
        st.session_state["text"] = cleaned
        st.rerun()


def _cost(one: hidden.Hidden) -> str:
    if one.cost is None:
        return "not counted"
    return f"{one.cost:+,} token{'' if abs(one.cost) == 1 else 's'}" if one.cost else "none"


def _places(one: hidden.Hidden) -> str:
    shown = ", ".join(f"{position:,}" for position in one.positions[:_MOST_PLACES])
    return f"{shown}, ..." if one.count > _MOST_PLACES else shown
