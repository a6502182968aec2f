"""Sentences are chosen by the figures they are about."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from playground import registry, sentences
from playground.core.baselines import ByteTokenizer, CharacterTokenizer
from playground.core.differences import Difference
from playground.core.measures import Measures, measure
from playground.core.overlap import Overlap
from playground.core.sizes import Model, SizeCurve, tradeoff
from playground.core.wordpiece import train_wordpiece
from playground.languages import costs, languages


def figures(name: str, tokens: int, bytes: int = 100) -> Measures:
    return Measures(name, tokens, bytes, bytes, 1, 1, 1, 0, 0, 1, 256)


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([figures("a", 0, 0), figures("b", 0, 0)], "There is no text to measure. Type one above."),
        ([figures("a", 10), figures("b", 10)], "All of them need the same: 10 tokens."),
        ([figures("a", 1), figures("b", 1)], "All of them need the same: 1 token."),
        ([figures("a", 10), figures("b", 13)], "a needs the fewest tokens, 10. b needs 30 % more."),
        ([figures("a", 1000), figures("b", 1001)], "a needs the fewest tokens, 1,000. b needs 1 more."),
        ([figures("a", 30), figures("b", 10)], "b needs the fewest tokens, 10. a needs 3.0 times as many."),
        (
            [figures("a", 10), figures("b", 10), figures("c", 12)],
            "a and b need the fewest tokens, 10. c needs 20 % more.",
        ),
    ],
)
def test_who_needs_the_fewest(rows: list[Measures], said: str) -> None:
    assert sentences.fewest(rows) == said


@pytest.mark.parametrize(
    ("rows", "part"),
    [
        ([], "the same number of tokens for every word"),
        ([Difference("x", 1, 1, 3)], "a saves 2 tokens on 1 different piece and is nowhere worse than b."),
        ([Difference("x", 1, 3, 1)], "a saves nothing against b and spends 2 more on 1"),
        ([Difference("x", 1, 1, 4), Difference("y", 1, 2, 1)], "all in all 2 tokens fewer than b."),
        ([Difference("x", 1, 1, 2), Difference("y", 1, 5, 1)], "all in all 3 tokens more than b."),
        ([Difference("x", 1, 1, 2), Difference("y", 1, 2, 1)], "all in all as many as b."),
    ],
)
def test_wins_and_losses(rows: list[Difference], part: str) -> None:
    assert part in sentences.wins_and_losses("a", "b", rows)


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ((0, 0, 0, 10), "b has every token that a has."),
        ((3, 0, 0, 10), "a has 3 tokens that b lacks. This text uses none of them."),
        ((3, 2, 5, 10), "a has 3 tokens that b lacks. This text uses 2 of them. Together they save 5 tokens, "
         "50% of what b spends."),
        ((3, 2, 0, 10), "a has 3 tokens that b lacks. This text uses 2 of them. Together they save nothing."),
    ],
)  # fmt: skip
def test_domain(figures: tuple[int, int, int, int], said: str) -> None:
    assert sentences.domain("a", "b", *figures) == said
    assert "cost 4 tokens" in sentences.domain("a", "b", 3, 2, -4, 10)


def test_overlap() -> None:
    a, b = frozenset([b"x", b"y"]), frozenset([b"x", b"z", b"w"])
    assert sentences.overlap("a", "b", Overlap(a, a)) == "a and b have the same 2 tokens."
    assert sentences.overlap("a", "b", Overlap(a, b)) == (
        "1 token of a (50%) stands in b as well. 1 is only in a, and 2 only in b."
    )
    assert "Nothing is only in a" in sentences.overlap("a", "b", Overlap(a, a | b))


def curve() -> SizeCurve:
    return SizeCurve.of(np.array([4, 2, 0, 1]), 12)


def test_where_the_curve_crosses() -> None:
    said = sentences.size_story("c", "held-out text", curve(), {"p": 1.5, "q": 9.0}, {"p": 257})
    assert said == (
        "c, held-out text: 2.40 bytes per token at 260 entries. "
        "It reaches p (1.50) with 257 entries. It does not reach q (9.00) up to here."
    )
    empty = SizeCurve.of(np.zeros(1, np.int64), 0)
    assert "too little" in sentences.size_story("c", "held-out text", empty, {}, {})


def test_what_size_costs() -> None:
    assert "204.8 million parameters in the embedding" in sentences.rows_cost(50_000, Model(4096, 32))
    assert "a larger vocabulary may be better still" in sentences.tradeoff(tradeoff(curve(), Model(1, 1)))
    flat = tradeoff(SizeCurve.of(np.array([40, 0, 0]), 100), Model(1, 1))
    assert "least at 257 entries" in sentences.tradeoff(flat)


def test_the_dearest_language() -> None:
    rows = costs(ByteTokenizer(), languages().values())
    assert f"the dearest is {rows[0].language.name}: {rows[0].premium:.1f} times" in sentences.dearest("b", rows)
    assert "every language costs the same" in sentences.dearest("b", rows[:1])
    english = [row for row in rows if row.language.code == "en"]
    assert "English costs the least" in sentences.dearest("b", [rows[0], *english])


def test_nothing_repaired_is_said() -> None:
    rows = {row.language.code: row for row in costs(CharacterTokenizer(), languages().values())}
    assert "for none of these languages" in sentences.repaired(rows, rows)


def test_english_against_itself_is_no_comparison() -> None:
    (english,) = (row for row in costs(ByteTokenizer(), languages().values()) if row.language.code == "en")
    assert "Choose another" in sentences.in_money_and_space(english, english, 1.0, 1000)


@pytest.mark.parametrize(
    ("itself", "data", "part"),
    [
        (True, b"the", "to this token alone."),
        (True, b"\xf0\x9f", "beside the rest of it"),
        (False, b" I'", "cannot be reached"),
        (False, b"\xf0\x9f", "no text is known"),
    ],
)
def test_reach(itself: bool, data: bytes, part: str) -> None:
    assert part in sentences.reached(itself, data)


def test_found_and_shelves() -> None:
    assert sentences.found(0, 10).startswith("No entry fits")
    assert sentences.found(10, 10) == "All 10 entries."
    assert sentences.found(3, 1000) == "3 of 1,000 entries."
    assert sentences.shelf("Longest", 0, "a").endswith("a has none of them.")
    assert sentences.shelf("Longest", 1200, "a").endswith("a has 1,200 of them.")


def test_suspects_and_the_best_known_one() -> None:
    assert "is the older and smaller one" in sentences.suspects("o200k_base", "cl100k_base", 5)
    assert "older" not in sentences.suspects("gpt2", "cl100k_base", 5)
    assert sentences.suspects("a", "b", 0).startswith("No long word")
    said = sentences.magikarp(registry.get("gpt2"), registry.get("cl100k_base"))
    assert "1 token in gpt2 and 5 in cl100k_base: ␣Solid|Gold|Mag|ik|arp." in said


def test_real_measures_make_a_sentence() -> None:
    text = "strawberry"
    rows = [measure(t.name, t.encoded(text), t.vocab_size) for t in (registry.get("cl100k_base"), ByteTokenizer())]
    assert sentences.fewest(rows) == "cl100k_base needs the fewest tokens, 3. plain bytes needs 3.3 times as many."


@pytest.mark.parametrize(
    ("lost", "spaces", "said"),
    [
        (0, 0, ""),
        (
            14, 0,
            "a cannot spell 14 of the 100 characters (14 %). They become a token for the unknown, or nothing, so its "
            "count is too low.",
        ),
        (0, 20, "a drops 20 spaces and line ends, which others have to spell."),
        (
            1, 1,
            "a cannot spell 1 of the 100 characters (1.0 %). They become a token for the unknown, or nothing, so its "
            "count is too low. It also drops 1 space or line end, which others have to spell.",
        ),
    ],
)  # fmt: skip
def test_what_is_left_out_is_said(lost: int, spaces: int, said: str) -> None:
    assert sentences.losses(replace(figures("a", 10), lost=lost, spaces_lost=spaces)) == said


def test_languages_that_cannot_be_spelled_are_said() -> None:
    english = train_wordpiece(languages()["en"].text, 400)
    rows = costs(english, languages().values())
    said = sentences.lossy_languages("mine", rows)
    lossy = [row for row in rows if row.measures.lost]
    assert f"every character of {len(lossy)} languages" in said
    worst = max(lossy, key=lambda row: row.measures.lost_share)
    assert f"Most is missing in {worst.language.name}" in said
    assert not sentences.lossy_languages("gpt2", costs(registry.get("gpt2"), languages().values()))
