// What is selected, as positions in the text instead of places in the DOM.

function nativeSelection(root) {
  return root.getSelection ? root.getSelection() : document.getSelection();
}

/** {pane, start, end, length} in UTF-16 units of the pane's text, or null where nothing is selected. */
function readSelection(view) {
  const selection = nativeSelection(view.root);
  if (!selection || selection.isCollapsed || !selection.anchorNode) return null;
  const paneView = view.panes.find((p) => p.lines.contains(selection.anchorNode) && p.lines.contains(selection.focusNode));
  if (!paneView) return null;
  const ends = [
    unitAt(paneView, selection.anchorNode, selection.anchorOffset),
    unitAt(paneView, selection.focusNode, selection.focusOffset),
  ];
  if (ends[0] === null || ends[1] === null) return null;
  // In the views that show no text, the whole of each token that is touched counts.
  const start = Math.min(...ends.map((e) => e.low));
  const end = Math.max(...ends.map((e) => e.high));
  return start < end ? { pane: paneView.index, start, end, length: paneView.pane.text.length } : null;
}

function unitAt(paneView, node, offset) {
  const { pane } = paneView;
  const element = node instanceof Element ? node : node.parentElement;
  const whole = element.closest(".piece[data-t], .row[data-t]");
  if (whole) {
    const t = Number(whole.dataset.t);
    return { low: pane.cellStart[pane.firstCell(t)], high: pane.cellStart[pane.lastCell(t) + 1] };
  }
  const range = document.createRange();
  const cell = element.closest(".cell[data-s]");
  if (cell) {
    range.setStart(cell, 0);
    range.setEnd(node, offset);
    const at = Number(cell.dataset.s) + range.toString().length;
    return { low: at, high: at };
  }
  range.setStart(node, offset);
  for (const other of paneView.lines.querySelectorAll(".cell[data-s], .piece[data-t], .row[data-t]")) {
    if (range.comparePoint(other, 0) < 0) continue;
    const at = other.dataset.s ? Number(other.dataset.s) : pane.cellStart[pane.firstCell(Number(other.dataset.t))];
    return { low: at, high: at };
  }
  const last = [...paneView.lines.querySelectorAll(".cell[data-s]")].pop();
  if (!last) return null;
  const at = Number(last.dataset.s) + last.textContent.length;
  return { low: at, high: at };
}

/** How many code points and bytes are selected, and how many tokens they touch. */
function selectionFacts(paneView, { start, end }) {
  const { pane } = paneView;
  const from = paneView.byteOfUnit(start);
  const to = paneView.byteOfUnit(end);
  let first = paneView.tokenAtByte(from);
  while (first < pane.n && pane.tokenEnd[first] <= from) first++;
  let last = paneView.tokenAtByte(to - 1);
  return { characters: pointsIn(pane.text, start, end), bytes: to - from, tokens: pane.n ? Math.max(0, last - first + 1) : 0 };
}
