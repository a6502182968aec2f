// One pane: a scrolling box in which only the lines in view exist.

const LINE = 30;
const OVERSCAN = 8;
const TALLEST = 12_000_000; // pixels; browsers do not hold much taller elements

class PaneView {
  constructor(view, index) {
    this.view = view;
    this.index = index;
    const make = (tag, name, parent) => {
      const element = document.createElement(tag);
      element.className = name;
      parent?.append(element);
      return element;
    };
    this.section = make("section", "pane");
    this.header = make("header", "", this.section);
    this.name = make("span", "name", this.header);
    this.count = make("span", "count", this.header);
    this.scroll = make("div", "scroll", this.section);
    this.scroll.tabIndex = 0;
    this.scroll.setAttribute("role", "listbox");
    this.scroll.setAttribute("aria-orientation", "horizontal");
    this.hint = make("div", "hint", this.scroll);
    this.sizer = make("div", "sizer", this.scroll);
    this.lines = make("div", "lines", this.sizer);
    this.lines.setAttribute("aria-hidden", "true");
    // Two elements that take turns, so that a screen reader notices each move.
    this.options = [0, 1].map((n) => {
      const option = make("div", "unseen", this.scroll);
      option.id = `token-${index}-${n}`;
      option.setAttribute("role", "option");
      return option;
    });
    this.drawn = new Map();
    this.scroll.onscroll = () => this.scrolled();
  }

  /** New data or new options: lay out again, keep the place. */
  set(pane, single) {
    this.pane = pane;
    this.occurrences = null;
    this.header.hidden = single;
    this.name.textContent = pane.name;
    this.count.textContent = `${pane.n.toLocaleString("en")} tokens`;
    this.hint.textContent = pane.n ? "" : "No text yet: nothing to cut, 0 tokens.";
    this.hint.hidden = pane.n > 0;
    this.scroll.setAttribute("aria-label", `${pane.n.toLocaleString("en")} tokens of ${pane.name}. Arrow keys move, Enter pins.`);
    this.relayout();
  }

  relayout() {
    const { options, ruler } = this.view;
    const width = Math.max(this.scroll.clientWidth - 26, 80);
    this.width = width;
    if (options.view === "lines") this.layout = new ListLayout(this.pane);
    else if (options.view === "ids") this.layout = new TokenLayout(this.pane, ruler.small, width, options.wrap, writeId);
    else if (options.view === "bytes") this.layout = new TokenLayout(this.pane, ruler.small, width, options.wrap, writeBytes);
    else this.layout = new TextLayout(this.pane, ruler.text, width, options.wrap);
    this.clear();
    this.layout.advance(this.firstLine() + 80, 200);
    this.fit();
    this.render();
    this.later();
  }

  /** Lay out the rest while nothing else happens. */
  later() {
    const layout = this.layout;
    const step = () => {
      if (this.layout !== layout || !this.scroll.isConnected) return;
      layout.advance(Infinity, 8);
      this.fit();
      this.render();
      if (!layout.done) setTimeout(step, 4);
      else this.view.paneDone();
    };
    if (layout.done) this.view.paneDone();
    else setTimeout(step, 30);
  }

  fit() {
    const { options, height } = this.view;
    const total = this.layout.expected * LINE;
    this.tall = Math.min(total, TALLEST);
    this.total = total;
    this.sizer.style.height = `${this.tall}px`;
    this.sizer.style.width = options.wrap || options.view === "lines" ? "" : `${Math.max(this.layout.widest, this.width)}px`;
    this.scroll.style.height = `${height === "content" ? Math.min(Math.max(total, LINE) + 18, 480) : height}px`;
    this.scroll.style.setProperty("--rows", this.layout.expected);
  }

  /** What of all lines is at the top, in pixels. */
  top() {
    const room = this.scroll.clientHeight;
    if (this.total <= this.tall) return this.scroll.scrollTop;
    return (this.scroll.scrollTop * (this.total - room)) / Math.max(this.tall - room, 1);
  }

