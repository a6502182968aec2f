"""The Pitfalls page in a browser: the sentence follows what is typed, links open experiments, phones can use it."""

from __future__ import annotations

import re
import time

from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from playground.formats import view_state
from playground.ui.pitfalls.catalogue import EXPERIMENTS
from tests.browser.conftest import settled


def open_experiment(page: Page, server, query: str) -> None:
    page.goto(f"{server.url}/pitfalls?{query}")
    settled(page)


def found(page: Page):
    """The sentence of the experiment."""
    return page.locator(".statement").first


def type_into(page: Page, label: str, text: str) -> None:
    page.get_by_role("textbox", name=label, exact=True).fill(text)


def test_arithmetic_follows_the_numbers(server, page: Page) -> None:
    open_experiment(page, server, "experiment=arithmetic&a=1234&b=12345")
    expect(found(page)).to_have_text(re.compile("cut 1234 as 1234 and 12345 as 12345: only 2 of 5 places line up"))
    panels = page.locator(".panel")
    expect(panels).to_have_count(5)
    expect(panels.first.locator(".digit.cut")).to_have_count(3)
    expect(panels.first.locator(".digit")).to_have_count(14)
    ones = panels.first.evaluate(
        """panel => {
            const rows = new Map();
            for (const digit of panel.querySelectorAll('.digit')) {
                const box = digit.getBoundingClientRect();
                rows.set(digit.style.gridRow, Math.round(box.right));
            }
            return [...rows.values()];
        }"""
    )
    assert len(ones) == 3
    assert len(set(ones)) == 1
    type_into(page, "First number", "127")
    type_into(page, "Second number", "677")
    expect(found(page)).to_have_text("Here all cut the numbers so that all 3 places line up.")
    # Long sums do not fit: their ones are in view.
    type_into(page, "First number", "9" * 40)
    expect(panels.first.locator(".sum.wide")).to_have_count(1)
    rest = panels.first.locator(".sum").evaluate("sum => sum.scrollWidth - sum.clientWidth - sum.scrollLeft")
    assert rest < 2
    type_into(page, "First number", "7" * 400)
    expect(page.get_by_text("The column holds numbers of up to 40 digits")).to_be_visible()
    type_into(page, "First number", "127")
    type_into(page, "Second number", "67x")
    expect(page.get_by_text("A number here is digits")).to_be_visible()


def test_indentation_follows_the_code(server, page: Page) -> None:
    open_experiment(page, server, "experiment=indentation")
    expect(found(page)).to_contain_text("In gpt2 52 of 98 tokens hold nothing but indent.")
    expect(page.locator(".panel").first.locator(".chip.edge")).to_have_count(8)
    page.get_by_role("radio", name="tabs").click()
    expect(found(page)).to_contain_text("In gpt2 15 of 61 tokens hold nothing but indent.")
    box = page.get_by_role("textbox", name="Code", exact=True)
    box.fill("a = 1\nb = 2")
    box.press("Control+Enter")
    expect(found(page)).to_have_text("No line is indented.")


def test_trailing_space_follows_the_word(server, page: Page) -> None:
    open_experiment(page, server, "experiment=trailing-space&prompt=un&next=gatto")
    expect(found(page)).to_contain_text("must go on with gatto")
    expect(found(page)).to_contain_text("with the space it is 1 token more.")
    expect(page.locator(".ids").first).to_be_visible()
    type_into(page, "The word that comes next", "")
    expect(found(page)).not_to_contain_text("gatto")


def test_letters_follow_the_word(server, page: Page) -> None:
    open_experiment(page, server, "experiment=letters&word=strawberry&letter=r")
    expect(found(page)).to_contain_text("no id says that 1 + 0 + 2 of them are inside")
    expect(page.locator(".panel").first.locator(".letter.hit")).to_have_count(3)
    type_into(page, "Letter to count", "z")
    expect(found(page)).to_have_text("There is no z in strawberry.")
    expect(page.locator(".letter.hit")).to_have_count(0)
    type_into(page, "Word", "z-z")
    expect(found(page)).to_contain_text("each letter a token of its own")


def answered(page: Page, held: list) -> None:
    """Wait for messages to come, and until no more do."""
    before, seen, still = len(held), len(held), 0
    deadline = time.monotonic() + 90
    while still < 10:
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)
        still = still + 1 if len(held) == seen > before else 0
        seen = len(held)


