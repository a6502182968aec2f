"""Labels in figures show what they are given."""

from __future__ import annotations

from playground.plots.labels import name, plain, room


def test_tags_and_formulas_are_text() -> None:
    assert plain("<b>&amp;") == "&lt;b&gt;&amp;amp;"
    assert "$" not in plain("$x$")
    assert plain(b" a\n") == "␣a↵"


def test_long_labels_are_cut_before_they_are_escaped() -> None:
    assert plain("a" * 50, 10) == "a" * 9 + "…"
    assert plain("<" * 50, 3) == "&lt;&lt;…"


def test_names_keep_their_spaces() -> None:
    assert name("cl100k_base, first 4,096") == "cl100k_base, first 4,096"
    assert name("<i>$x$</i>\n") == "&lt;i&gt;＄x＄&lt;/i&gt;\ufffd"


def test_room_for_the_longest_label() -> None:
    assert room([]) == room([""]) == 16
    assert room(["a", "abc"]) < room(["ABC"]) < room(["漢漢漢漢"])
    assert room([name("<<")]) == room(["[["]), "what is drawn counts, not how it is written for plotly"
