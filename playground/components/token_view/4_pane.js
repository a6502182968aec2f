// One pane: a scrolling box in which only the lines in view exist.

const LINE = 30;
const NEAR = 1; // lines above and below those in view that are drawn at once
const OVERSCAN = 8; // and a moment later, so that scrolling finds them there
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
      option.hidden = true;
      return option;
    });
    this.drawn = new Map();
    this.scroll.onscroll = () => this.scrolled();
  }

  /** New data: lay it out and keep the place. It is not drawn yet: the place may have to change with the text. */
  set(pane, single) {
    this.pane = pane;
    this.occurrences = null;
    this.header.hidden = single;
    this.name.textContent = pane.name;
    this.count.textContent = `${pane.n.toLocaleString("en")} tokens`;
    this.hint.textContent = pane.n ? "" : "No text yet: nothing to cut, 0 tokens.";
    this.hint.hidden = pane.n > 0;
    this.scroll.setAttribute("aria-label", `${pane.n.toLocaleString("en")} tokens of ${pane.name}. Arrow keys move, Enter pins.`);
    this.lay();
  }

  relayout() {
    this.lay();
    this.render();
  }

  lay() {
    const { options, ruler } = this.view;
    const width = Math.max(this.scroll.clientWidth - 26, 80);
    this.width = width;
    if (options.view === "lines") this.layout = new ListLayout(this.pane);
    else if (options.view === "ids") this.layout = new TokenLayout(this.pane, ruler.small, width, options.wrap, writeId);
    else if (options.view === "bytes") this.layout = new TokenLayout(this.pane, ruler.small, width, options.wrap, writeBytes);
    else this.layout = new TextLayout(this.pane, ruler.text, width, options.wrap);
    this.clear();
    this.margin = NEAR;
    this.layout.advance(this.firstLine() + 80, 200);
    this.fit();
    this.later();
  }

  /** Lay out the rest, and draw what is near, while nothing else happens. */
  later() {
    const layout = this.layout;
    const step = () => {
      if (this.layout !== layout || !this.scroll.isConnected) return;
      this.margin = OVERSCAN;
      layout.advance(Infinity, 8);
      this.fit();
      this.render();
      if (!layout.done) setTimeout(step, 4);
      else this.view.paneDone();
    };
    setTimeout(step, 30);
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
    const last = Math.min(layout.lines - 1, Math.ceil((top + this.scroll.clientHeight) / LINE) + this.margin);
    const first = Math.min(Math.max(0, Math.floor(top / LINE) - this.margin), Math.max(last, 0));
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
