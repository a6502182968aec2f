"""The Tokens page in a browser: typing, pinning, keyboard, selection, copying, and scripts that are hard to draw."""

from __future__ import annotations

import base64
import json
import random
import re
from io import BytesIO
from itertools import pairwise
from xml.etree import ElementTree

import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

from playground import registry
from tests.browser.conftest import settled

SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def tokens(server, page: Page) -> Page:
    page.goto(server.url)
    expect(view(page).locator(".line").first).to_be_attached(timeout=90_000)
    return page


def view(page: Page) -> Locator:
    return page.locator(".view").first


def write(page: Page, text: str) -> None:
    """Put `text` into the box as typing does, and wait until the view shows it."""
    page.get_by_role("textbox", name="Text").fill(text)
    expect_text(page, text)


def expect_text(page: Page, text: str) -> None:
    """What is drawn is exactly the text: lines joined, nothing lost, nothing added."""
    page.wait_for_function(
        """text => [...document.querySelectorAll('*')].some(e => e.shadowRoot?.querySelector('.lines')
             && [...e.shadowRoot.querySelectorAll('.line')].map(l => l.textContent).join('') === text)""",
        arg=text,
    )


def counts(page: Page) -> list[str]:
    return view(page).locator(".counts dd").evaluate_all("all => all.map(e => e.firstChild?.data ?? '')")


def ids(page: Page) -> list[int]:
    """The ids as the view has them."""
    view(page).get_by_role("radio", name="IDs").click()
    found = [int(text) for text in view(page).locator(".piece").all_text_contents()]
    view(page).get_by_role("radio", name="Text").click()
    return found


def test_a_key_brings_tokens_and_no_scripts(server, page: Page) -> None:
    """The scripts of all parts are 100 kB, and came with each answer when Streamlit sent them."""
    came: list[int] = []
    asked: list[str] = []
    page.on("websocket", lambda socket: socket.on("framereceived", lambda data: came.append(len(data))))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.url)
    expect(view(page).locator(".line").first).to_be_attached(timeout=90_000)
    write(page, "first")
    settled(page)
    came.clear()
    write(page, "second")
    settled(page)
    assert 1_000 < sum(came) < 50_000
    scripts = [url for url in asked if "/parts/" in url]
    assert {url.partition("?")[0].rpartition("/")[2] for url in scripts} >= {
        "token_view.js",
        "live_text.js",
        "pulse.js",
    }
    assert len(set(scripts)) == len(scripts)


def test_the_view_follows_typing(tokens: Page) -> None:
    box = tokens.get_by_role("textbox", name="Text")
    box.fill("")
    expect(view(tokens).locator(".hint")).to_contain_text("0 tokens")
    box.press_sequentially("strawberry fields", delay=15)
    expect_text(tokens, "strawberry fields")
    expect(box).to_have_value("strawberry fields")
    assert counts(tokens) == ["4", "17", "17", "4.25"]
    assert ids(tokens) == registry.get("cl100k_base").encode("strawberry fields")
    expect(view(tokens).locator(".check")).to_have_text("✓ ids checked against tiktoken")


def test_what_answers_a_key_does_not_fade(tokens: Page) -> None:
    """Streamlit fades what waits, by a class of its own; whether one sees it depends on how fast the answer is."""
    for key in ("tokens", "tokens_text", "token_card", "special"):
        part = tokens.locator(f".st-key-{key}[data-stale]")
        assert part.evaluate("""(part) => {
            const sheet = document.head.appendChild(document.createElement("style"));
            sheet.textContent = ".waits { opacity: 0.33; transition: opacity 1s; }";
            part.classList.add("waits");
            const { opacity, transitionDuration } = getComputedStyle(part);
            part.classList.remove("waits");
            sheet.remove();
            return [opacity, transitionDuration];
        }""") == ["1", "0s"]


def test_a_key_and_a_part_that_wakes_up_at_once_are_both_answered(tokens: Page) -> None:
    """Streamlit joins what two fragments send in one turn of the event loop, and then runs the first of them only."""
    box = tokens.get_by_role("textbox", name="Text")
    # Without the second try that a lost message gets after a while.
    tokens.evaluate(
        "() => { const real = setTimeout; window.setTimeout = (f, ms, ...a) => (ms >= 4000 ? 0 : real(f, ms, ...a)); }"
    )
    for word in ("first", "second"):
        box.evaluate(
            """(area, word) => {
              window["playground:settled"] = word;
              window.dispatchEvent(new Event("playground:settled"));
              area.value = word;
              area.dispatchEvent(new Event("input", { bubbles: true }));
            }""",
            word,
        )
        tokens.evaluate("() => { const end = performance.now() + 50; while (performance.now() < end); }")
        expect_text(tokens, word)


