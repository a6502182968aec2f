"""The merge player in a browser: it plays, holds, goes back, scrubs, obeys keys, survives reruns, leaves as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from playground import registry
from playground.components.merge_player import ASSETS, export, payload, reading
from playground.core.encode_steps import trace_encoding
from playground.core.reasons import remarks
from playground.core.trace import of_text, of_words, replay
from playground.samples import MERGES
from playground.toys import TOYS
from tests.browser.conftest import settled

TRACE = of_text(MERGES["Woodchuck"], pattern="gpt2", start="characters", merges=100)
WRONG_IS_LONGER = "العربية جميلة 👍🏽"
RANDOM = trace_encoding(registry.get("cl100k_base"), WRONG_IS_LONGER, "random")


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The player as files, one a kind: the same script as on the page, without waiting for a server."""
    folder = tmp_path_factory.mktemp("player")
    (folder / "training.html").write_text(export.page(payload.training(TRACE), "Merges"))
    cl100k = registry.get("cl100k_base")
    right, wrong = (trace_encoding(cl100k, "strawberry", order) for order in ("rank", "left"))
    (folder / "encoding.html").write_text(export.page(reading.encoding(cl100k, right, wrong), "Merges"))
    others = {
        "words": payload.training(of_words(TOYS["Italian endings"].words)),
        "nothing": payload.training(of_text("a", start="characters")),
        "alone": reading.encoding(cl100k, right),
        "longer": reading.encoding(cl100k, trace_encoding(cl100k, WRONG_IS_LONGER), RANDOM),
    }
    for name, data in others.items():
        (folder / f"{name}.html").write_text(export.page(data, "Merges"))
    return folder


@pytest.fixture
def player(files: Path, page: Page) -> Locator:
    """The training, from a file."""
    page.goto((files / "training.html").as_uri())
    return ready(page)


@pytest.fixture
def app(server, page: Page) -> Locator:
    """The player on the page of the app."""
    page.goto(f"{server.url}/merges")
    player = ready(page)
    settled(page)
    return player


def ready(page: Page) -> Locator:
    player = page.locator(".player")
    # Streamlit fetches the parts of its page one by one, which takes long on a busy machine.
    expect(player.locator(".chip").first).to_be_visible(timeout=120_000)
    return player


def at(player: Locator, step: int) -> None:
    """Wait until the player rests at a step."""
    expect(player).to_have_attribute("data-state", "resting")
    expect(player).to_have_attribute("data-playhead", f"{step:.3f}")


def chips(player: Locator) -> list[str]:
    """The labels of the chips in reading order."""
    found: list[list] = player.evaluate(
        """root => [...root.querySelectorAll(".chip")].map((el) => {
             const box = el.getBoundingClientRect();
             return [Math.round(box.top), Math.round(box.left), el.textContent];
           })"""
    )
    return [label for _, _, label in sorted(found)]


def labels_after(step: int) -> list[str]:
    known = TRACE.token_bytes
    return [known[id].decode().replace(" ", "␣") for word in replay(TRACE, step) for id in word]


def test_a_step_glues_what_the_trace_says_and_back_undoes_it(player: Locator) -> None:
    player.get_by_role("button", name="Step forward").click()
    at(player, 1)
    assert chips(player) == labels_after(1)
    player.get_by_role("button", name="Step forward").click()
    at(player, 2)
    assert chips(player) == labels_after(2)
    player.get_by_role("button", name="Step back").click()
    at(player, 1)
    assert chips(player) == labels_after(1)


def test_chips_really_move(player: Locator) -> None:
    """Between two states a chip is at places that belong to neither."""
    # "H o w" holds still; the chip after the first "uc" moves to the left.
    seen = player.evaluate(
        """root => new Promise((done) => {
             const chip = [...root.querySelectorAll(".chip")].find((el, i, all) => i && all[i - 1].textContent === "c");
             const seen = new Set();
             root.querySelector(".next").click();
             const look = () => {
               seen.add(Math.round(chip.getBoundingClientRect().left * 10));
               const over = root.dataset.state === "resting" && root.dataset.step === "1";
               over ? done(seen.size) : requestAnimationFrame(look);
             };
             requestAnimationFrame(look);
           })"""
    )
    assert seen > 3


