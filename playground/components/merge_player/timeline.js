// What the player shows at a moment: pure functions of the data and of the playhead, no document.
//
// The playhead p counts merges and is continuous: p = 12 is the state after 12 merges, between 12 and 13 the pairs are
// counted (the bars move), the winner of merge 13 is chosen (it lights up), and it is glued (the chips move).

const CHOOSE = 0.34;
// Where the playhead waits for a guess: well before the winner lights up.
const ASK = 0.33;
const GLUE = 0.55;
const GLUED = 0.95;

/** A lane's tokens after n steps: `start[i]` .. `end[i]` over the symbols, and `id[i]`. */
function tokensAt(lane, n) {
  const { ids, glue, steps } = lane;
  const start = [], end = [], id = [];
  for (let i = 0; i < ids.length; ) {
    let j = i + 1, last = 0;
    while (j < ids.length && glue[j] > 0 && glue[j] <= n) {
      if (glue[j] > last) last = glue[j];
      j += 1;
    }
    start.push(i);
    end.push(j);
    // Every merge inside a token came before the one that made the whole of it.
    id.push(last ? steps[last - 1].id : ids[i]);
    i = j;
  }
  return { start, end, id };
}

/** The same as lists of ids, one a word: what `replay(trace, n)` gives in Python. */
function wordsAt(lane, n) {
  const tokens = tokensAt(lane, n);
  const words = [];
  let place = 0, k = 0;
  for (const length of lane.words) {
    const word = [];
    place += length;
    while (k < tokens.start.length && tokens.start[k] < place) word.push(tokens.id[k++]);
    words.push(word);
  }
  return words;
}

/** Slow, fast, slow: from 0 to 1. */
function ease(t) {
  return t <= 0 ? 0 : t >= 1 ? 1 : t * t * (3 - 2 * t);
}

/** How far f lies between two moments, eased. */
function between(f, from, to) {
  return ease((f - from) / (to - from));
}

/** The part of a step: 0 at rest, 1 counting, 2 chosen, 3 gluing. */
function phaseAt(f) {
  return f <= 0 ? 0 : f < CHOOSE ? 1 : f < GLUE ? 2 : 3;
}

/** The step (from 1) that the panel speaks about at p, and the part of it; at rest the step just made. */
function momentAt(p, total) {
  const n = Math.min(Math.floor(p), total);
  const f = p - n;
  if (n >= total || f <= 0) return { n, f: 0, step: n, phase: n ? 3 : 0 };
  return { n, f, step: n + 1, phase: phaseAt(f) };
}

/** The row of each symbol, so that nothing is wider than `width`. Rows never change: the text shrinks to the left. */
function rowsOf(lane, widths, style, width) {
  const row = new Array(lane.ids.length).fill(0), breaks = new Set(lane.breaks);
  let x = 0, r = 0, place = 0;
  for (let w = 0; w < lane.words.length; w += 1) {
    const length = lane.words[w];
    let whole = 0;
    for (let i = place; i < place + length; i += 1) whole += widths[i] + style.gap;
    if (x > 0 && x + whole > width && (whole <= width || x > width / 2)) { x = 0; r += 1; }
    for (let i = place; i < place + length; i += 1) {
      if (x > 0 && x + widths[i] > width) { x = 0; r += 1; }
      row[i] = r;
      x += widths[i] + style.gap;
      if (breaks.has(i)) { x = 0; r += 1; }
    }
    place += length;
    if (x > 0) x += style.wall;
  }
  return row;
}

/** The number of the word of each symbol. */
function wordOf(lane) {
  return lane.words.flatMap((length, w) => new Array(length).fill(w));
}

/**
 * Where each token stands: `x[i]` and `row[i]`; `open` (0 to 1) is how far the walls between words are open.
 *
 * A token is in the row of its first symbol, so that hardly anything changes rows. Where it does not fit there because
 * it reaches over the end of that row, it starts a line, and what follows it follows it there. Rows that became empty
 * close up. With `limit` null every row stays where it was.
 */
function place(tokens, rows, words, widths, style, open, limit) {
  const x = [], row = [];
  let at = 0, current = -1, word = -1, line = -1;
  for (let i = 0; i < tokens.start.length; i += 1) {
    const s = tokens.start[i];
    if (rows[s] !== current) { current = rows[s]; line = limit === null ? current : line + 1; at = 0; word = words[s]; }
    if (words[s] !== word) { word = words[s]; at += style.wall * open; }
    if (limit !== null && at > 0 && at + widths[i] > limit) { current = rows[tokens.end[i] - 1]; line += 1; at = 0; }
    x.push(at);
    row.push(line);
    at += widths[i] + style.gap;
  }
  return { x, row };
}

/** The pairs that decided step `n` (from 1), with their scores: before the first step those of the first. */
function standing(lane, n) {
  const step = lane.steps[Math.max(0, n - 1)];
  return step ? step.best : [];
}

/** The bars while standing `from` turns into `to`: t from 0 to 1. Each: key, left, right, score, y (rank), size. */
function barsAt(from, to, t, sizeOf) {
  const bars = new Map();
  const key = ([left, right]) => `${left},${right}`;
  const below = Math.max(from.length, to.length, 1);
  from.forEach((c, i) => bars.set(key(c), { from: i, to: below + 1, a: c[2], b: c[2], sa: sizeOf(c[2], from), sb: 0, pair: c }));
  to.forEach((c, i) => {
    const old = bars.get(key(c));
    if (old) Object.assign(old, { to: i, b: c[2], sb: sizeOf(c[2], to) });
    else bars.set(key(c), { from: below + 1, to: i, a: c[2], b: c[2], sa: 0, sb: sizeOf(c[2], to), pair: c });
  });
  return [...bars].map(([k, b]) => ({
    key: k,
    left: b.pair[0],
    right: b.pair[1],
    score: Math.round(b.a + (b.b - b.a) * t),
    y: b.from + (b.to - b.from) * t,
    size: b.sa + (b.sb - b.sa) * t,
    shown: (b.from > below ? 0 : 1) + ((b.to > below ? 0 : 1) - (b.from > below ? 0 : 1)) * t,
  }));
}

/** The length of a bar, 0 to 1, beside the others shown: of a count, high is good; of a rank, low is good. */
function barSize(kind) {
  if (kind === "encoding") return (rank, all) => (Math.min(...all.map((c) => c[2])) + 1) / (rank + 1);
  return (count, all) => count / Math.max(1, ...all.map((c) => c[2]));
}

/** Points of a curve for an svg polyline in a box of 100 by 100, the largest value on top. */
function curve(values, top) {
  const last = Math.max(1, values.length - 1);
  return values.map((v, i) => `${((i / last) * 100).toFixed(2)},${(100 - (v / top) * 100).toFixed(2)}`).join(" ");
}

/** The value of a list at a fractional index. */
function valueAt(values, p) {
  const n = Math.min(Math.floor(p), values.length - 1);
  const next = Math.min(n + 1, values.length - 1);
  return values[n] + (values[next] - values[n]) * (p - n);
}

/** Four pairs to guess from, the winner among them, in an order that says nothing; [] where ties leave no choice. */
function candidates(step) {
  const best = step.best;
  if (best.length < 2) return [];
  const rest = best.slice(1).filter((c) => c[2] !== best[0][2]).slice(0, 3);
  if (!rest.length) return [];
  return [best[0], ...rest].sort((a, b) => scramble(a) - scramble(b));
}

function scramble([left, right]) {
  return (left * 7919 + right * 104729) % 997;
}
