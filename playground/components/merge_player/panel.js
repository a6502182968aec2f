// The panel beside the chips: bars that overtake each other, and the curves of length and of bytes per token.

class Bars {
  constructor(box, kind, labels) {
    this.box = box;
    this.labels = labels;
    this.sizeOf = barSize(kind);
    this.bars = new Map();
    box.replaceChildren();
  }

  draw(from, to, t, winner) {
    if (this.from === from && this.to === to && this.t === t && this.winner === winner) return;
    Object.assign(this, { from, to, t, winner });
    const seen = new Set();
    for (const bar of barsAt(from, to, t, this.sizeOf)) {
      seen.add(bar.key);
      const el = this.bars.get(bar.key) || this.create(bar);
      el.row.style.transform = `translateY(${(bar.y * 100).toFixed(1)}%)`;
      if (el.shown !== bar.shown) el.row.style.opacity = (el.shown = bar.shown).toFixed(2);
      el.fill.style.transform = `scaleX(${bar.size.toFixed(4)})`;
      const score = bar.score.toLocaleString("en");
      if (el.score.textContent !== score) el.score.textContent = score;
      el.row.classList.toggle("winner", winner !== null && bar.key === winner);
    }
    for (const [key, el] of this.bars) {
      if (!seen.has(key)) { el.row.remove(); this.bars.delete(key); }
    }
  }

  /** The same in words, for those who do not see the bars. */
  describe(title, standing) {
    const named = standing.map(([left, right, score]) => `${this.labels[left][0]} + ${this.labels[right][0]} ${score}`);
    this.box.setAttribute("aria-label", `${title}: ${named.join(", ")}`);
  }

  create({ key, left, right }) {
    const row = document.createElement("div"), pair = pairOf(this.labels, left, right);
    const track = document.createElement("span"), fill = document.createElement("i"), score = document.createElement("b");
    row.className = "bar";
    row.title = `${this.labels[left][0]} + ${this.labels[right][0]}`;
    track.className = "track";
    track.append(fill);
    row.append(pair, track, score);
    this.box.append(row);
    const el = { row, fill, score };
    this.bars.set(key, el);
    return el;
  }
}

/** Two small chips side by side. */
function pairOf(labels, ...ids) {
  const pair = document.createElement("span");
  pair.className = "pair";
  for (const id of ids) {
    const chip = document.createElement("bdi");
    chip.textContent = labels[id][0];
    pair.append(chip);
  }
  return pair;
}

class Curves {
  constructor(box, lengths, size) {
    this.$ = (name) => box.querySelector(name);
    this.lengths = lengths;
    this.ratios = lengths.map((length) => (length ? size / length : 0));
    this.tops = [Math.max(1, ...lengths), Math.max(1, ...this.ratios) * 1.05];
    this.$("polyline.down").setAttribute("points", curve(lengths, this.tops[0]));
    this.$("polyline.up").setAttribute("points", curve(this.ratios, this.tops[1]));
  }

  /** `rest` is the playhead as far as merges have been carried out: it waits while pairs are counted, and at the end. */
  draw(rest) {
    rest = Math.min(rest, this.lengths.length - 1);
    if (this.rest === rest) return;
    this.rest = rest;
    const across = (rest / Math.max(1, this.lengths.length - 1)) * 100;
    this.$(".hand").style.left = `${across}%`;
    [[".dot.down", this.lengths, 0], [".dot.up", this.ratios, 1]].forEach(([name, values, i]) => {
      this.$(name).style.left = `${across}%`;
      this.$(name).style.top = `${100 - (valueAt(values, rest) / this.tops[i]) * 100}%`;
    });
    this.$(".tokens").textContent = Math.round(valueAt(this.lengths, rest)).toLocaleString("en");
    this.$(".ratio").textContent = valueAt(this.ratios, rest).toFixed(2);
  }
}