def test_play_advances_and_pause_holds(player: Locator) -> None:
    player.get_by_label("Speed").select_option("16")
    player.get_by_role("button", name="Play", exact=True).click()
    expect(player.locator(".step")).not_to_have_text(re.compile("^[0-2]$"))
    player.get_by_role("button", name="Pause").click()
    expect(player).to_have_attribute("data-state", "resting")
    held = player.get_attribute("data-playhead")
    player.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert player.get_attribute("data-playhead") == held


def test_it_plays_to_the_end_and_stops(player: Locator) -> None:
    player.get_by_label("Speed").select_option("16")
    player.get_by_label("Step", exact=True).fill(str(len(TRACE.steps) - 3))
    player.press(" ")
    at(player, len(TRACE.steps))
    assert chips(player) == labels_after(len(TRACE.steps))


def test_keys(player: Locator) -> None:
    player.press("End")
    at(player, len(TRACE.steps))
    player.press("Home")
    at(player, 0)
    player.press("PageDown")
    at(player, 1)
    player.press("ArrowRight")
    at(player, 2)
    player.press("PageUp")
    at(player, 1)
    player.press("ArrowLeft")
    at(player, 0)
    player.press(" ")
    expect(player).to_have_attribute("data-state", "playing")
    player.press(" ")
    expect(player).to_have_attribute("data-state", "resting")


def test_scrub_and_jump_land(player: Locator) -> None:
    player.get_by_label("Step", exact=True).fill("7")
    at(player, 7)
    assert chips(player) == labels_after(7)
    player.get_by_label("Jump to step").fill("12")
    player.get_by_label("Jump to step").press("Enter")
    at(player, 12)
    assert chips(player) == labels_after(12)
    # A typed step stays within the merges, and the keys belong to the player again.
    field = player.get_by_label("Jump to step")
    field.fill("9999")
    field.press("Enter")
    at(player, len(TRACE.steps))
    expect(field).to_have_value(str(len(TRACE.steps)))
    expect(player).to_be_focused()
    player.press("ArrowLeft")
    at(player, len(TRACE.steps) - 1)
    field.fill("")
    field.press("Tab")
    expect(field).to_have_value(str(len(TRACE.steps) - 1))


def test_what_a_step_says_is_what_the_trace_has(player: Locator) -> None:
    speeds = ["0.25×", "0.5×", "1×", "2×", "4×", "8×", "16×"]
    expect(player.locator(".pace option")).to_have_text(speeds)
    assert player.locator(".wall:visible").count() > 20
    # Halfway through a merge its pair is lit wherever it stands, and the bars say what was counted.
    player.get_by_label("Speed").select_option("0.25")
    player.press("ArrowRight")
    lit = player.locator('.chip:is([data-state="pair"], [data-state="half"])')
    expect(lit).to_have_count(2 * TRACE.steps[0].counted)
    expect(player.locator(".bar.winner b")).to_have_text(str(TRACE.steps[0].counted))
    player.press("End")
    for step in (3, len(TRACE.steps)):
        player.get_by_label("Step", exact=True).fill(str(step))
        at(player, step)
        done = TRACE.steps[step - 1]
        facts = player.locator(".facts")
        expect(facts).to_contain_text(f"id {done.id}bytes {TRACE.token_bytes[done.id].hex(' ')}"[:40])
        expect(facts).to_contain_text(f"counted {done.counted}replaced {done.replaced}")
        expect(player.locator(".formula .made")).to_have_text(TRACE.token_bytes[done.id].decode().replace(" ", "␣"))
        expect(player.locator(".why p").first).to_contain_text("Why this merge? Counted")
        expect(player.locator(".tokens")).to_have_text(str(TRACE.lengths[step]))
        expect(player.locator(".ratio")).to_have_text(f"{TRACE.size / TRACE.lengths[step]:.2f}")
        name = re.compile(rf"^The ten best pairs, counted: .+ \+ .+ {done.counted}\b")
        expect(player.get_by_role("img", name=name)).to_be_visible()
        assert [int(b) for b in player.locator(".bar b").all_text_contents()] == [c.counted for c in done.best]
    expect(player.locator(".why mark").filter(has_text="longest so far")).to_have_count(
        1 if any("longest" in line for line in remarks(TRACE)[-1]) else 0
    )


