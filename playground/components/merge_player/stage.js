// A lane of chips. Chips have positions of our own reckoning, so a frame writes transforms and never asks the browser
// to measure; only the rows in view have elements.

const SIZES = [40, 34, 30, 26, 23, 20, 18, 16, 15];

class Stage {
  constructor(box, lane, labels) {
    const view = box.querySelector(".view");
    this.view = view;
    this.beyond = box.querySelector(".beyond");
    this.lane = lane;
    this.labels = labels;
    this.words = wordOf(lane);
    this.canvas = document.createElement("canvas").getContext("2d");
    this.chips = new Map();
    this.blobs = [];
    this.walls = [];
    this.paper = document.createElement("div");
    this.paper.className = "paper";
    view.replaceChildren(this.paper);
    view.onscroll = () => { this.prepared = -1; this.draw(this.p, true); };
    this.p = 0;
    this.prepared = -1;
  }

  /** Choose the largest text with which everything fits `width` x `height`; the smallest scrolls. */
  fit(width, height, family, sizes = SIZES) {
    for (const size of sizes) {
      this.style = {
        size, pad: Math.round(size * 0.32), gap: Math.max(2, Math.round(size * 0.12)),
        wall: this.lane.walls ? Math.round(size * 0.75) : 0, line: Math.round(size * (this.lane.shows_ids ? 2.6 : 2)),
      };
      this.canvas.font = `600 ${size}px ${family}`;
      this.widths = new Map();
      this.limit = Math.max(size * 4, width - this.lead());
      this.symbolWidths = this.lane.ids.map((id) => this.widthOf(id));
      this.rows = rowsOf(this.lane, this.symbolWidths, this.style, width - this.lead() - size);
      this.count = this.rows.length ? this.rows[this.rows.length - 1] + 1 : 1;
      if (this.count * this.style.line <= height) break;
    }
    this.paper.style.fontSize = `${this.style.size}px`;
    this.paper.style.height = `${this.count * this.style.line}px`;
    this.view.style.height = `${Math.min(this.count * this.style.line, height) + 2}px`;
    for (const chip of this.chips.values()) chip.place.remove();
    this.chips.clear();
    this.prepared = -1;
    this.drawWeights();
  }

  /** Room before each row, for the frequency of its word. */
  lead() {
    return this.lane.weights ? this.style.size * 2.2 : 0;
  }

  widthOf(id) {
    let width = this.widths.get(id);
    if (width === undefined) {
      width = Math.min(this.limit, Math.ceil(this.canvas.measureText(this.labels[id][0]).width) + 2 * this.style.pad);
      this.widths.set(id, width);
    }
    return width;
  }

  lay(n) {
    const tokens = tokensAt(this.lane, n);
    const widths = tokens.id.map((id) => this.widthOf(id));
    const open = this.lane.cut && n < 1 ? 0 : 1;
    // A word with its frequency keeps its rows, so that the frequency stays beside it.
    const limit = this.lane.weights ? null : this.limit;
    return { n, tokens, widths, ...place(tokens, this.rows, this.words, widths, this.style, open, limit) };
  }

  /** The rows in view, with one more on each side. */
  range() {
    const first = Math.floor(this.view.scrollTop / this.style.line) - 1;
    return [first, first + Math.ceil(this.view.clientHeight / this.style.line) + 2];
  }

  /** The first and the last row of which enough can be seen. */
  inSight() {
    const top = this.view.scrollTop / this.style.line;
    return [Math.ceil(top - 0.75), Math.floor(top + this.view.clientHeight / this.style.line - 0.5)];
  }

