"""On stage: the default deck from start to end by keyboard, with notes, and a view added to the deck."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from playground import talk


def test_the_default_deck_is_presented_by_keyboard_from_start_to_end(server, page: Page) -> None:
    page.goto(f"{server.url}/talk")
    page.get_by_role("button", name="Present", exact=True).click()
    title = page.locator("header.bar h1")
    unseen = page.locator(".st-key-unseen")
    expect(unseen.locator(".js-plotly-plot .main-svg").first).to_be_attached(timeout=30_000)
    expect(unseen.locator("canvas").first).to_be_attached()
    expect(unseen).to_be_hidden()
    for number, scene in enumerate(talk.DEFAULT):
        expect(title).to_have_text(scene.title)
        expect(page.get_by_test_id("stSidebar")).to_be_hidden()
        expect(page.locator('[data-testid="stException"]')).to_have_count(0)
        if number:
            expect(unseen).to_have_count(0)
        if number + 1 < len(talk.DEFAULT):
            page.locator("header.bar").click()  # away from any box of the page that wants the keys for itself
            page.keyboard.press("PageDown" if number % 2 else "ArrowRight")
    expect(page.get_by_role("button", name="Next scene")).to_be_disabled()
    page.keyboard.press("PageUp")
    expect(title).to_have_text(talk.DEFAULT[-2].title)
    page.get_by_role("combobox", name="Go to a scene").select_option("0")
    expect(title).to_have_text(talk.DEFAULT[0].title)
    page.get_by_role("button", name="End the presentation").click()
    expect(page.locator("header.bar")).to_have_count(0)
    expect(page.get_by_test_id("stSidebar")).to_be_visible()


def test_notes_and_clock_follow_in_a_second_window(server, page: Page) -> None:
    page.goto(f"{server.url}/talk")
    page.get_by_role("button", name="Present", exact=True).click()
    expect(page.locator("header.bar h1")).to_have_text(talk.DEFAULT[0].title)
    with page.expect_popup() as opened:
        page.get_by_role("button", name="Notes and clock in a second window").click()
    notes = opened.value.locator("body")
    expect(notes).to_contain_text(talk.DEFAULT[0].notes.splitlines()[0])
    expect(notes).to_contain_text(f"Next: {talk.DEFAULT[1].title}")
    page.get_by_role("button", name="Next scene").click()
    expect(notes).to_contain_text(talk.DEFAULT[1].notes.splitlines()[0])


def test_a_view_of_a_page_becomes_a_scene(server, page: Page) -> None:
    page.goto(server.url)
    page.get_by_role("button", name="Share").click()
    page.get_by_label("Title of the scene").fill("My own scene")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Add this view to the deck").click()
    expect(page.get_by_text(f"It is scene {len(talk.DEFAULT) + 1} of the deck")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Talk").click()
    expect(page.get_by_label(f"{len(talk.DEFAULT) + 1}. Tokens")).to_have_value("My own scene")