  firstLine() {
    return this.total ? Math.floor(this.top() / LINE) : 0;
  }

  scrolled() {
    if (this.layout) this.layout.advance(this.firstLine() + 80, 50);
    this.render();
    this.view.follow(this);
  }

  clear() {
    this.drawn.clear();
    this.lines.replaceChildren();
  }

  render() {
    const { layout } = this;
    const top = this.top();
    const shift = this.scroll.scrollTop - top;
    const last = Math.min(layout.lines - 1, Math.ceil((top + this.scroll.clientHeight) / LINE) + OVERSCAN);
    const first = Math.min(Math.max(0, Math.floor(top / LINE) - OVERSCAN), Math.max(last, 0));
    const keep = this.view.selectedLines(this);
    for (const [line, element] of this.drawn) {
      const growing = line === this.lastComplete;
      if (((line < first || line > last) && !keep.includes(line)) || growing) {
        element.remove();
        this.drawn.delete(line);
      }
    }
    this.lastComplete = layout.done ? -1 : layout.lines - 1;
    let after = null;
    const existing = [...this.drawn.keys()].sort((a, b) => a - b);
    for (let line = first; line <= last; line++) {
      let element = this.drawn.get(line);
      if (!element) {
        element = this.draw(line);
        this.drawn.set(line, element);
        if (after) after.after(element);
        else {
          const next = existing.find((other) => other > line);
          if (next === undefined) this.lines.append(element);
          else this.drawn.get(next).before(element);
        }
      }
      element.style.top = `${line * LINE + shift}px`;
      after = element;
    }
    this.view.mark(this);
  }

  draw(line) {
    const { view } = this.view.options;
    const element = document.createElement("div");
    element.className = "line";
    element.dataset.line = line;
    if (view === "text") drawText(element, this, line);
    else if (view === "lines") drawRow(element, this, line);
    else drawTokens(element, this, line);
    return element;
  }

  /** The line that holds token t. */
  lineOfToken(t) {
    const { layout, pane } = this;
    if (layout instanceof ListLayout) return t;
    if (layout instanceof TokenLayout) {
      while (!layout.done && layout.token <= t) layout.advance(Infinity, 100);
      return findLast(layout.lineStart, layout.lines, t);
    }
    const cell = pane.firstCell(t);
    while (!layout.done && layout.cell <= cell) layout.advance(Infinity, 100);
    const at = pane.cellStart[cell];
    let line = findLast(layout.lineStart, layout.lines, at);
    // A token without text stands at the end of a line rather than at the start of the next, or the other way round.
    while (line > 0 && layout.lineCell[line] > cell) line--;
    return line;
  }

  /** The line in which position `at` (UTF-16 units) stands. */
  lineOfUnit(at) {
    const { pane, layout } = this;
    if (!(layout instanceof TextLayout)) return pane.n ? this.lineOfToken(this.tokenAtByte(this.byteOfUnit(at))) : 0;
    while (!layout.done && pane.cellStart[layout.cell] <= at) layout.advance(Infinity, 100);
    return findLast(layout.lineStart, layout.lines, at);
  }

  byteOfUnit(at) {
    const { pane } = this;
    if (!pane.cells) return 0;
    const cell = findLast(pane.cellStart, pane.cells, at);
    return pane.plain ? at : pane.cellByte[cell] + utf8Length(pane.text, pane.cellStart[cell], at);
  }

  /** The last token that starts at or before a byte. */
  tokenAtByte(byte) {
    return findLast(this.pane.tokenStart, this.pane.n, byte);
  }

  byteOfLine(line) {
    const { layout, pane } = this;
    if (!pane.n) return 0;
    if (layout instanceof TextLayout) return this.byteOfUnit(layout.lineStart[Math.min(line, layout.lines - 1)]);
    const token = layout instanceof ListLayout ? line : layout.lineStart[Math.min(line, layout.lines - 1)];
    return pane.tokenStart[Math.min(token, pane.n - 1)];
  }

