"""Each panel says what is true of the text on the page, and bad input gets a sentence."""

from __future__ import annotations

import pytest
from streamlit.testing.v1 import AppTest

from playground import registry
from playground.ui.tokens.panels import PANELS
from tests.pages.test_every_page import written_over

HOSTILE = "$x$ **b** <img src=x onerror=alert(1)> :red[r] `c` \u202eabc\u202c\0 <|endoftext|> \ue000"


def page() -> None:
    import streamlit as st

    from playground.ui import session
    from playground.ui.tokens import panels

    tokenizer = session.tokenizer(st.session_state.get("tokenizer", "cl100k_base"))
    special = panels.read_as_special(st.session_state["text"], tokenizer)
    panels.special_switch(st.session_state["text"], tokenizer)
    st.session_state["read_special"] = special
    panels.show(tokenizer, tokenizer.encoded(st.session_state["text"], special=special))


def opened(panel: str, text: str = "Hello 👋🏽 鎮", **state) -> AppTest:
    app = AppTest.from_function(page, default_timeout=60)
    app.session_state["text"] = text
    app.session_state["panel"] = panel
    for key, value in state.items():
        app.session_state[key] = value
    return app.run()


def said(app: AppTest) -> str:
    return " ".join(element.value for kind in ("caption", "info", "error", "warning") for element in app.get(kind))


@pytest.mark.parametrize("text", ["", "plain", HOSTILE])
@pytest.mark.parametrize("panel", PANELS)
def test_every_panel_takes_any_text(panel: str, text: str) -> None:
    app = opened(panel, text)
    assert not app.exception
    assert not app.error
    # Nothing of the text gets where Markdown is read.
    for part in ("$x$", "onerror", ":red["):
        assert part not in said(app)
    assert not written_over(app.run())


@pytest.mark.parametrize(
    ("ids", "sentence"),
    [
        ("12, x", "Item 2, x, is not a number."),
        ("-1", "-1 is negative; ids start at 0."),
        ("100277", "100277 is too big; the largest id of cl100k_base is 100,276."),
        ("100256", "100256 is not used by cl100k_base."),
    ],
)
def test_wrong_ids_get_their_own_sentence(ids: str, sentence: str) -> None:
    app = opened("Ids to text", ids=ids)
    assert [error.value for error in app.error] == [sentence]
    assert app.text_area(key="ids").value == ids


def test_ids_that_break_a_character_say_where_and_why() -> None:
    app = opened("Ids to text", ids="[15339, 165, 236]")
    assert "one place is not UTF-8" in said(app)
    assert app.code[0].value == "hello\\xe9\\x8e"
    places = app.dataframe[0].value
    assert places["Token"].tolist() == ["2 to 3"]
    assert places["Why it is no character"].tolist() == [
        "E9 8E begins a character of 3 bytes; its first 2 bytes are there, "
        "then the bytes end: the character is cut off."
    ]


def test_ids_that_encoding_would_not_give_are_noted() -> None:
    """DEC-06: for some entries encode(decode([id])) is something else."""
    app = opened("Ids to text", ids="3413", tokenizer="o200k_base")
    again = registry.get("o200k_base").encode(" I'")
    assert again != [3413]
    assert f"gives other ids: {len(again)} instead of 1" in said(app)
    assert app.code[0].value == str(again)
    assert "gives the same 2 ids" in said(opened("Ids to text", ids="9906 1917"))


def test_special_ids_are_decoded_and_come_back() -> None:
    app = opened("Ids to text", ids="[9906, 100257]")
    assert "with special tokens on, gives the same 2 ids" in said(app)


def test_streaming_counts_what_waits() -> None:
    app = opened("Streaming", "鎮")
    assert "Of 3 tokens, 2 end inside a character" in said(app)
    assert "prints 3 replacement characters" in said(app)
    assert "none ends inside a character" in said(opened("Streaming", "plain"))


def test_the_switch_can_be_used_only_where_it_does_something() -> None:
    app = opened("Special tokens", "a <|endoftext|> b")
    assert app.session_state["read_special"] is False
    app.toggle(key="special").set_value(True).run()
    assert app.session_state["read_special"] is True
    assert opened("Special tokens", "a <|fim_prefix|>", tokenizer="gpt2").toggle(key="special").disabled
    assert not opened("Special tokens", "a <|fim_prefix|>", tokenizer="cl100k_base").toggle(key="special").disabled
    unused = opened("Special tokens", "plain", special=True)
    assert unused.toggle(key="special").value is True
    assert unused.session_state["read_special"] is False


def test_who_knows_a_special_token() -> None:
    table = opened("Special tokens", "<|fim_prefix|> <|im_start|>").dataframe[0].value
    assert table["In the text"].tolist() == ["<|fim_prefix|>", "<|im_start|>"]
    assert table["cl100k_base"].tolist() == ["special, id 100258", "text, 6 tokens"]
    assert table["o200k_base"].tolist()[0] == "text, 6 tokens"
    assert table["gpt2"].tolist()[0] == "text, 8 tokens"


def test_chat_rows_are_edited_added_and_removed() -> None:
    app = opened("Chat", chat=[{"role": "user", "content": "Hi"}])
    assert app.dataframe[0].value["harmony: content"].tolist() == ["1", "0", "1"]
    assert app.dataframe[0].value["harmony: overhead"].tolist() == ["4", "2", "6"]
    app.text_area(key="_chat_content_0").set_value("Hi <|end|>").run()
    assert "In message 1, somebody wrote control tokens as text" in said(app)
    app.button(key="_chat_add").click().run()
    assert app.session_state["chat"] == [
        {"role": "user", "content": "Hi <|end|>"},
        {"role": "assistant", "content": ""},
    ]
    app.button(key="_chat_remove_0").click().run()
    assert app.session_state["chat"] == [{"role": "assistant", "content": ""}]
    assert "somebody" not in said(app)
    app.button(key="_chat_remove_0").click().run()
    assert not app.exception
    assert app.dataframe[0].value["harmony: overhead"].tolist() == ["2", "2"]


def test_hidden_characters_are_listed_and_taken_out() -> None:
    app = opened("Hidden characters", "a\u200bb\u00a0c")
    table = app.dataframe[0].value
    assert set(table["Name"]) == {"ZERO WIDTH SPACE", "NO-BREAK SPACE"}
    app.button(key="hidden_clean").click().run()
    assert app.session_state["text"] == "ab c"
    assert "hides nothing" in said(opened("Hidden characters", "ab c"))


def test_a_hidden_message_is_spelled() -> None:
    app = opened("Hidden characters", "hi" + "".join(chr(0xE0000 + ord(c)) for c in "$x$ note"))
    assert app.code[0].value == "$x$ note"


def test_costs_are_those_of_the_text() -> None:
    text = "one two three four"
    app = opened("Costs", text, price=2.0, window=100, requests=1_000_000)
    tokens = len(registry.get("cl100k_base").encode(text))
    row = app.dataframe[0].value.iloc[0]
    assert row["Tokens"] == str(tokens)
    assert row["Cost"] == f"{tokens * 2:.2f}"
    assert row["Share of the window"] == f"{tokens}%"
    assert row["Attention work"] == f"{(tokens / len(text)) ** 2:.2f}×"
    assert f"it costs {tokens * 2:.2f}" in said(app)


def test_no_price_is_filled_in() -> None:
    app = opened("Costs")
    assert app.number_input(key="price").value is None
    assert app.number_input(key="window").value is None
    assert "Cost" not in app.dataframe[0].value