PLACES = """root => {
    const scrub = root.querySelector(".scrub"), seen = new Set();
    for (scrub.value = 0; ; scrub.value = Number(scrub.value) + 1) {
        scrub.oninput({ target: scrub });
        seen.add([".lanes", ".controls", ".panel", ".bars"].map(
            (name) => Math.round(root.querySelector(name).getBoundingClientRect().top)).join());
        if (scrub.value === scrub.max) return [...seen];
    }
}"""
"""Where the parts of the player stand, at all steps."""


def test_nothing_moves_below_the_chips_and_what_is_out_of_sight_is_counted(player: Locator) -> None:
    assert len(player.evaluate(PLACES)) == 1
    player.page.set_viewport_size({"width": 380, "height": 500})
    # The sizes follow once the browser has noticed the new width.
    expect(player.locator(".controls")).to_have_css("order", "2")
    player.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert len(player.evaluate(PLACES)) == 1
    player.get_by_label("Step", exact=True).fill("1")
    expect(player.locator(".beyond")).to_have_text(re.compile(r"^↓ \d+ more$"))
    player.locator(".view").evaluate("view => view.scrollTo(0, view.scrollHeight)")
    expect(player.locator(".beyond")).to_have_text(re.compile(r"^↑ \d+ more$"))


def test_words_with_frequencies_and_a_text_with_nothing_to_merge(files: Path, page: Page) -> None:
    page.goto((files / "words.html").as_uri())
    player = ready(page)
    expect(player.locator(".weight")).to_have_text([f"{n} ×" for n in TOYS["Italian endings"].words.values()])
    expect(player.locator(".why")).to_contain_text("marks the end of a word")
    page.goto((files / "nothing.html").as_uri())
    ready(page)
    expect(player.locator(".formula")).to_have_text("Nothing to merge.")
    expect(player.get_by_role("button", name="Play")).to_be_disabled()
    expect(player.get_by_label("guess first")).to_be_hidden()
    player.press(" ")
    player.press("End")
    at(player, 0)


def test_full_screen(player: Locator) -> None:
    player.get_by_role("button", name="Full screen").click()
    player.page.wait_for_function("() => document.fullscreenElement !== null")
    player.press("f")
    player.page.wait_for_function("() => document.fullscreenElement === null")


def test_a_rerun_keeps_position_and_play(app: Locator) -> None:
    page, last = app.page, len(TRACE.steps)
    app.get_by_label("Step", exact=True).fill(str(last - 1))
    expect(page).to_have_url(re.compile(rf"step={last - 1}\b"))
    page.get_by_role("button", name="Settings").click()
    most = page.get_by_label("Merges at most")
    rerun(page, most, "90")
    at(app, last - 1)
    app.get_by_label("Speed").select_option("0.25")
    app.press("Home")
    app.press(" ")
    rerun(page, most, "80")
    expect(app).to_have_attribute("data-state", "playing")


def rerun(page: Page, field: Locator, value: str) -> None:
    """Change a setting that leaves the animation as it is, and wait for the script to have run."""
    field.fill(value)
    field.press("Enter")
    expect(field).to_have_value(value)
    settled(page)


def test_the_step_is_in_the_address_and_in_a_shared_link(app: Locator, context: BrowserContext) -> None:
    page = app.page
    app.get_by_label("Step", exact=True).fill("9")
    expect(page).to_have_url(re.compile(r"step=9\b"))
    settled(page)
    page.get_by_role("button", name="Share").click()
    link = page.locator("input[readonly], textarea[readonly]").first
    expect(link).to_have_value(re.compile("share="))
    shared = link.input_value()
    other = context.new_page()
    other.goto(re.sub(r"step=\d+&?", "", shared))
    at(ready(other), 9)


def test_reduced_motion_jumps(player: Locator) -> None:
    player.page.emulate_media(reduced_motion="reduce")
    seen = player.evaluate(
        """root => new Promise((done) => {
             const seen = new Set();
             root.querySelector(".next").click();
             const look = () => {
               seen.add(root.dataset.playhead);
               const over = root.dataset.state === "resting" && root.dataset.step === "1";
               over ? done([...seen]) : requestAnimationFrame(look);
             };
             look();
           })"""
    )
    assert set(seen) <= {"0.000", "1.000"}
    assert chips(player) == labels_after(1)


