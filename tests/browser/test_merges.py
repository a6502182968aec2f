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
from playground.core.trace import of_text, replay
from playground.samples import MERGES
from tests.browser.conftest import settled

TRACE = of_text(MERGES["Woodchuck"], pattern="gpt2", start="characters", merges=100)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The player as files, one a kind: the same script as on the page, without waiting for a server."""
    folder = tmp_path_factory.mktemp("player")
    (folder / "training.html").write_text(export.page(payload.training(TRACE), "Merges"))
    cl100k = registry.get("cl100k_base")
    right, wrong = (trace_encoding(cl100k, "strawberry", order) for order in ("rank", "left"))
    (folder / "encoding.html").write_text(export.page(reading.encoding(cl100k, right, wrong), "Merges"))
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


def test_the_page_opens_with_an_example_ready_to_play(app: Locator) -> None:
    at(app, 0)
    assert chips(app) == labels_after(0)
    app.press(" ")
    expect(app).to_have_attribute("data-state", "playing")


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


def test_the_step_is_in_the_address_and_in_a_shared_link(server, app: Locator, context: BrowserContext) -> None:
    page = app.page
    app.get_by_label("Step", exact=True).fill("9")
    expect(page).to_have_url(re.compile(r"step=9\b"))
    settled(page)
    page.get_by_role("button", name="Share").click()
    link = page.locator("input[readonly], textarea[readonly]").first
    expect(link).to_have_value(re.compile("share="))
    shared = link.input_value()
    page.goto(f"{server.url}/merges?step=5")
    at(ready(page), 5)
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


def test_a_row_of_the_table_jumps_there(app: Locator) -> None:
    frame = app.page.get_by_test_id("stDataFrame")
    frame.scroll_into_view_if_needed()
    # The first column holds the check marks; the row under the head is merge 1, each row 35 pixels high.
    frame.click(position={"x": 15, "y": 35 * 4 + 17})
    at(app, 4)


def test_guess_first_hides_the_winner_and_keeps_the_score(player: Locator) -> None:
    question = player.locator(".guess button")
    player.get_by_label("guess first").check()
    player.get_by_role("button", name="Step forward").click()
    expect(question).to_have_count(4)
    nothing_given_away(player)
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


def test_the_page_shows_an_encoding(app: Locator) -> None:
    page = app.page
    page.get_by_text("Encoding", exact=True).click()
    expect(app).to_have_attribute("data-kind", "encoding")
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
