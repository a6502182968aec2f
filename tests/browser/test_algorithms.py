"""The Algorithms page in a browser: steps, the lattice's paths, every part by its address."""

from __future__ import annotations

from playwright.sync_api import Page, expect


def opened(page: Page, url: str, drawn: str) -> None:
    """Go there and wait until the part is drawn, however long a cold server needs on a busy machine."""
    page.goto(url)
    page.wait_for_selector(drawn, timeout=120_000)


def test_steps_move_all_columns(server, page: Page) -> None:
    opened(page, f"{server.url}/algorithms", ".family .column")
    first = page.locator(".family .column").first
    expect(first.locator(".rows .won .parts")).to_have_text("s + s")
    expect(page.locator(".family .place")).to_have_text("Step 1 of 20")
    for _ in range(3):
        page.get_by_role("button", name="One step on").click()
    expect(first.locator("h4", has_text="Corpus")).to_contain_text("78 pieces")
    page.get_by_role("slider", name="Step").press("Home")
    expect(page.locator(".family .place")).to_have_text("Step 0 of 20")
    expect(page.get_by_role("button", name="One step back")).to_be_disabled()
    unseen = page.locator(".family .column").first.locator(".piece.unknown")
    expect(unseen.first).to_have_text("<UNK>")
    page.get_by_text("bytes", exact=True).click()
    expect(page.locator(".family .column h3").first).to_have_text("BPE on bytes")
    expect(unseen).to_have_count(0)


def test_words_typed_are_text(server, page: Page) -> None:
    opened(page, f"{server.url}/algorithms", ".family .column")
    box = page.get_by_label("Unseen words")
    box.fill("<img src=x onerror=alert(1)>")
    box.press("Enter")
    expect(page.locator(".family .column").nth(2)).to_contain_text("<")
    expect(page.locator(".family img")).to_have_count(0)


def test_a_path_lights_its_pieces(server, page: Page) -> None:
    opened(page, f"{server.url}/algorithms?part=Unigram+lattice", ".lattice .edge.lit")
    best = page.locator(".lattice .paths button").first
    expect(best).to_contain_text("bass · etto")
    expect(page.locator(".lattice .edge.lit .piece")).to_have_text(["bass", "etto"])
    second = page.locator(".lattice .paths button").nth(1)
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".lattice .edge.lit .piece")).not_to_have_text(["bass", "etto"])


def test_sentencepiece_and_the_compressor_by_their_address(server, page: Page) -> None:
    opened(page, f"{server.url}/algorithms?part=SentencePiece", ".piece-rows .piece")
    expect(page.locator(".piece-rows").first).to_contain_text("decode(encode(x)) = norm(x), which is not x")
    opened(page, f"{server.url}/algorithms?part=The+compressor+of+1994", "[data-testid=stMetric]")
    expect(page.get_by_text("Shared with today's tokenizers")).to_be_visible()
    expect(page.get_by_test_id("stMetric").nth(3)).to_contain_text("yes")