  scrollToLine(line, where = "nearest") {
    this.fit();
    const room = this.scroll.clientHeight;
    const y = line * LINE;
    const top = this.top();
    let target = top;
    if (where === "top") target = y;
    else if (y < top + 4) target = y - LINE;
    else if (y + LINE > top + room - 20) target = y - room + 3 * LINE;
    if (target === top) return;
    const scale = this.total > this.tall ? (this.tall - room) / (this.total - room) : 1;
    this.scroll.scrollTop = Math.max(0, target * scale);
    this.render();
  }

  /** How often a token's id occurs in this text. */
  occurrencesOf(t) {
    if (!this.occurrences) {
      this.occurrences = new Map();
      for (const id of this.pane.ids) this.occurrences.set(id, (this.occurrences.get(id) ?? 0) + 1);
    }
    return this.occurrences.get(this.pane.ids[t]);
  }
}

const writeId = (pane, t) => String(pane.ids[t]);
const writeBytes = (pane, t) => hex(tokenBytes(pane, t)) || pane.labels?.[t] || "–";

function drawText(element, paneView, line) {
  const { pane, layout, view } = paneView;
  const from = layout.lineStart[line];
  const lastLine = line + 1 >= layout.lines;
  const to = lastLine ? pane.cellStart[layout.cell] : layout.lineStart[line + 1];
  const lastCell = lastLine ? layout.cell - 1 : layout.lineCell[line + 1];
  const base = pane.text.length === 0 || pane.plain ? "ltr" : paragraphDirection(pane.text, from);
  if (base === "rtl") element.dir = "rtl";
  const drawn = [];
  for (let c = layout.lineCell[line]; c <= lastCell; c++) {
    const start = Math.max(pane.cellStart[c], from);
    const end = Math.min(pane.cellStart[c + 1], to);
    const empty = pane.cellStart[c] === pane.cellStart[c + 1];
    if (empty ? c === lastCell && !lastLine : start >= end) continue;
    const cell = drawCell(paneView, c, start, end);
    drawn.push({ cell, direction: pane.plain ? "" : directionOf(pane.text.slice(start, end)) });
  }
  // Neighbours that run against the paragraph are kept together and laid out in their own direction.
  for (let i = 0; i < drawn.length; ) {
    let stop = i + 1;
    if (drawn[i].direction && drawn[i].direction !== base) {
      for (let j = i + 1; j < drawn.length && drawn[j].direction !== base; j++) if (drawn[j].direction) stop = j + 1;
    }
    if (stop > i + 1) {
      const run = document.createElement("span");
      run.className = "run";
      run.dir = drawn[i].direction;
      for (; i < stop; i++) run.append(drawn[i].cell);
      element.append(run);
    } else {
      element.append(drawn[i++].cell);
    }
  }
  if (pane.chunkEnds) underline(pane, element);
}

/** Brackets under the pieces of the split pattern. */
function underline(pane, element) {
  for (const cell of element.querySelectorAll(".cell[data-s]")) {
    const start = Number(cell.dataset.s);
    const end = start + cell.textContent.length;
    if (start === end) continue;
    const bracket = document.createElement("i");
    bracket.className = "chunk";
    if (start === 0 || isChunkEnd(pane, start)) bracket.classList.add("from");
    if (isChunkEnd(pane, end)) bracket.classList.add("to");
    cell.append(bracket);
  }
}

function isChunkEnd(pane, at) {
  return pane.chunkEnds.length > 0 && pane.chunkEnds[findLast(pane.chunkEnds, pane.chunkEnds.length, at)] === at;
}

