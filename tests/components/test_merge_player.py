"""What the merge player gets: JSON that holds the trace, and the fixture that Python and JavaScript share."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from playground import registry
from playground.components.merge_player import export, payload, reading
from playground.core import encode_steps, trace
from playground.core.bpe import train_bpe
from playground.core.encode_steps import trace_encoding
from playground.toys import TOYS

SETTINGS = settings(max_examples=60, deadline=None)
FIXTURE = Path(__file__).parents[1] / "fixtures" / "merge_player.json"


def cases() -> list[dict[str, Any]]:
    """A lane as the player gets it, and its state after each step as `replay` has it."""
    found = []
    for shown in (
        trace.of_text("aaaaa baab\naaab", pattern="gpt2", start="characters", merges=20),
        trace.of_text("aaabdaaabac é 🙂", start="bytes", merges=12),
        trace.of_words(TOYS["Italian endings"].words, merges=30),
    ):
        lane = payload.training(shown)["lanes"][0]
        states = [trace.replay(shown, n) for n in range(len(shown.steps) + 1)]
        found.append({"lane": bare(lane), "states": states})
    gpt2 = registry.get("gpt2")
    for order in ("rank", "longest"):
        read = trace_encoding(gpt2, "the strawberry café", order)
        lane = reading.encoding(gpt2, read)["lanes"][0]
        states = [encode_steps.replay(read, n) for n in range(len(read.steps) + 1)]
        # The first step of the player is the cut, which changes no token.
        found.append({"lane": bare(lane), "states": [states[0], *states]})
    return found


def bare(lane: dict[str, Any]) -> dict[str, Any]:
    """What the state depends on."""
    steps = [{"id": step.get("id")} for step in lane["steps"]]
    return {"words": lane["words"], "ids": lane["ids"], "glue": lane["glue"], "steps": steps}


def test_the_fixture_is_what_python_replays() -> None:
    """The browser test reads the same file. After a change of the format, write it again with `write_fixture()`."""
    assert json.loads(FIXTURE.read_text()) == cases()


def write_fixture() -> None:
    FIXTURE.write_text(json.dumps(cases(), separators=(",", ":")) + "\n")


@SETTINGS
@given(st.text(max_size=60), st.sampled_from([None, "gpt2"]), st.sampled_from(["bytes", "characters"]))
def test_a_training_survives_json_and_names_every_token(text: str, pattern, start) -> None:
    data = payload.training(trace.of_text(text, pattern=pattern, start=start, merges=15))
    assert json.loads(json.dumps(data)) == data
    lane = data["lanes"][0]
    assert len(lane["ids"]) == len(lane["glue"]) == sum(lane["words"])
    assert len(lane["lengths"]) == len(lane["steps"]) + 1
    for step in lane["steps"]:
        assert {str(id) for pair in step["best"] for id in pair[:2]} <= data["labels"].keys()
        assert {str(id) for id in (step["id"], *step["parts"])} <= data["labels"].keys()


@SETTINGS
@given(st.text(max_size=40), st.sampled_from(["left", "longest", "newest", "random"]))
def test_an_encoding_survives_json_and_names_every_token(text: str, order) -> None:
    gpt2 = registry.get("gpt2")
    data = reading.encoding(gpt2, trace_encoding(gpt2, text), trace_encoding(gpt2, text, order))
    assert json.loads(json.dumps(data)) == data
    for lane in data["lanes"]:
        assert len(lane["lengths"]) == len(lane["steps"]) + 1
        for step in lane["steps"]:
            named = {str(id) for id in step.get("parts", [])} | {str(id) for pair in step["best"] for id in pair[:2]}
            assert named <= data["labels"].keys()


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (trace.of_text("a", start="characters"), "Write a longer text."),
        (trace.of_text("1a1", pattern="cl100k", start="characters"), "leaves no two symbols together"),
        (trace.of_tokenizer(train_bpe("abc", 256), "abc"), "learned no merges"),
        (trace.of_text("ab ab", pattern="gpt2"), "A dotted line is a cut"),
        (trace.of_words({"ab": 5, "b": 1}), "</w> marks the end of a word."),
        (trace.of_text("سلام سلام", start="characters"), "The first chip stands on the left"),
    ],
)
def test_the_signs_on_the_screen_are_explained(shown: trace.Trace, said: str) -> None:
    data = payload.training(shown)
    assert said in " ".join(data["hint"])
    assert (data["opening"] == "Nothing to merge.") == (not shown.steps)


def test_long_tokens_and_long_lists_of_ids_are_cut_short() -> None:
    data = payload.training(trace.of_text("a" * 40, start="characters", merges=9))
    assert any(
        fact.startswith("32 bytes 61 61") and fact.endswith("…") for fact in data["lanes"][0]["steps"][4]["facts"]
    )
    gpt2 = registry.get("gpt2")
    lane = reading.encoding(gpt2, trace_encoding(gpt2, "0 " * 90))["lanes"][0]
    assert lane["ending"].startswith("91 tokens: ")
    assert lane["ending"].endswith(" …")


def test_the_name_changes_with_what_is_shown_and_only_then() -> None:
    one = payload.training(trace.of_text("abab", merges=2))
    assert payload.training(trace.of_text("abab", merges=2), step=1, jump=(1, 1))["id"] == one["id"]
    assert payload.training(trace.of_text("abac", merges=2))["id"] != one["id"]


@pytest.mark.parametrize("text", ["</script><script>alert(1)</script>", "<!-- <script>", "{}", "\u2028"])
def test_a_text_cannot_leave_the_data_of_an_exported_page(text: str) -> None:
    page = export.page(payload.training(trace.of_text(text, start="characters", merges=3)), "<b>")
    assert page.count("<script") == page.count("</script>") == 2
    assert "<title>&lt;b&gt;</title>" in page
    held = re.search(r'id="data">(.*?)</script>', page, re.DOTALL)
    assert held
    assert json.loads(held[1])["kind"] == "training"


def test_an_exported_page_names_no_other_place() -> None:
    page = export.page(payload.training(trace.of_text("abab", merges=2)), "Merges")
    assert "http" not in page.replace("http-equiv", "")
    assert "src=" not in page
    assert "@import" not in page
