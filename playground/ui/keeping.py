"""Own tokenizers survive a refresh: kept in the store, their keys in the address, loaded again from there.

Kept is the tokenizer, never the text it was trained on; its merges can still hold pieces of that text, and the page
says so. Whoever has a key can load the tokenizer; nothing lists keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from playground import settings
from playground.core.errors import FormatError, StoreError
from playground.core.tokens import Tokenizer
from playground.ui import session

# The store and the formats bring a database and three libraries along. They are loaded when a tokenizer is there to
# be kept, so that the first page of a fresh server does not wait for them.
if TYPE_CHECKING:
    from playground.store import Store

PARAMETER = "mine"
"""The name in the address; it holds one key or several."""
_KEYS, _REFUSED, _NOTES = "_kept_keys", "_kept_refused", "_kept_notes"


@st.cache_resource(show_spinner=False)
def _store() -> Store | StoreError:
    """The process's store, or why there is none."""
    if not settings.current().store:
        return StoreError("This server keeps no tokenizers.")
    from playground.store import Store

    try:
        return Store()
    except StoreError as error:
        return error


def keys() -> dict[str, str]:
    """The key of each kept tokenizer of this session, by the tokenizer's name."""
    return st.session_state.setdefault(_KEYS, {})  # type: ignore[no-any-return]


def restore() -> None:
    """Load the tokenizers that the address names. The router calls it before the page."""
    for key in st.query_params.get_all(PARAMETER):
        if key not in keys().values() and key not in _refused():
            fetch(key)
    for note in st.session_state.pop(_NOTES, []):
        st.warning(note)


def fetch(key: str) -> str | None:
    """The name that the tokenizer behind `key` now has in this session; None, with a note, where there is none."""
    for name, known in keys().items():
        if known == key and name in session.own():
            return name
    from playground.formats import detect

    store = _store()
    try:
        if isinstance(store, StoreError):
            raise store
        saved = store.load(key)
        tokenizer = detect.load(saved.data, saved.name)
    except (StoreError, FormatError) as error:
        _refused().add(key)
        st.session_state.setdefault(_NOTES, []).append(str(error))
        return None
    tokenizer.name = saved.name
    name = session.add(tokenizer)
    keys()[name] = key
    return name


def sync() -> None:
    """Keep what is new, and put the keys into the address. The router calls it after the page."""
    for name in list(keys()):
        if name not in session.own():
            del keys()[name]
    for name, tokenizer in session.own().items():
        if name not in keys() and name not in _refused():
            _keep(name, tokenizer)
    wanted = list(keys().values())
    if st.query_params.get_all(PARAMETER) != wanted:
        if wanted:
            st.query_params[PARAMETER] = wanted
        else:
            st.query_params.pop(PARAMETER, None)


def delete(name: str) -> None:
    """Delete a tokenizer from this session and, where the server is not read-only, from the store."""
    store, key = _store(), keys().pop(name, None)
    session.remove(name)
    if key is not None and not isinstance(store, StoreError) and not settings.current().read_only:
        try:
            store.delete(key)
        except StoreError as error:
            st.session_state.setdefault(_NOTES, []).append(str(error))


def panel() -> None:
    """The session's own tokenizers in the sidebar: what is kept, for how long, and how to delete it."""
    if not session.own():
        return
    with st.sidebar.expander(f"Your tokenizers ({len(session.own())})"):
        for number, name in enumerate(list(session.own())):
            with st.container(horizontal=True, vertical_alignment="center", key=f"kept_{number}"):
                # Code is the one kind of text here that no Markdown is read in.
                st.code(name, language=None, wrap_lines=True)
                st.button("Delete", key=f"_kept_delete_{number}", on_click=delete, args=(name,))
        kept = len(keys())
        if kept:
            days = _limit_days()
            st.caption(
                f"{kept} of {len(session.own())} kept on this server, behind keys in this page's address. A refresh "
                f"or the address in another browser brings them back, until {days} days without use. "
                "The texts are not kept, but merges can hold pieces of them."
            )
        for reason in dict.fromkeys(_why_not().values()):
            st.caption(reason)


def _limit_days() -> int:
    store = _store()
    return store.limits.days_without_use if not isinstance(store, StoreError) else 0


def _keep(name: str, tokenizer: Tokenizer) -> None:
    store = _store()
    try:
        if settings.current().read_only:
            raise StoreError("This server is read-only: it keeps no tokenizers. Download yours on the Train page.")
        if isinstance(store, StoreError):
            raise store
        keys()[name] = store.save(name, _file(tokenizer))
    except (StoreError, FormatError) as error:
        _refused().add(name)
        _why_not()[name] = str(error)


def _file(tokenizer: Tokenizer) -> bytes:
    """The tokenizer in our own JSON, which holds every kind exactly."""
    from playground.formats import saved

    return saved.dumps(tokenizer)


def _refused() -> set[str]:
    """Keys and names that were tried and did not work; they are not tried again on every run."""
    return st.session_state.setdefault(_REFUSED, set())  # type: ignore[no-any-return]


def _why_not() -> dict[str, str]:
    return st.session_state.setdefault("_kept_why_not", {})  # type: ignore[no-any-return]
