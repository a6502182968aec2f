"""The Languages page: every figure computed from the paragraph, the visitor's own among them."""

from __future__ import annotations

from pathlib import Path

from streamlit.testing.v1 import AppTest

from playground import registry
from playground.core.bpe import train_bpe
from playground.languages import languages

ROOT = Path(__file__).parents[2]


def opened(**state) -> AppTest:
    app = AppTest.from_file(str(ROOT / "streamlit_app.py"), default_timeout=90)
    for key, value in state.items():
        app.session_state[key] = value
    app.run()
    app.switch_page("pages/languages.py").run()
    assert not app.exception
    assert not app.error
    return app


def figures(app: AppTest):
    return next(frame.value for frame in app.dataframe if frame.proto.alt == "What each language costs").set_index(
        "language"
    )


def test_all_languages_with_the_tokens_they_need() -> None:
    frame = figures(opened())
    cl100k = registry.get("cl100k_base")
    assert len(frame) == len(languages())
    for language in languages().values():
        assert frame.loc[language.name, "tokens"] == len(cl100k.encode(language.text))
    assert frame.loc["English", "against English"] == "±0 %"
    hindi, english = frame.loc["Hindi"], frame.loc["English"]
    assert hindi["attention"] == (hindi["tokens"] / english["tokens"]) ** 2
    assert hindi["tokens/char"] != hindi["tokens/char"]  # below one: left empty
    assert frame.loc["Amharic", "tokens/char"] > 1


def test_sentences_name_the_dearest() -> None:
    app = opened()
    dearest = figures(app).index[0]
    assert any(f"the dearest is {dearest}" in each.value for each in app.markdown)


def test_ones_own_paragraph_counts_with_the_rest() -> None:
    app = opened(own_language="Saluton 3 7 250 2024", own_language_name="Esperanto")
    assert figures(app).loc["Esperanto", "tokens"] == len(registry.get("cl100k_base").encode("Saluton 3 7 250 2024"))
    assert "All the numbers" in app.success[0].value


def test_a_number_left_out_is_said() -> None:
    app = opened(own_language="Saluton 3 7", own_language_name="Esperanto")
    assert "2024, 250" in app.warning[0].value


def test_the_trained_one_is_there_too() -> None:
    mine = train_bpe(languages()["sw"].text, 400, "cl100k")
    mine.name = "mine"
    app = opened(_own_tokenizers={"mine": mine})
    app.selectbox(key="babel_table").set_value("mine").run()
    assert figures(app).loc["Swahili", "tokens"] == len(mine.encode(languages()["sw"].text))


def test_money_space_and_attention_follow_the_inputs() -> None:
    app = opened()
    app.number_input(key="babel_price").set_value(10.0).run()
    frame = figures(app)
    ratio = frame.loc["Hindi", "tokens"] / frame.loc["English", "tokens"]
    said = next(each.value for each in app.markdown if "What costs" in each.value).replace("\\", "")
    assert f"What costs 10.00 in English costs {10 * ratio:,.2f} in Hindi" in said
    assert f"{ratio**2:.2f} times the work" in said