def test_what_is_typed_while_a_run_is_under_way_stays(server, page: Page) -> None:
    """The answer to the first box comes when the second has been filled and sent."""
    held: list[tuple[WebSocketRoute, str | bytes]] = []
    holding = False

    def between(socket: WebSocketRoute) -> None:
        far = socket.connect_to_server()
        far.on_message(lambda message: held.append((socket, message)) if holding else socket.send(message))

    page.route_web_socket("**/_stcore/stream", between)
    link = view_state.pack({"experiment": "Arithmetic", "arithmetic_part": "In column", "a": "98", "b": "765"})
    open_experiment(page, server, f"share={link}")
    # The address follows by a run of its own, after which nothing is under way.
    page.wait_for_function("location.search.includes('a=98') && location.search.includes('b=765')")
    settled(page)
    holding = True
    type_into(page, "First number", "127")
    page.get_by_role("textbox", name="First number", exact=True).press("Enter")
    answered(page, held)
    type_into(page, "Second number", "677")
    page.get_by_role("textbox", name="Second number", exact=True).press("Enter")
    answered(page, held)
    holding = False
    for socket, message in held:
        socket.send(message)
    expect(found(page)).to_have_text("Here all cut the numbers so that all 3 places line up.")
    expect(page.get_by_role("textbox", name="Second number", exact=True)).to_have_value("677")


def test_a_title_written_by_hand_becomes_the_address(server, page: Page) -> None:
    open_experiment(page, server, "experiment=my-own")
    page.wait_for_function("location.search === '?experiment=My+own'")
    page.reload()
    expect(page.get_by_role("heading", name="My own")).to_be_visible()


def test_the_address_follows_and_opens_again(server, page: Page) -> None:
    open_experiment(page, server, "experiment=letters")
    type_into(page, "Word", " two  words ")
    expect(found(page)).to_contain_text("␣two␣␣words␣")
    page.wait_for_function("location.search.includes('two')")
    address = page.url
    page.goto(server.url)
    settled(page)
    page.goto(address)
    expect(page.get_by_role("heading", name="Letters")).to_be_visible()
    expect(page.get_by_role("textbox", name="Word", exact=True)).to_have_value(" two  words ")


def test_a_shared_link_brings_the_variants_to_another_profile(server, page: Page, browser: Browser) -> None:
    open_experiment(page, server, "experiment=my-own")
    box = page.get_by_role("textbox", name="Variants, one a line")
    box.fill("ein\n  zwei\n<b>drei</b>")
    box.press("Control+Enter")
    expect(page.locator(".label").nth(2)).to_have_text("<b>drei</b>")
    page.get_by_role("button", name="Share").click()
    link = page.get_by_label("Link to this view")
    expect(link).to_have_value(re.compile("share="))
    elsewhere = browser.new_context()
    other = elsewhere.new_page()
    other.set_default_timeout(90_000)
    other.goto(link.input_value())
    expect(other.get_by_role("textbox", name="Variants, one a line")).to_have_value("ein\n  zwei\n<b>drei</b>")
    expect(other.locator(".label").nth(1)).to_have_text("␣␣zwei")
    elsewhere.close()


def test_the_map_reads_numbers_by_keyboard(server, page: Page) -> None:
    open_experiment(page, server, "experiment=arithmetic&arithmetic_part=Every+number")
    squares = page.locator("canvas.squares").first
    squares.focus()
    squares.press("ArrowDown")
    for _ in range(10):
        squares.press("ArrowDown")
    expect(page.locator(".read").first.locator(".chip")).to_have_text(["100", "1"])


def test_a_stream_is_cut(server, page: Page) -> None:
    open_experiment(page, server, "experiment=streaming&stream=%E9%8E%AE&came=1")
    expect(found(page)).to_contain_text("a part of a character: 1 byte waits")
    page.get_by_role("slider").press("ArrowRight")
    expect(found(page)).to_contain_text("2 bytes wait")


def test_all_experiments_fit_a_phone(server, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.set_default_timeout(90_000)
    page.goto(f"{server.url}/pitfalls")
    for title in EXPERIMENTS:
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        settled(page)
        expect(found(page)).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        main = page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('[data-testid=stMain]'))")
        assert (title, wide, main) == (title, 0, 0)
        page.locator(".st-key-experiment_after button").click()
    context.close()