function drawCell(paneView, c, start, end) {
  const { pane, view } = paneView;
  const first = pane.cellFirst(c);
  const last = pane.cellLast(c);
  const cell = document.createElement("span");
  cell.className = "cell";
  cell.dataset.s = start;
  const text = pane.text.slice(start, end);
  if (first === last) {
    cell.classList.add("gap");
    fill(cell, text, view.names);
    return cell;
  }
  if (pane.firstCell(first) === c && start === pane.cellStart[c]) {
    cell.classList.add("start");
    if (pane.differing?.has(first)) cell.classList.add("differs");
  }
  if (pane.lastCell(last - 1) === c && end === pane.cellStart[c + 1]) cell.classList.add("end");
  if (typeof pane.cut === "number" && start >= pane.cut) cell.classList.add("beyond");
  if (last - first === 1) {
    cell.dataset.t = first;
    cell.style.setProperty("--c", view.colour(paneView, first));
    if (pane.specials.has(first)) cell.classList.add("special");
    if (start === end) {
      const label = document.createElement("span");
      label.className = "mark";
      label.dataset.name = pane.labels?.[first] ?? "∅";
      cell.append(label);
    } else {
      fill(cell, text, view.names);
    }
    if (!pane.plain) {
      if (joins(text, pane.text[end])) cell.classList.add("jn");
      if (start > 0 && joins(pane.text.slice(Math.max(0, start - 4), start), text)) cell.classList.add("jp");
    }
    return cell;
  }
  const parts = last - first;
  cell.classList.add("split");
  cell.style.minWidth = `${parts * SLOT}px`;
  for (let t = first; t < last; t++) {
    const slot = document.createElement("i");
    slot.className = t === first ? "slot head" : "slot";
    slot.dataset.t = t;
    slot.style.insetInlineStart = `${((t - first) * 100) / parts}%`;
    slot.style.width = `${100 / parts}%`;
    slot.style.setProperty("--c", view.colour(paneView, t));
    cell.append(slot);
  }
  const glyph = document.createElement("span");
  glyph.className = "glyph";
  fill(glyph, text, view.names);
  cell.append(glyph);
  return cell;
}

function drawTokens(element, paneView, line) {
  const { layout, pane, view } = paneView;
  const stop = line + 1 < layout.lines ? layout.lineStart[line + 1] : layout.token;
  for (let t = layout.lineStart[line]; t < stop; t++) {
    const piece = document.createElement("span");
    piece.className = "piece";
    piece.dataset.t = t;
    piece.style.setProperty("--c", view.colour(paneView, t));
    piece.textContent = layout.write(pane, t);
    if (isBeyond(pane, t)) piece.classList.add("beyond");
    element.append(piece);
  }
}

/** Does the limit leave this token out? */
function isBeyond(pane, t) {
  return typeof pane.cut === "number" && pane.cellStart[pane.lastCell(t) + 1] > pane.cut;
}

function drawRow(element, paneView, t) {
  const { pane, view } = paneView;
  element.classList.add("row");
  if (isBeyond(pane, t)) element.classList.add("beyond");
  element.dataset.t = t;
  const add = (name, text) => {
    const span = document.createElement("span");
    span.className = name;
    if (text !== undefined) span.textContent = text;
    element.append(span);
    return span;
  };
  add("number", (t + 1).toLocaleString("en"));
  add("id", String(pane.ids[t]));
  const box = add("text");
  const chip = document.createElement("span");
  chip.className = "cell start end";
  chip.style.setProperty("--c", view.colour(paneView, t));
  const empty = pane.tokenStart[t] === pane.tokenEnd[t];
  if (empty) {
    const label = document.createElement("span");
    label.className = "mark";
    label.dataset.name = pane.labels?.[t] ?? "∅";
    chip.append(label);
  } else if (isWhole(pane, t)) fill(chip, touchedText(pane, t), view.names);
  else chip.textContent = partName(pane, t);
  box.append(chip);
  add("hex", hex(tokenBytes(pane, t)));
}

/** For a token that has part of a character: what it is, e.g. `2/3 of 鎮`. */
function partName(pane, t) {
  const names = [];
  for (let c = pane.firstCell(t); c <= pane.lastCell(t); c++) {
    const text = pane.text.slice(pane.cellStart[c], pane.cellStart[c + 1]);
    const parts = pane.cellLast(c) - pane.cellFirst(c);
    names.push(parts > 1 ? `${t - pane.cellFirst(c) + 1}/${parts} of ${text}` : text);
  }
  return names.join(" + ");
}
