// Where lines break: computed from measured widths before anything is drawn, so that only lines in view need a DOM.

/** Measures text in the fonts of the view. Equal strings are measured once. */
class Ruler {
  constructor(font, markFont) {
    this.context = document.createElement("canvas").getContext("2d");
    this.font = font;
    this.markFont = markFont;
    this.cache = new Map();
    this.names = {};
    const width = (text) => ((this.context.font = font), this.context.measureText(text).width);
    this.unit = width("0");
    this.fixed = Math.abs(width("i".repeat(20)) - width("W".repeat(20))) < 0.01;
  }

  width(text) {
    if (this.fixed && PRINTABLE.test(text)) return text.length * this.unit;
    let width = this.cache.get(text);
    if (width === undefined) {
      width = this.measure(text);
      if (this.cache.size > 200000) this.cache.clear();
      this.cache.set(text, width);
    }
    return width;
  }

  measure(text) {
    let width = 0;
    for (const part of glyphs(text, this.names)) {
      if (part.kind === "tab") width += TAB_UNITS * this.unit;
      else if (part.kind === "newline") width += NEWLINE_UNITS * this.unit;
      else if (part.kind === "mark") {
        this.context.font = this.markFont;
        width += this.context.measureText(part.name).width + 10;
      } else {
        this.context.font = this.font;
        width += this.context.measureText(part.text).width;
      }
    }
    return width;
  }
}

const PRINTABLE = /^[ -~]*$/;
const TAB_UNITS = 3;
const NEWLINE_UNITS = 1.4;
const EDGE = 2; // between two tokens, in pixels (margin and border of both)
const SLOT = 9; // the least width of a token's part of a character
const LONGEST_LINE = 4000; // UTF-16 units in a line that is not wrapped

/**
 * The lines of a pane in its text view. `lineStart[l]` is where line l starts in the text (UTF-16 units), `lineCell[l]`
 * the cell it starts in. It works in steps, so that the first lines can be drawn before the last ones are known.
 */
class TextLayout {
  constructor(pane, ruler, width, wrap) {
    Object.assign(this, { pane, ruler, width, wrap });
    this.lineStart = [0];
    this.lineCell = [0];
    this.cell = 0;
    this.x = 0;
    this.widest = 0;
    this.broken = false;
    this.nextNewline = pane.text.indexOf("\n");
    this.done = pane.cells === 0;
  }

  get lines() {
    return this.lineStart.length;
  }

  /** What is known, or expected, of the number of lines. */
  get expected() {
    if (this.done || this.cell === 0) return this.lines;
    return Math.ceil((this.lines * this.pane.cells) / this.cell);
  }

  /** The least width of a character of so many tokens: a line can hold it, however many they are. */
  slots(tokens) {
    return this.wrap ? Math.min(tokens * SLOT, this.width - EDGE) : tokens * SLOT;
  }

  newLine(cell, at) {
    this.widest = Math.max(this.widest, this.x);
    this.lineStart.push(at);
    this.lineCell.push(cell);
    this.x = 0;
  }

  /** Lay out cells until `lines` lines are complete or `milliseconds` are over. */
  advance(lines, milliseconds = Infinity) {
    const { pane, ruler } = this;
    const { text, cellStart } = pane;
    const stop = performance.now() + milliseconds;
    while (this.cell < pane.cells) {
      if ((this.cell & 1023) === 0 && performance.now() > stop) return;
      if (this.lines > lines) return;
      const c = this.cell++;
      const end = cellStart[c + 1];
      let at = cellStart[c];
      const tokens = pane.cellLast(c) - pane.cellFirst(c);
      if (at === end) {
        this.place(c, at, ruler.width(pane.labels?.[pane.cellFirst(c)] ?? "") + EDGE);
        continue;
      }
      while (at < end) {
        if (this.nextNewline >= 0 && this.nextNewline < at) this.nextNewline = text.indexOf("\n", at);
        const newline = this.nextNewline >= 0 && this.nextNewline < end;
        const stopAt = newline ? this.nextNewline + 1 : end;
        const piece = text.slice(at, stopAt);
        let width = ruler.width(piece);
        if (tokens > 1) width = Math.max(width, this.slots(tokens));
        if (width + EDGE > this.width && this.wrap) this.placeLong(c, at, stopAt);
        else this.place(c, at, width + EDGE, newline && stopAt === at + 1);
        if (newline) this.newLine(c, stopAt);
        at = stopAt;
      }
    }
    this.widest = Math.max(this.widest, this.x);
    this.done = true;
  }

  place(cell, at, width, hangs = false) {
    const start = this.lineStart[this.lines - 1];
    // The glyph of a line end may hang over the edge rather than stand on a line of its own.
    const full = !hangs && (this.wrap ? this.x + width > this.width : at - start > LONGEST_LINE);
    if (full && this.x > 0) {
      if (!this.wrap) this.broken = true;
      this.newLine(cell, at);
    }
    this.x += width;
  }

  /** A cell that is wider than a line: break it between characters. */
  placeLong(cell, at, end) {
    if (this.x > 0) this.newLine(cell, at);
    for (const { segment, index } of graphemes.segment(this.pane.text.slice(at, end))) {
      const width = this.ruler.width(segment);
      if (this.x + width + EDGE > this.width && this.x > 0) this.newLine(cell, at + index);
      this.x += width;
    }
    this.x += EDGE;
  }
}

/** The lines of the views that write one thing for each token (ids, bytes). Lines break after a token with a line end. */
class TokenLayout {
  constructor(pane, ruler, width, wrap, write) {
    Object.assign(this, { pane, ruler, width, wrap, write });
    this.lineStart = [0];
    this.token = 0;
    this.x = 0;
    this.widest = 0;
    this.broken = false;
    this.done = pane.n === 0;
  }

  get lines() {
    return this.lineStart.length;
  }

  get expected() {
    if (this.done || this.token === 0) return this.lines;
    return Math.ceil((this.lines * this.pane.n) / this.token);
  }

  advance(lines, milliseconds = Infinity) {
    const stop = performance.now() + milliseconds;
    const { pane } = this;
    while (this.token < pane.n) {
      if ((this.token & 1023) === 0 && performance.now() > stop) return;
      if (this.lines > lines) return;
      const t = this.token++;
      const width = Math.min(this.ruler.width(this.write(pane, t)) + 14, Math.max(this.width, 60));
      const start = this.lineStart[this.lines - 1];
      const full = this.wrap ? this.x + width > this.width : t - start >= 1000;
      if (full && this.x > 0) {
        if (!this.wrap) this.broken = true;
        this.widest = Math.max(this.widest, this.x);
        this.lineStart.push(t);
        this.x = 0;
      }
      this.x += width;
      const lastUnit = pane.text.charCodeAt(pane.cellStart[pane.lastCell(t) + 1] - 1);
      if (lastUnit === 10 && t + 1 < pane.n && pane.tokenStart[t] < pane.tokenEnd[t]) {
        this.widest = Math.max(this.widest, this.x);
        this.lineStart.push(t + 1);
        this.x = 0;
      }
    }
    this.widest = Math.max(this.widest, this.x);
    this.done = true;
  }
}

/** One token a line: nothing to compute. */
class ListLayout {
  constructor(pane) {
    this.pane = pane;
    this.widest = 0;
    this.broken = false;
    this.done = true;
  }

  get lines() {
    return this.pane.n;
  }

  get expected() {
    return this.pane.n;
  }

  advance() {}
}
