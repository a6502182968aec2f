"""The pin of the token view stays on its token while the text around it changes."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from playground import registry
from playground.components.token_view.pins import Pin, follow, moved
from playground.core.tokens import Encoded

texts = st.text(st.sampled_from("ab é👍🏽\n鎮1"), max_size=12)
gpt2 = registry.get("gpt2")


def cut(text: str) -> Encoded:
    return gpt2.encoded(text)


@given(texts, texts, texts, texts)
@example("", "the ", "", "the cat")
@example("", "", "👍", "🏽")
@settings(deadline=None, max_examples=150)
def test_a_pin_is_on_the_same_bytes_or_gone(before: str, old: str, new: str, after: str) -> None:
    """A change puts `new` in place of `old`: what stands around it is found again wherever it is still a token."""
    first, second = cut(before + old + after), cut(before + new + after)
    head, tail = len(before.encode()), len(after.encode())
    for token in range(len(first)):
        start, end = int(first.starts[token]), int(first.ends[token])
        found = follow(first, token, second)
        if found is not None:
            assert second.piece(found) == first.piece(token)
        if end <= head:
            place = (start, end)
        elif start >= len(first.data) - tail:
            shift = len(second.data) - len(first.data)
            place = (start + shift, end + shift)
        else:
            continue
        same = [i for i in range(len(second)) if (second.starts[i], second.ends[i]) == place]
        assert same == [] or found is not None


def test_typing_before_a_pin_moves_it_and_typing_into_it_ends_it() -> None:
    old, sent = cut("one two two"), {"pane": 0, "token": 2, "id": gpt2.encode(" two")[0], "time": 1}
    pin = moved(None, sent, [old])
    assert pin.token == 2
    further = moved(pin, sent, [cut("zero one two two")])
    assert further.token == 3
    assert further.payload() == {"sent": sent, "now": {"pane": 0, "token": 3, "id": sent["id"]}}
    assert further.by_pane(2) == (3, None)
    gone = moved(further, sent, [cut("zero one two tXwo")])
    assert gone.token is None
    assert moved(gone, sent, [old]).token is None, "a pin that went does not come back by itself"
    again = moved(gone, {**sent, "time": 2}, [old])
    assert again.token == 2


def test_a_pin_that_fits_no_pane_or_no_token_is_none() -> None:
    panes = [cut("one")]
    for sent in (
        None,
        {"pane": 1, "token": 0, "id": 1},
        {"pane": 0, "token": 9, "id": 1},
        {"pane": 0, "token": 0, "id": 1},
    ):
        assert moved(Pin(None), sent, panes).by_pane(1) == (None,)


def test_another_tokenizer_keeps_the_pin_where_it_has_the_same_piece() -> None:
    text = "the strawberry"
    old, sent = cut(text), {"pane": 0, "token": 0, "id": gpt2.encode("the")[0]}
    assert moved(moved(None, sent, [old]), sent, [registry.get("o200k_base").encoded(text)]).token == 0
