"""Control tokens that stand in a text: which they are, and which tokenizer knows them (ENC-02, ENC-37)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.core.special import mention, mentions

ALL = [registry.get(name) for name in ("gpt2", "cl100k_base", "o200k_base")]


@pytest.mark.parametrize(
    ("token", "ids", "plain"),
    [
        ("<|fim_prefix|>", {"cl100k_base": 100258}, {"gpt2": 8, "cl100k_base": 7, "o200k_base": 6}),
        (
            "<|endofprompt|>",
            {"cl100k_base": 100276, "o200k_base": 200018},
            {"gpt2": 8, "cl100k_base": 7, "o200k_base": 7},
        ),
        (
            "<|endoftext|>",
            {"gpt2": 50256, "cl100k_base": 100257, "o200k_base": 199999},
            {"gpt2": 7, "cl100k_base": 7, "o200k_base": 7},
        ),
    ],
)
def test_who_knows_which(token: str, ids: dict[str, int], plain: dict[str, int]) -> None:
    (found,) = mentions(f"see {token} and {token}", ALL)
    assert (found.token, found.count, found.first) == (token, 2, 4)
    assert found.ids == ids
    assert found.plain == plain


@pytest.mark.parametrize("token", ["<|im_start|>", "<|eot_id|>", "<s>", "</s>", "[CLS]", "[INST]", "<start_of_turn>"])
def test_control_tokens_of_other_models_are_found(token: str) -> None:
    (found,) = mentions(f"a{token}b", ALL)
    assert found.token == token
    assert found.ids == {}


@pytest.mark.parametrize("text", ["", "a < b | c > d", "<|>", "<||>", "<| endoftext |>", "x[0]", "<strong>", "<S>"])
def test_other_text_is_not_taken_for_one(text: str) -> None:
    assert mentions(text, ALL) == []


@given(st.text(st.sampled_from("<|>endoftx ABC"), max_size=40))
@settings(max_examples=80, deadline=None)
def test_a_mention_means_that_special_encoding_differs(text: str) -> None:
    tokenizer = registry.get("gpt2")
    known = [m for m in mentions(text, [tokenizer]) if m.ids]
    assert bool(known) == mention(text, tokenizer.special_tokens)
    assert bool(known) == (tokenizer.encode(text, special=True) != tokenizer.encode(text))
