// What is said of one token: the two lines under the view, and what a screen reader hears.

/** What is said of token t, in words. */
function factsOf(paneView, t) {
  const { pane } = paneView;
  const bytes = tokenBytes(pane, t);
  const whole = isWhole(pane, t);
  const touched = touchedText(pane, t);
  const start = pane.tokenStart[t];
  const end = pane.tokenEnd[t];
  const times = paneView.occurrencesOf(t);
  const number = (n) => n.toLocaleString("en");
  const text = bytes.length ? `“${spokenText(touched, paneView.view.names)}”` : pane.labels?.[t] ?? "no text";
  return {
    id: pane.ids[t],
    place: `Token ${number(t + 1)} of ${number(pane.n)}`,
    text,
    part: bytes.length && !whole ? partName(pane, t) : "",
    hex: hex(bytes.subarray(0, 40)) + (bytes.length > 40 ? " …" : ""),
    size: bytes.length,
    points: whole && bytes.length ? Array.from(touched).slice(0, 24).map(point).join(" ") : "",
    where: start === end ? "" : `${stretch("byte", start, end)}, ${stretch("character", ...characterRange(pane, t))}`,
    times: times === 1 ? "once in this text" : `${number(times)} times in this text`,
    special: pane.specials.has(t),
  };
}

/** Positions in words, counted from 1. */
function stretch(what, start, end) {
  const number = (n) => n.toLocaleString("en");
  return end - start === 1 ? `${what} ${number(end)}` : `${what}s ${number(start + 1)} to ${number(end)}`;
}

/** The code points that token t has bytes of: first, and one after the last. */
function characterRange(pane, t) {
  const from = pane.firstCell(t);
  const to = pane.lastCell(t);
  if (isWhole(pane, t)) return [pane.cellPoint[from], pane.cellPoint[to + 1]];
  const text = pane.text.slice(pane.cellStart[from], pane.cellStart[to + 1]);
  let [byte, at] = [pane.cellByte[from], pane.cellPoint[from]];
  let [first, last] = [null, at];
  for (const character of text) {
    const size = utf8Length(character, 0, character.length);
    if (byte + size > pane.tokenStart[t] && byte < pane.tokenEnd[t]) {
      first ??= at;
      last = at + 1;
    }
    byte += size;
    at += 1;
  }
  return [first ?? at, last];
}

const point = (character) => `U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}`;

function spokenText(text, names) {
  const whole = Array.from(text);
  const short = whole.length > 60 ? `${whole.slice(0, 60).join("")}…` : text;
  return glyphs(short, names)
    .map((part) => ({ text: part.text, space: "␣", tab: "⇥", newline: "↵" })[part.kind] ?? `[${part.name}]`)
    .join("");
}