def test_a_part_that_wakes_up_while_one_leaves_does_not_empty_the_next_page(tokens: Page) -> None:
    """A message of the old page's fragment, answered after the switch, would take all there is off the new page."""
    settled(tokens)
    tokens.get_by_test_id("stSidebarNav").get_by_role("link", name="Algorithms").evaluate(
        """link => {
          link.click();
          window["playground:settled"] = "while leaving";
          window.dispatchEvent(new Event("playground:settled"));
        }"""
    )
    expect(tokens.get_by_role("heading", name="Algorithms", exact=True)).to_be_visible()
    settled(tokens)
    # Whatever was sent meanwhile is answered by now that this is.
    tokens.get_by_text("bytes", exact=True).click()
    settled(tokens)
    expect(tokens.get_by_role("heading", name="Algorithms", exact=True)).to_be_visible()


def test_a_text_that_got_lost_on_the_way_is_sent_again(tokens: Page) -> None:
    settled(tokens)
    box = tokens.get_by_role("textbox", name="Text")
    # The next message goes nowhere, as with a connection that is cut unnoticed.
    tokens.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function () { WebSocket.prototype.send = send; window.lost = true; };
        }"""
    )
    box.fill("was lost once")
    tokens.wait_for_function("() => window.lost")
    expect_text(tokens, "was lost once")


def test_boundaries_are_always_those_of_the_text_that_is_drawn(tokens: Page) -> None:
    """While one types quickly, each frame that is drawn must be right in itself."""
    tokens.evaluate(
        """() => {
          window.frames_seen = new Map();
          const root = [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.lines')).shadowRoot;
          new MutationObserver(() => {
            const cells = [...root.querySelectorAll('.cell')].map(c => c.textContent);
            window.frames_seen.set(cells.join(''), cells);
          }).observe(root.querySelector('.lines'), { childList: true });
        }"""
    )
    box = tokens.get_by_role("textbox", name="Text")
    box.fill("")
    box.press_sequentially("unbelievable 1234567 café", delay=5)
    expect_text(tokens, "unbelievable 1234567 café")
    seen = tokens.evaluate("() => [...window.frames_seen.entries()]")
    encode = registry.get("cl100k_base").encoded
    assert seen
    for text, cells in seen:
        found = encode(text)
        assert cells == [found.piece(i).decode() for i in range(len(found))]


def test_a_click_pins_and_tells_how_the_token_was_built(tokens: Page) -> None:
    write(tokens, "the strawberry")
    view(tokens).locator('.cell[data-t="1"]').click()
    card = tokens.locator(".card")
    expect(card.locator(".title")).to_contain_text("73700")
    expect(card.locator(".tree .made").last).to_have_text("·strawberry")
    expect(card.locator(".list")).to_contain_text("Token2 of 2")
    expect(card.locator(".points")).to_contain_text("LATIN SMALL LETTER W")
    expect(view(tokens).locator('.cell[data-t="1"]')).to_have_class("cell start end hot pin")
    # It stays on its token while one types before it, though another token of the same id takes its old place.
    box = tokens.get_by_role("textbox", name="Text")
    box.press("Home")
    box.press_sequentially("a strawberry ")
    expect_text(tokens, "a strawberry the strawberry")
    pinned = view(tokens).locator(".pin")
    expect(pinned).to_have_attribute("data-t", "3")
    expect(card.locator(".list")).to_contain_text("Token4 of 4")
    expect(card.locator(".list")).to_contain_text("2 times")
    pinned.click()
    expect(card.locator(".empty")).to_be_visible()
    expect(pinned).to_have_count(0)


# All that a screen reader hears of the view: figures, controls by name, and one list, not one thing for each token.
HEARD = """
- term: Tokens
- definition: "8"
- term: Characters
- definition: "16"
- term: UTF-8 bytes
- definition: "16"
- term: Bytes per token
- definition: "2.00"
- text: ✓ ids checked against tiktoken
- toolbar "How the tokens are drawn":
  - radiogroup "Show tokens as":
    - radio "Text" [checked]
    - radio "IDs"
    - radio "Bytes"
    - radio "List"
  - button "Whitespace" [pressed]
  - button "Wrap" [pressed]
  - button "Split"
  - button "Colour by token"
  - spinbutton "Limit in tokens"
  - button /Copy/
- listbox "8 tokens of cl100k_base. Arrow keys move, Enter pins."
"""


def test_the_keyboard_reaches_everything(tokens: Page) -> None:
    write(tokens, "one two three\nfour five six")
    view(tokens).locator(".scroll").focus()
    tokens.keyboard.press("ArrowRight")
    tokens.keyboard.press("ArrowRight")
    facts = view(tokens).locator(".about")
    expect(facts).to_contain_text("Token 2 of 7")
    active = "() => { const r = [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.lines')).shadowRoot; const s = r.querySelector('.scroll'); const o = r.getElementById(s.getAttribute('aria-activedescendant')); return [s.getAttribute('role'), o.getAttribute('role'), o.textContent, o.getAttribute('aria-posinset'), o.getAttribute('aria-setsize')]; }"  # noqa: E501
    assert tokens.evaluate(active) == ["listbox", "option", "“␣two”, id 1403, Token 2 of 7", "2", "7"]
    tokens.keyboard.press("ArrowDown")
    expect(facts).to_contain_text("five")
    tokens.keyboard.press("End")
    expect(facts).to_contain_text("Token 7 of 7")
    tokens.keyboard.press("Home")
    tokens.keyboard.press("Enter")
    expect(tokens.locator(".card .title")).to_contain_text(str(registry.get("cl100k_base").encode("one")[0]))
    tokens.keyboard.press("Escape")
    expect(tokens.locator(".card .empty")).to_be_visible()
    # A switch that cannot be used, and then can, moves nothing.
    place = view(tokens).bounding_box()
    tokens.get_by_role("textbox", name="Text").fill("one<|endoftext|>")
    expect(tokens.get_by_role("switch", name="Read special tokens")).to_be_enabled()
    assert view(tokens).bounding_box() == place
    # The lines themselves are no business of a screen reader: it hears the token that is active.
    expect(view(tokens).locator(".lines")).to_have_attribute("aria-hidden", "true")
    expect(view(tokens)).to_match_aria_snapshot(HEARD)


def test_copying_gives_the_original_text(tokens: Page) -> None:
    tokens.context.grant_permissions(["clipboard-read", "clipboard-write"])
    text = "a\tb  c\n  d\u200be 👩‍👧"
    write(tokens, text)
    view(tokens).locator(".scroll").focus()
    tokens.keyboard.press("Control+a")
    expect(view(tokens).locator(".about")).to_contain_text("Selected")
    tokens.keyboard.press("Control+c")
    assert tokens.evaluate("navigator.clipboard.readText()") == text


def test_the_menu_copies_ids_and_json(tokens: Page) -> None:
    tokens.context.grant_permissions(["clipboard-read", "clipboard-write"])
    write(tokens, "hey 👋")
    expected = registry.get("cl100k_base").encode("hey 👋")
    for item, read in (("IDs as a Python list", lambda s: json.loads(s)), ("Tokens as JSON", json.loads)):
        view(tokens).get_by_role("button", name="Copy").click()
        view(tokens).get_by_role("menuitem", name=item).click()
        expect(view(tokens).locator(".opener")).to_have_text("Copied")
        found = read(tokens.evaluate("navigator.clipboard.readText()"))
        if item.startswith("IDs"):
            assert found == expected
        else:
            assert [row["id"] for row in found] == expected
            assert [row["text"] for row in found] == ["hey", None, None]
            assert bytes.fromhex("".join(row["bytes"] for row in found)).decode() == "hey 👋"
        expect(view(tokens).locator(".opener")).to_have_text("Copy")


def visible(text: str) -> str:
    """A text as a picture has it: signs for white space, and without joiners, of which a picture adds some."""
    signs = str.maketrans({" ": "·", "\t": "→", "\n": "↵", "\u200d": ""})
    return text.translate(signs).replace("\u200b", "ZWSP")


def test_files_to_save(tokens: Page) -> None:
    text = '=1+"x"\n <b>\tnaïve 鎮 السلام 👩‍👧 a\u200bb'
    write(tokens, text)
    saved = {}
    for item in ("All tokens as a CSV file", "What is in view as an SVG picture", "What is in view as a PNG picture"):
        with tokens.expect_download() as download:
            view(tokens).get_by_role("button", name="Copy").or_(view(tokens).locator(".opener")).first.click()
            view(tokens).get_by_role("menuitem", name=item).click()
        saved[download.value.suggested_filename] = download.value.path().read_bytes()
    assert saved["tokens.csv"].decode().splitlines()[0] == "index,id,text,bytes,start_byte,end_byte"
    assert '"""="""' in saved["tokens.csv"].decode(), "a spreadsheet must not take it for a formula"
    # The picture says what the text says, in the places and colours of the page.
    svg = ElementTree.fromstring(saved["tokens.svg"])
    written = "".join(each.text or "" for each in svg.iter(f"{SVG}text"))
    assert visible(written) == visible(text)
    assert "ل\u200d" in written, "a letter cut from the next one still looks joined to it"
    size = float(svg.get("width", 0)), float(svg.get("height", 0))
    coloured = [each for each in svg.iter(f"{SVG}rect") if (each.get("fill") or "").startswith(("rgb", "color"))]
    encoded = registry.get("cl100k_base").encoded(text)
    assert len(coloured) >= len(encoded)
    picture = Image.open(BytesIO(saved["tokens.png"])).convert("RGB")
    assert picture.size == (2 * size[0], 2 * size[1])
    first = coloured[0]
    corner = [int(2 * float(first.get(name, 0)) + 8) for name in ("x", "y")]
    assert picture.getpixel(tuple(corner)) == tuple(map(int, re.findall(r"\d+", first.get("fill", ""))))


def test_what_is_pasted_is_never_markup(tokens: Page) -> None:
    text = "<img src=x onerror=\"document.title='broken'\"> <script>document.title='broken'</script> **b** $x$"
    write(tokens, text)
    assert view(tokens).locator("img, script").count() == 0
    assert tokens.title() != "broken"
    view(tokens).locator('.cell[data-t="0"]').click()
    expect(tokens.locator(".card .title")).to_be_visible()
    assert tokens.locator(".card img").count() == 0


def test_arabic_reads_from_the_right_and_keeps_its_letters_joined(tokens: Page) -> None:
    write(tokens, "السلام عليكم")
    cells = view(tokens).locator(".cell")
    lefts = cells.evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")
    assert len(lefts) > 3
    assert lefts == sorted(lefts, reverse=True), "the first token stands furthest right"
    assert view(tokens).locator(".cell.jn").count() > 0
    assert set(cells.evaluate_all("all => all.map(e => getComputedStyle(e).unicodeBidi)")) == {"isolate"}
    # Inside a sentence from left to right, the words of the other script still run from the right.
    write(tokens, "the word العربية here")
    boxes = cells.evaluate_all(
        "all => all.map(e => [e.textContent, e.getBoundingClientRect().left])",
    )
    arabic = [left for text, left in boxes if any("\u0600" <= c <= "\u06ff" for c in text)]
    latin = [left for text, left in boxes if text.strip().isascii() and text.strip()]
    assert arabic == sorted(arabic, reverse=True)
    assert latin == sorted(latin)


def test_an_override_does_not_reach_its_neighbours(tokens: Page) -> None:
    write(tokens, "a\u202ebc def")
    boxes = view(tokens).locator(".cell").evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")
    assert boxes == sorted(boxes)
    expect(view(tokens).locator(".mark")).to_have_attribute("data-name", "RLO")


def test_a_hindi_syllable_is_one_cell_with_a_slot_for_each_token(tokens: Page) -> None:
    write(tokens, "स्ति")
    cell = view(tokens).locator(".cell.split")
    expect(cell).to_have_count(1)
    expect(cell).to_have_text("स्ति")
    expect(cell.locator(".slot")).to_have_count(4)
    cell.locator(".slot").nth(1).hover()
    expect(view(tokens).locator(".about")).to_contain_text("2/4 of स्ति")
    expect(view(tokens).locator(".about")).to_contain_text("E0 A5 8D E0 A4")


def test_a_family_is_one_character_of_many_tokens(tokens: Page) -> None:
    write(tokens, "👨‍👩‍👧‍👦")
    cell = view(tokens).locator(".cell.split")
    expect(cell).to_have_count(1)
    expect(cell.locator(".slot")).to_have_count(18)
    assert "\ufffd" not in view(tokens).inner_text()
    cell.locator(".slot").nth(17).click()
    expect(tokens.locator(".card .points")).to_contain_text("BOY")
    assert "\ufffd" not in tokens.locator(".card").inner_text()


def test_what_cannot_be_seen_has_a_name(tokens: Page) -> None:
    write(tokens, "a\u200bb\x1b[31m\x07\ufeff\xa0\tx\n")
    names = view(tokens).locator(".mark").evaluate_all("all => all.map(e => e.dataset.name)")
    assert names == ["ZWSP", "ESC", "BEL", "BOM", "NBSP"]
    assert view(tokens).locator(".mark").evaluate_all("all => all.every(e => e.getBoundingClientRect().width > 8)")
    assert view(tokens).locator(".tab").count() == 1
    assert view(tokens).locator(".nl").count() == 1


def test_views(tokens: Page) -> None:
    write(tokens, "hey 👋 you")
    encoded = registry.get("cl100k_base").encoded("hey 👋 you")
    view(tokens).get_by_role("radio", name="Bytes").click()
    expect(view(tokens).locator(".piece")).to_have_text(
        [encoded.piece(i).hex(" ").upper() for i in range(len(encoded))]
    )
    view(tokens).get_by_role("radio", name="List").click()
    expect(view(tokens).locator(".row")).to_have_count(len(encoded))
    expect(view(tokens).locator(".row").nth(1)).to_contain_text("1/2 of 👋")
    expect(view(tokens).locator(".row .id")).to_have_text([str(id) for id in encoded.ids])
    view(tokens).get_by_role("radio", name="Text").click()
    view(tokens).get_by_role("button", name="Split").click()
    expect(view(tokens).locator(".chunk.from")).to_have_count(3)
    view(tokens).get_by_role("button", name="Whitespace").click()
    expect(view(tokens)).to_have_class("view quiet")


def test_without_wrapping_lines_end_where_the_text_has_line_ends(tokens: Page) -> None:
    text = "short\n" + "a long line " * 60 + "\nlast"
    write(tokens, text)
    view(tokens).get_by_role("button", name="Wrap").click()
    expect(view(tokens).locator(".line")).to_have_text(text.splitlines(keepends=True))
    scroll = view(tokens).locator(".scroll")
    assert scroll.evaluate("e => e.scrollWidth > 3 * e.clientWidth")
    # The arrow keys follow a line as far as it goes, and what lies to the right is in no picture of the left.
    scroll.focus()
    tokens.keyboard.press("ArrowRight")
    tokens.keyboard.press("ArrowDown")
    with tokens.expect_download() as download:
        view(tokens).locator(".opener").click()
        view(tokens).get_by_role("menuitem", name="SVG").click()
    drawn = list(ElementTree.fromstring(download.value.path().read_bytes()).iter(f"{SVG}text"))
    right = scroll.evaluate("e => e.clientWidth") + 40
    assert all(float(each.get("x", 0)) < right for each in drawn)


def test_equal_tokens_get_equal_colours_on_request(tokens: Page) -> None:
    write(tokens, "the cat, the dog, the cow, the cat")
    view(tokens).get_by_role("button", name="Colour by token").click()
    read = "all => all.map(e => [e.textContent, getComputedStyle(e).backgroundColor])"
    tokens.wait_for_function(
        """() => { const r = [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.lines')).shadowRoot;
             const the = [...r.querySelectorAll('.cell')].filter(e => e.textContent === ' the').map(e => getComputedStyle(e).backgroundColor);
             return the.length === 3 && new Set(the).size === 1; }"""  # noqa: E501
    )
    cells = view(tokens).locator(".cell").evaluate_all(read)
    colours = {}
    for text, colour in cells:
        assert colours.setdefault(text, colour) == colour
    assert all(a[1] != b[1] for a, b in pairwise(cells))


def test_a_selection_counts_its_own_tokens(tokens: Page) -> None:
    write(tokens, "unbelievable strawberry")
    box = view(tokens).locator('.cell[data-t="0"]').bounding_box()
    last = view(tokens).locator(".cell").last.bounding_box()
    assert box
    assert last
    tokens.mouse.move(box["x"] + 2, box["y"] + 12)
    tokens.mouse.down()
    tokens.mouse.move(last["x"] + last["width"] / 2, last["y"] + 12, steps=5)
    tokens.mouse.up()
    facts = view(tokens).locator(".about")
    expect(facts).to_contain_text("Selected")
    expect(facts).to_contain_text("on its own")
    chosen = tokens.evaluate(
        "() => [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.lines')).shadowRoot.getSelection().toString()"  # noqa: E501
    )
    own = len(registry.get("cl100k_base").encode(chosen))
    expect(facts).to_contain_text(f"{own} tokens on its own")


def test_a_limit_falls_between_characters(tokens: Page) -> None:
    write(tokens, "ok 鎮 yes")
    view(tokens).get_by_label("Limit in tokens").fill("2")
    view(tokens).get_by_label("Limit in tokens").press("Enter")
    expect(view(tokens).locator(".cell.beyond").first).to_have_text("鎮")


def test_text_and_pages_agree(tokens: Page) -> None:
    write(tokens, "kept across pages")
    tokens.get_by_role("link", name="Compare").click()
    expect(tokens.get_by_role("textbox", name="Text")).to_have_value("kept across pages")
    tokens.get_by_role("textbox", name="Text").fill("changed there")
    tokens.get_by_role("textbox", name="Text").press("Control+Enter")
    tokens.get_by_role("link", name="Tokens").click()
    expect(view(tokens).locator(".line").first).to_be_attached()
    expect_text(tokens, "changed there")
    expect(tokens.get_by_role("textbox", name="Text")).to_have_value("changed there")


def paste(page: Page, text: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.get_by_role("textbox", name="Text").focus()
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+v")


def test_a_long_paste_is_in_the_box_before_anything_else_is_done_to_it(tokens: Page) -> None:
    box = tokens.get_by_role("textbox", name="Text")
    write(tokens, "")
    tokens.context.grant_permissions(["clipboard-read", "clipboard-write"])
    tokens.evaluate("text => navigator.clipboard.writeText(text)", "word " * 4_000)
    box.press("Control+v")
    box.press("x")  # at once, whether or not the answer has come
    expect(box).to_have_value("word " * 4_000 + "x")
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("20,001")
    box.press("Control+v")
    box.press("Control+v")
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("60,001")
    expect(box).to_have_value("word " * 4_000 + "x" + "word " * 8_000)


def test_a_long_text_that_is_typed_waits_for_apply(tokens: Page) -> None:
    box = tokens.get_by_role("textbox", name="Text")
    paste(tokens, "word " * 12_000)
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("60,000")
    expect(tokens.locator(".apply")).to_be_hidden()
    box.press("Control+End")
    box.press("x")
    expect(tokens.locator(".apply")).to_be_visible()
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("60,000")
    box.press("Control+Enter")
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("60,001")
    expect(tokens.locator(".apply")).to_be_hidden()


def test_a_long_paste_is_sent_before_it_is_put_in_and_can_be_undone(tokens: Page) -> None:
    box = tokens.get_by_role("textbox", name="Text")
    write(tokens, "before after")
    tokens.evaluate(
        """() => { const area = [...document.querySelectorAll('*')].map(e => e.shadowRoot?.querySelector('textarea'))
                     .find(Boolean);
                   window.held = []; const send = WebSocket.prototype.send;
                   WebSocket.prototype.send = function (data) {
                     if ((data.length ?? data.byteLength) > 50000) window.held.push(area.value.length);
                     return send.call(this, data); }; }"""
    )
    tokens.context.grant_permissions(["clipboard-read", "clipboard-write"])
    piece = "word\r\n" * 10_000
    tokens.evaluate("text => navigator.clipboard.writeText(text)", piece)
    box.press("Home")
    for _ in range(7):
        box.press("ArrowRight")
    box.press("Control+v")
    whole = "before " + "word\n" * 10_000 + "after"
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text(f"{len(whole):,}")
    expect(box).to_have_value(whole)
    assert box.evaluate("e => [e.selectionStart, e.selectionEnd]") == [50_007, 50_007]
    sent = tokens.evaluate("() => window.held")
    assert sent == [12], "it was sent once, while the box still held the text before"
    box.press("Control+z")
    expect_text(tokens, "before after")
    expect(box).to_have_value("before after")
    box.press("Control+Shift+z")
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text(f"{len(whole):,}")
    assert box.input_value() == whole


def test_what_only_python_had_is_not_undone(tokens: Page) -> None:
    """A long file is in the box by its beginning alone: what replaces it has nothing to go back to."""
    tokens.get_by_role("button", name="Open a file").click()
    tokens.locator('input[type="file"]').set_input_files(
        {"name": "long.txt", "mimeType": "text/plain", "buffer": b"word " * 60_000}
    )
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("300,000")
    tokens.keyboard.press("Escape")
    tokens.locator(".clear").click()
    expect(view(tokens).locator(".hint")).to_be_visible()
    tokens.get_by_role("textbox", name="Text").press("Control+z")
    write(tokens, "typed after it")
    expect_text(tokens, "typed after it")


def test_a_megabyte_is_shown_and_scrolls(tokens: Page) -> None:
    text = "".join(f"line {i} of many, unbelievably\n" for i in range(33_000))
    paste(tokens, text)
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text(f"{len(text):,}")
    expect(tokens.locator(".say")).to_contain_text("The box shows the first 5,000")
    scroll = view(tokens).locator(".scroll")
    tokens.wait_for_function(
        """() => { const r = [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.lines')).shadowRoot;
             const s = r.querySelector('.scroll'); s.scrollTop = s.scrollHeight;
             return r.querySelector('.lines').textContent.includes('line 32999 of many'); }"""  # noqa: E501
    )
    assert scroll.locator(".line").count() < 80, "only what is in view exists"
    scroll.focus()
    tokens.keyboard.press("Home")
    expect(view(tokens).locator(".line").first).to_have_text("line 0 of many, unbelievably\n")
    tokens.locator(".clear").click()
    expect(view(tokens).locator(".hint")).to_be_visible()


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("a" * 1_000_000, "125,000"),
        ("^" * 100_000, None),
        ("a" + "\u0301" * 100_000, None),
        (" " * 100_000, None),
        (base64.b64encode(random.Random(1).randbytes(750_000)).decode(), None),
    ],
    ids=["letters", "carets", "marks", "spaces", "base64"],
)
def test_hostile_shapes_are_drawn(tokens: Page, text: str, count: str | None) -> None:
    paste(tokens, text)
    expected = count or f"{len(registry.get('cl100k_base').encode(text)):,}"
    expect(view(tokens).locator('[data-count="tokens"]')).to_have_text(expected)
    first = view(tokens).locator(".line").first
    expect(first).to_be_attached()
    drawn = first.text_content() or ""
    assert drawn
    assert text.startswith(drawn)
    assert first.evaluate("e => e.scrollWidth <= e.parentElement.clientWidth + 16")
    # No box holds what browsers need minutes to lay out: a megabyte, or 100,000 marks on one letter.
    held = len(tokens.get_by_role("textbox", name="Text").input_value())
    assert held == (5_000 if len(text) > 200_000 or "\u0301" in text else len(text))


def test_what_is_too_long_is_refused_in_a_sentence(tokens: Page) -> None:
    write(tokens, "before")
    paste(tokens, "x" * 2_000_100)
    expect(tokens.locator(".say")).to_contain_text("the box takes 2,000,000 in all")
    expect_text(tokens, "before")


def test_a_file_keeps_what_a_box_cannot_hold(tokens: Page) -> None:
    tokens.get_by_role("button", name="Open a file").click()
    tokens.locator('input[type="file"]').set_input_files(
        {"name": "dos.txt", "mimeType": "text/plain", "buffer": b"one\r\ntwo\r\n"}
    )
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("10 8 as read")
    expect_text(tokens, "one\r\ntwo\r\n")
    expect(tokens.locator(".say")).to_contain_text("2 carriage returns")
    assert ids(tokens) == registry.get("cl100k_base").encode("one\r\ntwo\r\n")


def test_of_a_file_of_ten_megabytes_the_beginning_is_shown(tokens: Page) -> None:
    lines = [f"line {i}, unbelievably\n" for i in range(500_000)]
    tokens.get_by_role("button", name="Open a file").click()
    tokens.locator('input[type="file"]').set_input_files(
        {"name": "large.txt", "mimeType": "text/plain", "buffer": "".join(lines).encode()}
    )
    expect(view(tokens).locator('[data-count="characters"]')).to_have_text("2,000,000")
    expect(tokens.get_by_text("Shown are the first 2,000,000 characters.")).to_be_attached()
    expect(tokens.locator(".say")).to_contain_text("The box shows the first 5,000 of 2,000,000 characters")
    assert view(tokens).locator(".line").count() < 80, "only what is in view exists"
    # The page answers: a key goes to the last token, which is in the line where the text was cut.
    view(tokens).locator(".scroll").focus()
    tokens.keyboard.press("End")
    expect(view(tokens).locator(".line").last).to_have_text("".join(lines)[:2_000_000].splitlines()[-1])


def test_one_hover_lights_the_same_place_in_all_panes(tokens: Page) -> None:
    write(tokens, "strawberry fields")
    panes = tokens.locator(".view").nth(1).locator(".pane")
    expect(panes).to_have_count(2)
    for pane in (panes.nth(0), panes.nth(1)):
        expect(pane.locator(".line")).to_have_text(["strawberry fields"])
    panes.nth(0).locator(".cell").nth(2).hover()
    other = panes.nth(1).locator(".hot").all_text_contents()
    here = panes.nth(0).locator(".hot").all_text_contents()
    assert here == ["berry"]
    assert "berry" in "".join(other)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_is_enough_in_both_themes(server, browser, scheme: str) -> None:
    """Text on each of the 24 colours, the marks on them, and the quiet text around."""
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=scheme, reduced_motion="reduce")
    page = context.new_page()
    page.goto(server.url)
    expect(view(page).locator(".line").first).to_be_attached(timeout=60_000)
    found = page.evaluate(
        """() => {
          const root = [...document.querySelectorAll('*')].find(e => e.shadowRoot?.querySelector('.lines')).shadowRoot;
          const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
          const rgb = colour => { context.fillStyle = colour; context.fillRect(0, 0, 1, 1); return [...context.getImageData(0, 0, 1, 1).data]; };
          const light = c => { const [r, g, b] = c.slice(0, 3).map(v => { v /= 255; return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4; });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
          const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
          const mixes = ['', '55%, light-dark(#fff, #000)', '80%, light-dark(#777, #000)', '45%, light-dark(#ddd, #444)'];
          const probe = document.createElement('span');
          probe.className = 'cell';
          root.querySelector('.line').append(probe);
          const results = [];
          for (let i = 0; i < 24; i++) {
            const base = `var(--token-${i % 6})`;
            const mix = mixes[Math.floor(i / 6)];
            probe.style.setProperty('--c', mix ? `color-mix(in oklab, ${base} ${mix})` : base);
            const style = getComputedStyle(probe);
            results.push(['colour ' + i, ratio(rgb(style.backgroundColor), rgb(style.color))]);
          }
          const paper = rgb(getComputedStyle(document.querySelector('[data-testid=stApp]')).backgroundColor);
          for (const name of ['.about', '.counts dt', '.bar button', '.check'])
            results.push([name, ratio(paper, rgb(getComputedStyle(root.querySelector(name)).color))]);
          return results;
        }"""  # noqa: E501
    )
    moving = view(page).locator(".cell").first.evaluate("e => getComputedStyle(e).transitionDuration")
    assert moving == "0s", "who wants less motion gets none"
    context.close()
    assert len(found) == 28
    assert [pair for pair in found if pair[1] < 4.5] == []


def test_a_phone_shows_it_all_without_scrolling_sideways(server, browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True)
    page = context.new_page()
    page.goto(server.url)
    expect(view(page).locator(".line").first).to_be_attached(timeout=60_000)
    assert page.evaluate("() => document.scrollingElement.scrollWidth <= innerWidth")
    view(page).locator('.cell[data-t="0"]').tap()
    expect(page.locator(".card .title")).to_contain_text("791")
    # One character of 52 tokens is not wider than the screen either, and each of its tokens can be reached.
    heap = "a" + "".join(chr(0x300 + i) for i in range(26))
    write(page, f"Z{heap}! end")
    box = view(page).locator(".scroll").bounding_box()
    cell = view(page).locator(".cell.split")
    place = cell.bounding_box()
    assert box
    assert place
    assert place["x"] > box["x"]
    assert place["x"] + place["width"] < box["x"] + box["width"]
    assert cell.locator(".slot").count() > 50
    assert min(cell.locator(".slot").evaluate_all("all => all.map(e => e.getBoundingClientRect().width)")) > 3
    context.close()