def test_the_page_opens_with_an_example_ready_to_play_and_a_row_of_the_table_jumps_there(app: Locator) -> None:
    at(app, 0)
    assert chips(app) == labels_after(0)
    app.press(" ")
    expect(app).to_have_attribute("data-state", "playing")
    frame = app.page.get_by_test_id("stDataFrame")
    frame.scroll_into_view_if_needed()
    # The first column holds the check marks; the row under the head is merge 1, each row 35 pixels high.
    frame.click(position={"x": 15, "y": 35 * 4 + 17})
    at(app, 4)
    settled(app.page)
    # Sorted by the last column, tokens that are left, the first row is the last merge.
    box = frame.bounding_box()
    assert box is not None
    frame.click(position={"x": box["width"] - 60, "y": 17})
    frame.click(position={"x": 15, "y": 35 + 17})
    at(app, len(TRACE.steps))


def test_guess_first_hides_the_winner_and_keeps_the_score(player: Locator) -> None:
    question = player.locator(".guess button")
    player.get_by_label("guess first").check()
    top = "root => Math.round(root.querySelector('.controls').getBoundingClientRect().top)"
    before = player.evaluate(top)
    player.get_by_role("button", name="Step forward").click()
    expect(question).to_have_count(4)
    nothing_given_away(player)
    assert abs(player.evaluate(top) - before) <= 1
    question.nth(options(question).index(winner_of(1))).click()
    at(player, 1)
    expect(player.locator(".score")).to_have_text("Right. 1 of 1 guessed")
    player.press("ArrowRight")
    expect(question).to_have_count(4)
    nothing_given_away(player)
    wrong = next(i for i, label in enumerate(options(question)) if label != winner_of(2))
    player.press(str(wrong + 1))
    at(player, 2)
    expect(player.locator(".score")).to_have_text("Not this time. 1 of 2 guessed")
    player.press("ArrowRight")
    expect(question).to_have_count(4)
    player.press(" ")
    at(player, 3)
    expect(player.locator(".score")).to_have_text("1 of 2 guessed")
    # Without a mouse: the forward key shows it too, a pair can be pressed, and the box can be left.
    player.press("ArrowRight")
    expect(question).to_have_count(4)
    player.press("PageDown")
    at(player, 4)
    expect(player.locator(".score")).to_have_text("1 of 2 guessed")
    player.press("ArrowRight")
    expect(question).to_have_count(4)
    question.nth(options(question).index(winner_of(5))).press(" ")
    at(player, 5)
    expect(player.locator(".score")).to_have_text("Right. 2 of 3 guessed")
    player.press("ArrowRight")
    expect(question).to_have_count(4)
    player.get_by_label("guess first").press(" ")
    at(player, 6)
    expect(player.get_by_label("guess first")).not_to_be_checked()


def options(question: Locator) -> list[str]:
    """The pairs to choose from, without their numbers."""
    return [text[1:] for text in question.all_text_contents()]


def winner_of(step: int) -> str:
    return b"".join(TRACE.token_bytes[id] for id in TRACE.steps[step - 1].pair).decode().replace(" ", "␣")


def nothing_given_away(player: Locator) -> None:
    expect(player.locator(".bars")).to_be_hidden()
    expect(player.locator(".why p")).to_have_count(0)
    expect(player.locator(".formula .pair")).to_have_count(0)
    expect(player.locator(".chip[data-state=pair]")).to_have_count(0)


def test_an_encoding_ends_in_the_ids_and_the_wrong_order_differs(files: Path, page: Page) -> None:
    page.goto((files / "encoding.html").as_uri())
    player = ready(page)
    expect(player.locator(".lane .chip")).to_have_count(20)
    player.press("End")
    expect(player.locator(".lane-said").nth(0)).to_have_text("3 tokens: 496 675 15717")
    expect(player.locator(".lane-said").nth(1)).to_have_text("Other tokens, though as many: 13645 20824 5515")


def test_an_encoding_alone_shows_its_ids_and_two_lanes_end_together(files: Path, page: Page) -> None:
    page.goto((files / "alone.html").as_uri())
    player = ready(page)
    player.press("End")
    expect(player.locator(".lane-said")).to_have_text("3 tokens: 496 675 15717")
    page.goto((files / "longer.html").as_uri())
    ready(page)
    steps = player.get_by_label("Step", exact=True).get_attribute("max")
    assert steps == str(1 + len(RANDOM.steps))
    player.press("End")
    expect(player.locator(".step")).to_have_text(steps)
    expect(player.locator(".formula")).to_contain_text("the other order goes on")
    expect(player.locator(".lane-said").nth(1)).to_contain_text(f"{len(RANDOM.ids)} tokens")


