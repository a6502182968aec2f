// How a line looks: cells of text, pieces with ids or bytes, rows of a list.

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
  cell.style.minWidth = `${paneView.layout.slots(parts)}px`;
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