  /** Elements, labels and colours for the state after n steps, and the list of moves towards the next. */
  prepare(n) {
    if (this.prepared === n) return;
    const here = this.ahead && this.ahead.n === n && this.prepared === n - 1 ? this.ahead : this.lay(n);
    const there = n < this.lane.steps.length ? this.lay(n + 1) : here;
    const [top, bottom] = this.range(), [firstSeen, lastSeen] = this.inSight();
    const lead = this.lead();
    const used = new Set();
    this.moves = [];
    this.groups = [];
    // Places above and below the view: of the merge just made, and of the one to come.
    this.out = { made: [0, 0], coming: [0, 0] };
    for (let i = 0, k = 0, shift = 0; i < here.tokens.start.length; i += 1) {
      while (there.tokens.end[k] <= here.tokens.start[i]) k += 1;
      const row = here.row[i], toRow = there.row[k];
      const start = here.tokens.start[i];
      const glued = there.tokens.end[k] - there.tokens.start[k] !== here.tokens.end[i] - start;
      // The texts of the parts end up where the text of the merged chip has them: one inner margin instead of two.
      if (start === there.tokens.start[k]) shift = 0;
      const toX = there.x[k] + shift;
      shift += here.widths[i] - 2 * this.style.pad;
      const made = n > 0 && this.lastGlue(start, here.tokens.end[i]) === n;
      if (row < firstSeen || row > lastSeen) {
        const side = row < firstSeen ? 0 : 1;
        if (made) this.out.made[side] += 1;
        if (glued && start === there.tokens.start[k]) this.out.coming[side] += 1;
      }
      if ((row < top || row > bottom) && (toRow < top || toRow > bottom)) continue;
      const chip = this.chip(start, here.tokens.id[i], here.widths[i]);
      used.add(start);
      this.paint(chip, made ? "made" : "");
      const move = { chip, x: here.x[i] + lead, y: row * this.style.line, dx: toX - here.x[i], dy: (toRow - row) * this.style.line };
      chip.made = made;
      this.put(chip, move.x, move.y);
      if (move.dx || move.dy) this.moves.push(move);
      if (glued && start === there.tokens.start[k]) this.groups.push([move]);
      else if (glued && this.groups.length) this.groups[this.groups.length - 1].push(move);
    }
    for (const [start, chip] of this.chips) {
      if (!used.has(start)) { chip.place.remove(); this.chips.delete(start); }
    }
    if (this.lane.walls) this.wallMoves = this.wallsBetween(here, there, top, bottom);
    this.paper.style.height = `${Math.max(this.count, 1 + (here.row.at(-1) || 0)) * this.style.line}px`;
    this.prepared = n;
    this.ahead = there;
    this.lit = this.glued = null;
  }

  /** Say how many of the merged places cannot be seen without scrolling. */
  pointBeyond([above, below]) {
    const said = [above ? `↑ ${above.toLocaleString("en")} more` : "", below ? `↓ ${below.toLocaleString("en")} more` : ""];
    this.beyond.textContent = said.filter(Boolean).join("   ");
  }

  lastGlue(start, end) {
    let last = 0;
    for (let i = start + 1; i < end; i += 1) last = Math.max(last, this.lane.glue[i]);
    return last;
  }

  chip(start, id, width) {
    let chip = this.chips.get(start);
    if (!chip) {
      // The place moves and has hardly a style to work out anew in each frame; the chip inside it has the looks.
      chip = { el: document.createElement("span"), place: document.createElement("span"), id: null, state: null };
      chip.el.className = "chip";
      chip.place.className = "place";
      chip.place.append(chip.el);
      this.paper.append(chip.place);
      this.chips.set(start, chip);
    }
    if (chip.id !== id) {
      const [label, bytes] = this.labels[id];
      chip.id = id;
      chip.width = width;
      chip.el.textContent = label;
      chip.el.title = `${label} · id ${id} · bytes ${bytes}`;
      if (this.lane.shows_ids) chip.el.dataset.id = id;
      chip.el.style.width = `${width}px`;
      chip.el.classList.toggle("cut", width >= this.limit);
      chip.el.classList.toggle("symbol", id === this.lane.ids[start] && !this.isMerge(id));
      chip.el.style.setProperty("--colour", this.isMerge(id) ? tokenColour(id) : "var(--ground)");
    }
    return chip;
  }

  isMerge(id) {
    if (!this.merged) this.merged = new Set(this.lane.steps.map((step) => step.id));
    return this.merged.has(id);
  }

  paint(chip, state) {
    if (chip.state === state) return;
    chip.state = state;
    chip.el.dataset.state = state;
    chip.place.style.zIndex = { made: 2, pair: 2, half: 3 }[state] || "";
  }

  put(chip, x, y) {
    if (chip.x === x && chip.y === y) return;
    chip.x = x;
    chip.y = y;
    chip.place.style.transform = `translate(${x.toFixed(2)}px,${y.toFixed(2)}px)`;
  }

