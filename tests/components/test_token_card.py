"""What the card of one token is told."""

from __future__ import annotations

import json

import pytest

from playground import registry
from playground.components.token_card import payload
from playground.core.anatomy import anatomy


@pytest.mark.parametrize("text", ["strawberry", "ok 鎮", "👨‍👩‍👧‍👦", "a\x00b", " ", "<img src=x>"])
@pytest.mark.parametrize("name", registry.NAMES)
def test_payload_is_json_for_each_token(text: str, name: str) -> None:
    tokenizer = registry.get(name)
    encoded = tokenizer.encoded(text)
    for index in range(len(encoded)):
        sent = payload(anatomy(tokenizer, encoded, index), tokenizer=name, of=len(encoded))
        assert json.loads(json.dumps(sent)) == sent
        assert bytes.fromhex(sent["token"]["bytes"]) == encoded.piece(index)
        assert sent["token"] in sent["neighbours"]
        assert "\ufffd" not in json.dumps(sent, ensure_ascii=False)


def test_a_part_of_a_character_is_named() -> None:
    tokenizer = registry.get("cl100k_base")
    encoded = tokenizer.encoded("鎮")
    sent = [payload(anatomy(tokenizer, encoded, i)) for i in range(3)]
    assert [one["token"]["text"] for one in sent] == [None, None, None]
    assert [one["points"][0]["part"] for one in sent] == ["byte 1 of 3", "byte 2 of 3", "byte 3 of 3"]


def test_nothing_pinned() -> None:
    assert payload(None) == {"token": None}