def test_the_page_shows_an_encoding(app: Locator) -> None:
    page = app.page
    # A merge is under way when something else is chosen: it does not go on in the other animation.
    app.get_by_label("Speed").select_option("0.25")
    app.get_by_label("Step", exact=True).fill("20")
    app.press("ArrowRight")
    page.get_by_text("Encoding", exact=True).click()
    expect(app).to_have_attribute("data-kind", "encoding")
    at(app, 0)
    page.get_by_label("Text", exact=True).fill("llo")
    page.get_by_label("Text", exact=True).press("Enter")
    expect(app.locator(".lane .chip")).to_have_count(6)
    app.press("End")
    expect(app.locator(".lane-said").nth(0)).to_have_text("2 tokens: 75 385")


def test_the_player_has_the_states_that_python_has(page: Page) -> None:
    fixture = json.loads((Path(__file__).parents[1] / "fixtures" / "merge_player.json").read_text())
    page.goto("about:blank")
    for case in fixture:
        numbers = list(range(len(case["states"])))
        states = page.evaluate(
            f"([lane, numbers]) => {{ {pure_script()}; return numbers.map((n) => wordsAt(lane, n)); }}",
            [case["lane"], numbers],
        )
        assert states == case["states"]


def test_bars_overtake_and_rows_hold_their_chips(page: Page) -> None:
    page.goto("about:blank")
    bars = page.evaluate(
        f"""([from, to]) => {{ {pure_script()};
            return [0, 0.5, 1].map((t) => barsAt(from, to, t, barSize("training"))); }}""",
        [[[1, 2, 9], [3, 4, 7], [5, 6, 5]], [[3, 4, 8], [5, 6, 5], [7, 8, 4]]],
    )
    before, during, after = ({bar["key"]: bar for bar in each} for each in bars)
    assert [before[key]["y"] for key in ("1,2", "3,4", "5,6")] == [0, 1, 2]
    assert [after[key]["y"] for key in ("3,4", "5,6", "7,8")] == [0, 1, 2]
    assert 0 < during["3,4"]["y"] < 1
    assert before["1,2"]["shown"] == after["7,8"]["shown"] == 1
    assert before["7,8"]["shown"] == after["1,2"]["shown"] == 0
    assert (before["3,4"]["score"], after["3,4"]["score"]) == (7, 8)
    lane = payload.training(of_text(MERGES["Woodchuck"], start="characters", merges=80))["lanes"][0]
    for fill, limit in (("compact", 260), ("free", 90)):
        states = page.evaluate(
            f"""([lane, limit]) => {{ {pure_script()};
                const style = {{ gap: 2, wall: 6 }}, wide = (tokens) =>
                  tokens.start.map((start, i) => Math.min(limit, 10 * (tokens.end[i] - start) + 8));
                const rows = rowsOf(lane, wide(tokensAt(lane, 0)), style, limit), words = wordOf(lane);
                return lane.lengths.map((_, n) => {{
                  const tokens = tokensAt(lane, n), widths = wide(tokens);
                  return {{ widths, ...place(tokens, rows, words, widths, style, 1, limit) }}; }}); }}""",
            [lane, limit],
        )
        for state in states:
            ends = [x + width for x, width in zip(state["x"], state["widths"], strict=True)]
            assert max(ends) <= limit, fill
            assert sorted(set(state["row"])) == list(range(state["row"][-1] + 1)), fill
            assert state["row"] == sorted(state["row"])


def pure_script() -> str:
    """The script's functions without the last one, which is the module's export."""
    return ASSETS["js"].split("export default", maxsplit=1)[0]


def test_the_download_plays_from_disk_with_no_network(app: Locator, context: BrowserContext, tmp_path) -> None:
    with app.page.expect_download() as download:
        app.page.get_by_role("button", name="Download the animation").click()
    path = tmp_path / "merges.html"
    download.value.save_as(path)
    asked: list[str] = []
    context.set_offline(True)
    page = context.new_page()
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: asked.append(str(error)))
    page.goto(path.as_uri())
    exported = page.locator(".player")
    at(exported, 0)
    assert chips(exported) == labels_after(0)
    exported.press("ArrowRight")
    at(exported, 1)
    assert chips(exported) == labels_after(1)
    assert asked == [path.as_uri()]