  draw(p, force) {
    this.p = p;
    const { n, f } = momentAt(p, this.lane.steps.length);
    if (force) this.prepared = -1;
    this.prepare(n);
    const cut = this.lane.steps[n] && this.lane.steps[n].cut;
    const lit = f >= CHOOSE && !cut;
    const g = between(f, GLUE, GLUED);
    const gluing = lit && f >= GLUE;
    const state = gluing ? "glue" : lit ? "pair" : f > 0 ? "plain" : "rest";
    if (state !== this.lit) {
      this.lit = state;
      if (state === "plain") for (const chip of this.chips.values()) this.paint(chip, "");
      if (state === "rest") for (const chip of this.chips.values()) this.paint(chip, chip.made ? "made" : "");
      if (lit) {
        for (const chip of this.chips.values()) this.paint(chip, "");
        for (const group of this.groups) {
          for (const { chip } of group) this.paint(chip, gluing && inOneRow(group) ? "half" : "pair");
        }
      }
      this.setBlobs(gluing ? this.groups.filter(inOneRow) : []);
      this.pointBeyond(lit ? this.out.coming : state === "rest" ? this.out.made : [0, 0]);
    }
    if (g !== this.glued) {
      this.glued = g;
      for (const { chip, x, y, dx, dy } of this.moves) this.put(chip, x + dx * g, y + dy * g);
      this.placeBlobs();
      if (this.lane.walls) this.placeWalls(n, g);
    }
  }

  /** The yellow ground that a pair shares while its two chips become one. */
  setBlobs(groups) {
    while (this.blobs.length < groups.length) {
      const blob = document.createElement("span");
      blob.className = "blob";
      this.paper.prepend(blob);
      this.blobs.push(blob);
    }
    this.blobs.forEach((blob, i) => { blob.hidden = i >= groups.length; });
    this.blobbed = groups;
    this.placeBlobs();
  }

  placeBlobs() {
    (this.blobbed || []).forEach((group, i) => {
      const blob = this.blobs[i], left = group[0].chip, right = group[group.length - 1].chip;
      blob.style.transform = `translate(${left.x.toFixed(2)}px,${left.y.toFixed(2)}px)`;
      blob.style.width = `${(right.x + right.width - left.x).toFixed(2)}px`;
    });
  }

  /** The frequency before each weighted word. */
  drawWeights() {
    this.paper.querySelectorAll(".weight").forEach((el) => el.remove());
    if (!this.lane.weights) return;
    let at = 0;
    this.lane.words.forEach((length, w) => {
      const el = document.createElement("span");
      el.className = "weight";
      el.textContent = `${this.lane.weights[w]} ×`;
      el.style.transform = `translate(0,${this.rows[at] * this.style.line}px)`;
      this.paper.append(el);
      at += length;
    });
  }

  /** A line in each gap between two words of a row in view, and where the next step moves it. */
  wallsBetween(here, there, top, bottom) {
    const from = this.wallsOf(here), to = this.wallsOf(there);
    return from.map((wall, i) => ({ ...wall, dx: to[i].x - wall.x })).filter(({ row }) => row >= top && row <= bottom);
  }

  wallsOf({ tokens, x, row, widths }) {
    const walls = [];
    for (let i = 1; i < tokens.start.length; i += 1) {
      const s = tokens.start[i];
      if (this.words[s] !== this.words[s - 1] && row[i] === row[i - 1]) {
        walls.push({ x: (x[i] + x[i - 1] + widths[i - 1]) / 2 + this.lead(), row: row[i] });
      }
    }
    return walls;
  }

  placeWalls(n, g) {
    this.wallMoves.forEach(({ x, row, dx }, i) => {
      if (!this.walls[i]) {
        this.walls[i] = document.createElement("span");
        this.walls[i].className = "wall";
        this.paper.append(this.walls[i]);
      }
      this.walls[i].hidden = false;
      this.walls[i].style.opacity = this.lane.cut && n < 1 ? g : 1;
      this.walls[i].style.transform = `translate(${(x + dx * g).toFixed(2)}px,${row * this.style.line}px)`;
    });
    for (let i = this.wallMoves.length; i < this.walls.length; i += 1) this.walls[i].hidden = true;
  }
}

/** Whether the parts of a token to be stand in one row, so that they can share a ground. */
function inOneRow(group) {
  return group.length > 1 && group.every(({ y }) => y === group[0].y);
}
