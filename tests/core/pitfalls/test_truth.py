"""Whatever is typed, under whatever tokenizers: what a sentence says is so. Each is checked against the ids alone."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

import regex
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from playground.core.hidden import cleaned
from playground.core.pitfalls import (
    arithmetic,
    cutting,
    formats,
    glitch,
    healing,
    indentation,
    injection,
    letters,
    trailing_space,
    typography,
    variants,
    ways,
)
from playground.core.pitfalls.words import CLOSE, CUT, OPEN, cut, listing, more, quote
from playground.core.tokens import Encoded, Tokenizer
from tests.contract.subjects import SUBJECTS

FAMILY = ("cl100k_base", "gpt2", "trained-raw", "trained-cl100k", "trained-own-pattern", "bytes", "characters",
          "character-bpe", "unigram", "unigram-unknown", "tokenizer-json", "wordpiece")  # fmt: skip
WORDS = st.text("aetr 1é鎮👍🏽\u0301\u200bسش|-\t\0E", max_size=14) | st.text(max_size=8)
CODE = st.text(" \t\nx=:é", max_size=40)
examples = settings(max_examples=30, deadline=None)


@cache
def built(name: str) -> Tokenizer:
    tokenizer = SUBJECTS[name].build()
    tokenizer.name = name
    return tokenizer


TOKENIZERS = st.lists(st.sampled_from(FAMILY), min_size=1, max_size=3, unique=True).map(
    lambda names: [built(name) for name in names]
)


_ONE = "token|place|id|byte|entry|row|letter|character|kind|sequence|form"
_MANY = "tokens|places|ids|bytes|entries|rows|letters|characters|kinds|sequences|forms"


def bare(sentence: str) -> str:
    """Our own words, a dot for each quotation."""
    return re.sub(f"{OPEN}[^{CLOSE}]*{CLOSE}", "·", sentence)


def well_formed(sentence: str) -> bool:
    """Numbers agree with their nouns; the sentence ends as one; no quotation is left open."""
    own = bare(sentence)
    counted = re.findall(rf"(?<![\w.,-])([\d,]+) ({_ONE}|{_MANY})\b(?!-)", own)
    return (
        own.endswith(".")
        and "  " not in own
        and not {OPEN, CLOSE, CUT} & set(own)
        and all((n == "1") == bool(re.fullmatch(_ONE, noun)) for n, noun in counted)
        and "None" not in own
    )


def names_in(words: str) -> list[str]:
    """The names of a listing: a, b and c."""
    return re.split(r", | and ", words)


def pieces_between(encoded: Encoded, start: int, end: int) -> list[bytes]:
    """Tokens clipped to some bytes of the text."""
    spans = zip(encoded.starts.tolist(), encoded.ends.tolist(), strict=True)
    clipped = [(max(s, start), min(e, end)) for s, e in spans if s < end and e > start]
    return [encoded.data[s:e] for s, e in clipped]


NUMBERS = st.from_regex(r"-?[0-9]{1,9}(\.[0-9]{1,4})?", fullmatch=True)


@given(TOKENIZERS, NUMBERS, st.sampled_from(arithmetic.OPERATIONS), NUMBERS, st.booleans())
@examples
def test_places_line_up_as_it_says(tokenizers, a: str, operation: str, b: str, spaced: bool) -> None:
    columns = [arithmetic.column(t, a, operation, b, spaced) for t in tokenizers]
    sentence = arithmetic.statement(columns)
    assert sentence is not None
    assert well_formed(sentence)
    line, spans = arithmetic.written(a, operation, b, spaced)

    def ends(tokenizer: Tokenizer) -> dict[int, list[int]]:
        """By place, in each number that has it: the place of the last digit in the same token."""
        encoded, found = tokenizer.encoded(line), {}
        for first, last in spans:
            text = line[first:last]
            whole = len(text.split(".")[0].lstrip("-"))
            places = [whole - 1 - i for i in range(whole)] + [-1 - i for i in range(len(text.partition(".")[2]))]
            where = [first + i for i, c in enumerate(text) if c.isdigit()]
            for place, at in zip(places, where, strict=True):
                same = [p for p, x in zip(places, where, strict=True)
                        if not any(min(at, x) < s <= max(at, x) for s in encoded.starts.tolist())]  # fmt: skip
                found.setdefault(place, []).append(min(same))
        return {place: many for place, many in found.items() if len(many) > 1}

    shared = {t.name: ends(t) for t in tokenizers}
    good = {name: sum(len(set(many)) == 1 for many in found.values()) for name, found in shared.items()}
    total = len(shared[tokenizers[0].name])
    if sentence.startswith("Here"):
        assert set(good.values()) == {total}
        assert f"all {total} places" in sentence or total == 1
    else:
        match = re.match(
            r"(.*) cuts? · as · and · as ·: (?:only (\d+)|none) of (\d+) places? lines? up\.", bare(sentence)
        )
        assert match is not None, sentence
        named, up, of = match.groups()
        assert {good[name] for name in names_in(named)} == {int(up or 0)} == {min(good.values())}
        assert int(of) == total
        left, left_cut, right, right_cut = re.findall(f"{OPEN}([^{CLOSE}]*){CLOSE}", sentence)
        for name in names_in(named):
            shown: dict[str, list[list[str]]] = {}  # both numbers may be the same
            for x, y in spans:
                cut = [p.decode() for p in pieces_between(built(name).encoded(line), x, y)]
                shown.setdefault(line[x:y], []).append(cut)
            assert left_cut.split(CUT) in shown[left]
            assert right_cut.split(CUT) in shown[right]


@given(st.integers(-(10**12), 10**12), TOKENIZERS)
@examples
def test_ways_are_one_number_and_the_dearest_is_the_dearest(value: int, tokenizers) -> None:
    written = ways.ways_to_write(str(value))
    for way, text in written.items():
        plain = text.replace("−", "-")
        if way in ("with commas", "with points", "with spaces", "with narrow no-break spaces", "with underscores"):
            plain = re.sub(r"[,._ \u202f]", "", plain)
        mantissa, _, exponent = plain.partition("e") if way == "scientific" else (plain, "", "")
        if exponent:
            whole, _, rest = mantissa.partition(".")
            plain = whole + rest.ljust(int(exponent), "0")
        assert (int(plain, 0) if way in ("hexadecimal", "binary") else int(plain.removesuffix(".00"))) == value
    assert len(set(written.values())) == len(written)
    sentence = ways.ways_statement(written, tokenizers)
    sizes = {t.name: [len(t.encode(text)) for text in written.values()] for t in tokenizers}
    if sentence is None:
        assert all(min(found) == max(found) for found in sizes.values())
        return
    assert well_formed(sentence)
    name, low, high = re.search(r"costs (\S+) (\d+) tokens? \(.*\) to (\d+) \(", bare(sentence)).groups()  # type: ignore[union-attr]
    assert (min(sizes[name]), max(sizes[name])) == (int(low), int(high))
    assert max(max(found) / min(found) for found in sizes.values()) == int(high) / int(low)


@given(st.lists(st.integers(0, 30).map(str), max_size=6), TOKENIZERS)
@examples
def test_neighbours_are_one_apart(written: list[str], tokenizers) -> None:
    sentence = ways.neighbours_statement(written, tokenizers)
    whole = {int(text) for text in written}
    assert (sentence is None) == (not any(n + 1 in whole for n in whole))
    if sentence is None:
        return
    assert well_formed(sentence)
    one, two = re.findall(f"{OPEN}([^{CLOSE}]*){CLOSE}", sentence)[:2]
    assert int(one) + 1 == int(two)
    same = [t.name for t in tokenizers if t.encode(one)[0] == t.encode(two)[0]]
    assert (f"same token in {listing(same)}." in sentence) == bool(same)
    for t in tokenizers:
        assert cut(p for p in map(t.encoded(one).piece, range(len(t.encode(one)))) if p) in sentence


@given(TOKENIZERS, WORDS, st.sampled_from("arte1é|"))
@examples
def test_letters_are_counted_as_it_says(tokenizers, word: str, letter: str) -> None:
    spelled = [letters.spell(t, word, letter) for t in tokenizers]
    sentence = letters.statement(spelled, letter)
    if sentence is None:
        assert not word or not any(t.encode(word) for t in tokenizers)
        return
    assert well_formed(sentence)
    same = {c for c in regex.findall(r"\X", word) if unicodedata.normalize("NFC", c).lower() == letter}
    total = sum(c in same for c in regex.findall(r"\X", word))
    if not total:
        assert sentence == f"There is no {quote(letter)} in {quote(word)}."
        return
    assert f" has {total} " in sentence
    if "token of its own" in sentence:
        (named,) = re.findall(r"here (.*) gives? each", sentence)
        for name in names_in(named):
            encoded, at = built(name).encoded(word), 0
            for c in regex.findall(r"\X", word):
                end = at + len(c.encode())
                if c[0].isalnum() or c in same:
                    inside = [(s, e) for s, e in zip(encoded.starts.tolist(), encoded.ends.tolist(), strict=True)
                              if s < end and e > at]  # fmt: skip
                    assert len(inside) <= 1
                    held = encoded.data[inside[0][0] : inside[0][1]].decode() if inside else ""
                    assert sum(h.isalpha() for h in held if not regex.match(r"\p{M}", h)) <= 1
                at = end
        return
    named = re.search(r"\. (.*) reads? ·", bare(sentence)).group(1)  # type: ignore[union-attr]
    fewest = min(len(t.encode(word)) for t in tokenizers)
    for name in names_in(named):
        assert len(built(name).encode(word)) == fewest
    if found := re.search(r"that ([\d+ ]+) of them", bare(sentence)):
        assert sum(map(int, found.group(1).split(" + "))) == total
        assert found.group(1).count("+") == fewest - 1


@given(TOKENIZERS, WORDS)
@examples
def test_turned_round(tokenizers, word: str) -> None:
    assume(word)
    spelled = [letters.spell(t, word) for t in tokenizers]
    sentence = letters.reverse_statement(spelled)
    if sentence is not None:
        assert well_formed(sentence)
        assert f"it is {quote(letters.reverse(word))};" in sentence
    back = letters.reverse(word)
    sentence = letters.backwards_statement({t.name: (t.encoded(word), t.encoded(back)) for t in tokenizers})
    assert (sentence is None) == (word == back)
    for t in tokenizers if sentence else []:
        forwards = set(t.encode(word))
        kept = len(forwards & set(t.encode(back)))
        name = rf"(?<![\w-]){re.escape(t.name)}(?![\w-])"  # one is called unigram, another unigram-unknown
        part = next(part for part in (sentence or "").split(";") if re.search(name, part))
        amount = "all" if kept == len(forwards) else kept or "none"
        assert f"{amount} of its {len(forwards)} id" in part


@given(TOKENIZERS, WORDS)
@examples
def test_spellings_cost_what_it_says(tokenizers, word: str) -> None:
    forms = letters.spellings_of(word)
    sizes = {t.name: {name: len(t.encode(form)) for name, form in forms.items()} for t in tokenizers}
    encoded = {t.name: [t.encoded(form) for form in forms.values()] for t in tokenizers}
    sentence = letters.spellings_statement(list(forms), encoded)
    spread = {name: max(found.values()) - min(found.values()) for name, found in sizes.items()}
    assert (sentence is None) == (not any(spread.values()))
    if sentence:
        assert well_formed(sentence)
        name, low, few, high, many = re.fullmatch(  # type: ignore[union-attr]
            r"In (\S+) the word is (\d+) tokens? (.*), but ([\d,]+) (.*)\.", sentence
        ).groups()
        assert spread[name] == max(spread.values())
        assert {sizes[name][form] for form in names_in(few)} == {int(low)}
        assert {sizes[name][form] for form in names_in(many)} == {int(high)}


@given(TOKENIZERS, WORDS, WORDS)
@examples
def test_what_must_follow_the_space(tokenizers, prompt: str, word: str) -> None:
    word = word.strip(" ")
    pairs = [trailing_space.pair(t, prompt, word) for t in tokenizers]
    sentence = trailing_space.statement(pairs)
    bare_prompt = prompt.rstrip(" ")
    ids = {
        t.name: (t.encode(bare_prompt + " ") + t.encode(word), t.encode(f"{bare_prompt} {word}")) for t in tokenizers
    }
    bad = [name for name, (split, whole) in ids.items() if split != whole]
    assert (sentence is None) == (not bad)
    if sentence is None:
        return
    assert well_formed(sentence)
    own = bare(sentence)
    named = names_in(re.match(r"After the space, (.*) must go on with ·\.", own).group(1))  # type: ignore[union-attr]
    others = re.search(r"trouble, in (.*)\.$", own)
    assert sorted(named + (names_in(others.group(1)) if others else [])) == sorted(bad)
    cost = re.search(r"with the space it is (?:(\d+) tokens? (more|fewer)|as many)", own)
    for name in named:
        split, whole = ids[name]
        shown = [piece for i in range(len(built(name).encode(word))) if (piece := built(name).encoded(word).piece(i))]
        assert f"must go on with {cut(shown)}." in sentence
        if cost:
            extra = int(cost.group(1) or 0) * (-1 if cost.group(2) == "fewer" else 1)
            assert len(split) - len(whole) == extra
            whole_text = built(name).encoded(f"{bare_prompt} {word}")
            pieces = [p for i in range(len(whole_text)) if (p := whole_text.piece(i))]
            learned = re.findall(f"has ({OPEN}[^{CLOSE}]*{CLOSE}) there", sentence)[0]
            assert any(cut(pieces[i:]) == learned for i in range(len(pieces) + 1))


@given(TOKENIZERS, WORDS, WORDS)
@examples
def test_what_healing_gives(tokenizers, prompt: str, coming: str) -> None:
    healed = [healing.heal(t, prompt, coming) for t in tokenizers]
    sentence = healing.healing_statement(healed)
    for t, one in zip(tokenizers, healed, strict=True):
        text = (prompt + coming).encode()
        assert one.healed.data == text
        assert all(e <= s for e, s in zip(one.healed.ends.tolist(), one.healed.starts.tolist()[1:], strict=False))
        if one.id is not None:
            assert one.id in one.healed.ids
            assert t.token_bytes(one.id) == one.longest
            fits = [len(t.token_bytes(i)) for i in t.ids()
                    if i not in t.special_tokens.values() and t.token_bytes(i).startswith(one.last)
                    and one.last + coming.encode() == text[len(text) - len(one.last + coming.encode()) :]
                    and (one.last + coming.encode()).startswith(t.token_bytes(i))]  # fmt: skip
            assert all(n <= len(one.longest) or coming.encode()[n - len(one.last)] & 0xC0 == 0x80 for n in fits)
    assert (sentence is None) == (not any(one.heals for one in healed))
    if sentence:
        assert well_formed(sentence)
        for count, name in re.findall(r"([\d,]+) entr\S+ in ([\w-]+)", bare(sentence)):
            one = next(h for h in healed if h.name == name)
            t = built(name)
            special = set(t.special_tokens.values())
            assert int(count.replace(",", "")) == sum(
                t.token_bytes(i).startswith(one.last) for i in t.ids() if i not in special
            )
            assert quote(one.longest) in sentence


@given(TOKENIZERS, WORDS)
@examples
def test_endings_cost_what_it_says(tokenizers, prompt: str) -> None:
    encoded = {t.name: [t.encoded(prompt + ending) for ending in trailing_space.ENDINGS.values()] for t in tokenizers}
    sentence = trailing_space.endings_statement(encoded)
    extra = {
        t.name: {n: len(t.encode(prompt + e)) - len(t.encode(prompt)) for n, e in trailing_space.ENDINGS.items()}
        for t in tokenizers
    }
    assert (sentence is None) == all(max(found.values()) <= 0 for found in extra.values())
    if sentence:
        assert well_formed(sentence)
        name, dear, most, one = re.fullmatch(  # type: ignore[union-attr]
            r"In (\S+) (.*?) at the end costs? (\d+) tokens? more(?:; (.*) costs? one)?\.", sentence
        ).groups()
        assert int(most) == max(max(found.values()) for found in extra.values())
        assert names_in(dear) == [n for n, more in extra[name].items() if more == int(most)]
        assert one is None or names_in(one) == [n for n, more in extra[name].items() if more == 1]


@given(TOKENIZERS, CODE)
@examples
def test_indents_cost_what_it_says(tokenizers, code: str) -> None:
    bills = {t.name: indentation.bill(t, code) for t in tokenizers}
    sentence = indentation.statement(bills)
    sizes = {
        t.name: {style: len(t.encode(indentation.reindent(code, style))) for style in indentation.STYLES}
        for t in tokenizers
    }
    if sentence:
        assert well_formed(sentence)
        name, low, cheap, high, dear = re.match(  # type: ignore[union-attr]
            r"In (\S+) the same code costs ([\d,]+) tokens? with (.*) and ([\d,]+) with (.*):", sentence
        ).groups()
        assert {sizes[name][style] for style in names_in(cheap)} == {int(low)} == {min(sizes[name].values())}
        assert {sizes[name][style] for style in names_in(dear)} == {int(high)} == {max(sizes[name].values())}
    else:
        assert all(len(set(found.values())) == 1 or not min(found.values()) for found in sizes.values())
    ends = indentation.line_end_statement(bills)
    spaces = indentation.reindent(code.replace("\r\n", "\n"), "4 spaces")
    added = {t.name: len(t.encode(spaces.replace("\n", "\r\n"))) - len(t.encode(spaces)) for t in tokenizers}
    assert (ends is None) == (not any(added.values()))
    if ends:
        assert well_formed(ends)
        told = {}
        for part in re.split(
            r"(?:, | and )(?=none more|\d+ tokens? (?:more|fewer))", ends.rstrip(".").split("has ")[1]
        ):
            amount, where = part.split(" in ", 1)
            size = int(amount.split()[0]) if amount != "none more" else 0
            told |= dict.fromkeys(names_in(where), -size if "fewer" in amount else size)
        assert told == added


@given(st.sampled_from(FAMILY).map(built), CODE)
@examples
def test_lines_are_told_as_they_are(tokenizer: Tokenizer, code: str) -> None:
    encoded = tokenizer.encoded(code)
    sentence = indentation.line_statement(tokenizer.name, indentation.lines(encoded))
    starts = [m.span(1) for m in re.finditer(r"(?:^|(?<=\n))([ \t]+)(?=[^ \t\n])", code)]
    assert (sentence is None) == (not starts)
    if sentence is None:
        return
    assert well_formed(sentence)
    at = [len(code[:i].encode()) for i in range(len(code) + 1)]
    only = sum(
        any(at[a] <= s < e <= at[b] for a, b in starts)
        for s, e in zip(encoded.starts.tolist(), encoded.ends.tolist(), strict=True)
    )
    hold = "holds" if only == 1 else "hold"
    assert f" {only} of {len(encoded)} token{'s' * (len(encoded) != 1)} {hold} nothing but indent." in sentence
    if found := re.search(r"In line (\d+) the last space", sentence):
        line = code.split("\n")[int(found.group(1)) - 1]
        spoken = re.findall(f"{OPEN}([^{CLOSE}]*){CLOSE}", sentence)[-1].split(CUT)
        assert line.startswith((" ", "\t"))
        assert spoken[-1][:1] == "␣"
        assert spoken[-1][1:2] not in ("␣", "⇥", "")


@given(TOKENIZERS, st.sampled_from(list(indentation.STYLES)), st.integers(1, 5))
@examples
def test_levels_are_one_token_where_it_says(tokenizers, style: str, depth: int) -> None:
    levels = {t.name: [indentation.level(t, style, d) for d in range(1, depth + 1)] for t in tokenizers}
    sentence = indentation.level_statement(levels)
    assert sentence is not None
    assert well_formed(sentence)
    for t in tokenizers:
        single = []
        for d in range(1, depth + 1):
            indent = indentation.STYLES[style] * d if style != "mixed" else "\t" * (d // 2) + "    " * (d % 2)
            pieces = pieces_between(t.encoded(f"y\n{indent}x"), 2, 2 + len(indent) + 1)
            if sum(not piece.strip() for piece in pieces if piece) <= 1:
                single.append(d)
        part = next(p for p in sentence.split(";") if re.search(rf"[ ,]{re.escape(t.name)}(?![\w-])", p))
        words = re.search(r"at (no level|levels? ([\d, and]+?)(?: to (\d+))?) in ", part)
        assert words is not None
        told = [int(n) for n in re.findall(r"\d+", words.group(2) or "")]
        if words.group(3):
            told = list(range(told[0], int(words.group(3)) + 1))
        assert told == single


@given(TOKENIZERS, WORDS)
@examples
def test_forms_that_look_alike(tokenizers, text: str) -> None:
    alike = [form for form in typography.forms(text) if form.alike]
    encodings = {t.name: [t.encoded(form.text) for form in alike] for t in tokenizers}
    sentence = typography.statement(alike, encodings)
    ids = {t.name: [tuple(t.encode(form.text)) for form in alike] for t in tokenizers}
    assert (sentence is None) == all(len(set(found)) < 2 for found in ids.values())
    if sentence is None:
        return
    assert well_formed(sentence)
    forms, name, sequences = re.match(r"(\w+) forms look the same; (\S+) reads (\d+) different", sentence).groups()  # type: ignore[union-attr]
    assert forms == ("Both" if len(alike) == 2 else str(len(alike)))
    assert int(sequences) == len(set(ids[name]))
    sizes = dict(zip((form.name for form in alike), map(len, ids[name]), strict=True))
    if found := re.search(r"from (\d+) tokens? \((.*)\) to (\d+) \((.*)\)\.$", sentence):
        low, first, high, second = found.groups()
        assert (sizes[first], sizes[second]) == (int(low), int(high)) == (min(sizes.values()), max(sizes.values()))
        assert low != high
    else:
        assert len(set(sizes.values())) == 1


@given(st.text("aé كش👩👧\u0301हि", min_size=1, max_size=8))
@examples
def test_what_nobody_sees_stands_where_nobody_sees_it(text: str) -> None:
    for form in typography.forms(text):
        if form.name.endswith("inside"):
            hidden = next(i for i, c in enumerate(form.text) if c not in text)
            assert form.text[:hidden] + form.text[hidden + 1 :] == text
            before, after = form.text[hidden - 1], form.text[hidden + 1]
            assert before in "aé"
            assert after in "aé "


@given(TOKENIZERS, st.text("hHiI éß\"'1", max_size=6))
@examples
def test_single_tokens_of_one_word(tokenizers, text: str) -> None:
    written = typography.forms(text)
    sentence = typography.case_statement(tokenizers, written)
    if sentence is None:
        return
    assert well_formed(sentence)
    name = re.match(r"In (\S+) ", sentence).group(1)  # type: ignore[union-attr]
    told = re.findall(f"({OPEN}[^{CLOSE}]*{CLOSE}) is (\\d+)", sentence)
    assert len({id for _, id in told}) == len(told) > 1
    for quoted, id in told:
        assert any(quote(form.text) == quoted and built(name).encode(form.text) == [int(id)] for form in written)


@given(TOKENIZERS, st.text("aаb\u200b\u00ad\u00a0 \u202eо", max_size=12))
@examples
def test_hidden_characters_cost_what_it_says(tokenizers, text: str) -> None:
    one = typography.cleaning(text, tokenizers)
    sentence = typography.cleaning_statement(one)
    assert (sentence is None) == (cleaned(text) == text)
    if sentence:
        assert well_formed(sentence)
        total = sum(int(n) for n in re.findall(r"(\d+) (?:hidden|look-alike)", sentence))
        assert total == sum(h.count for h in one.found)
        name, dirty, clean = re.search(r"(\S+) reads (\d+) tokens? with \w+ and (\d+) without", sentence).groups()  # type: ignore[union-attr]
        assert (len(built(name).encode(text)), len(built(name).encode(cleaned(text)))) == (int(dirty), int(clean))


@given(TOKENIZERS, WORDS, st.integers(1, 9))
@examples
def test_streams_are_torn_where_it_says(tokenizers, text: str, came: int) -> None:
    cuts = [cutting.cut(t, text, came) for t in tokenizers]
    sentence = cutting.statement(cuts)
    if sentence is None:
        assert not any(step.waits for one in cuts for step in one.steps)
        return
    assert well_formed(sentence)
    if found := re.match(r"After (\d+) tokens? of (\d+), (\S+) has sent .*: (\d+) bytes? waits?\.", bare(sentence)):
        n, of, name, held = found.groups()
        encoded = built(name).encoded(text)
        assert (int(of), int(n)) == (len(encoded), min(came, len(encoded)))
        sent = b"".join(encoded.piece(i) for i in range(int(n)))
        whole = sent.decode("utf-8", "ignore").encode()
        assert len(sent) - len(whole) == int(held)
    else:
        assert not any(one.held for one in cuts)


@given(TOKENIZERS, st.lists(st.sampled_from(["<|endoftext|>", "<|end|>", "<|im_end|>", "a", " ", "!", "[UNK]"])))
@examples
def test_control_tokens_are_told_as_they_are(tokenizers, parts: list[str]) -> None:
    text = "".join(parts)
    readings = [injection.read(t, text) for t in tokenizers]
    sentence = injection.statement(readings)
    found = {
        t.name: [id for id, special in zip(t.encoded(text, special=True).ids.tolist(),
                                           t.encoded(text, special=True).special.tolist(), strict=True) if special]
        for t in tokenizers
    }  # fmt: skip
    assert (sentence is None) == (not any(found.values()))
    if sentence is None:
        return
    assert well_formed(sentence)
    for id, name in re.findall(r"(\d+) in ([\w-]+)", bare(sentence).split(" instead")[0].split(". Encoded")[0]):
        assert found[name][0] == int(id)
    size, name, let = re.search(r"message is (\d+) tokens? in (\S+) instead of (\d+)", sentence).groups()  # type: ignore[union-attr]
    assert (int(size), int(let)) == (len(built(name).encode(text)), len(built(name).encode(text, special=True)))
    known = injection.known_statement(tokenizers)
    assert (known is None) == (not any(t.special_tokens for t in tokenizers))
    assert known is None or well_formed(known)


@given(TOKENIZERS, st.sampled_from([" the", "1234", " 1234", "sea", " sea shells", "zq", "aaaa", "鎮鎮"]) | WORDS)
@examples
def test_one_token_here_and_several_there(tokenizers, text: str) -> None:
    sentence = glitch.statement([glitch.look(t, text) for t in tokenizers])
    if sentence is None:
        return
    assert well_formed(sentence)
    one = re.findall(r"([\w-]+) \((\d+)\)", bare(sentence))
    for name, id in one:
        assert built(name).encode(text) == [int(id)]
        assert int(id) != built(name).unknown_id
    many, name = re.search(r" and (\d+) in (\S+), ·", bare(sentence)).groups()  # type: ignore[union-attr]
    assert len(built(name).encode(text)) == int(many) > 1
    if "split pattern" not in sentence:
        expression = built(name).pattern
        assert expression is None or len(glitch.split(text, expression)) == 1


@given(st.text("ab c", max_size=40), st.text("ab c", max_size=20))
@settings(max_examples=40, deadline=None)
def test_what_the_model_never_meets(first: str, second: str) -> None:
    found = glitch.mismatch(first, second)
    sentence = glitch.mismatch_statement(found)
    assert (sentence is None) == (not found.unused)
    if sentence:
        assert well_formed(sentence)
        assert f"uses {found.used + len(found.unused)} learned token" in sentence
        assert quote(max((data for data, _ in found.unused), key=len)) in sentence or len(found.unused) > 1


@given(TOKENIZERS, st.dictionaries(st.sampled_from(["CSV", "in capitals", "as it is", "binary"]), WORDS, min_size=1))
@examples
def test_formats_cost_what_it_says(tokenizers, made: dict[str, str]) -> None:
    sentence = formats.statement(formats.costs(made, tokenizers), "text")
    sizes = {t.name: [len(t.encode(text)) for text in made.values()] for t in tokenizers}
    ratios = {name: max(found) / min(found) for name, found in sizes.items() if min(found)}
    assert (sentence is None) == (max(ratios.values(), default=1) == 1)
    if sentence:
        assert well_formed(sentence)
        name, low, high = re.match(r"The same text costs (\S+) (\d+) tokens? .* and ([\d,]+) ", sentence).groups()  # type: ignore[union-attr]
        assert (int(low), int(high)) == (min(sizes[name]), max(sizes[name]))
        assert ratios[name] == max(ratios.values())
        assert sentence.endswith(f": {more(int(low), int(high))}.")


@given(TOKENIZERS, st.lists(WORDS.filter(bool), min_size=2, max_size=4, unique=True))
@examples
def test_variants_are_as_far_apart_as_it_says(tokenizers, texts: Sequence[str]) -> None:
    sentence = variants.statement(variants.compare(texts, tokenizers))
    assert sentence is not None
    assert well_formed(sentence)
    sizes = {t.name: [len(t.encode(text)) for text in texts] for t in tokenizers}
    if "cost the same" in sentence:
        assert all(len(set(found)) == 1 for found in sizes.values())
        same = any(len({tuple(t.encode(text)) for text in texts}) < len(texts) for t in tokenizers)
        assert ("though their ids differ" in sentence) == (not same)
    else:
        name = re.match(r"In (\S+) ", sentence).group(1)  # type: ignore[union-attr]
        low, high = min(sizes[name]), max(sizes[name])
        assert max(max(f) / max(min(f), 1) for f in sizes.values()) == high / max(low, 1)
        assert quote(texts[sizes[name].index(low)]) in sentence
        assert quote(texts[sizes[name].index(high)]) in sentence
