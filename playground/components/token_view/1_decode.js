// From the packed arrays that Python sends to typed arrays with one number a token, or a cell.

function unpack(packed) {
  const binary = atob(packed.data);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  if (packed.type === "u1") return bytes;
  return packed.type === "u2" ? new Uint16Array(bytes.buffer) : new Uint32Array(bytes.buffer);
}

/** How many code points a stretch of a text has. */
function pointsIn(text, start, end) {
  let points = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0xdc00 || unit > 0xdfff) points++;
  }
  return points;
}

/** How many bytes of UTF-8 a stretch of a text needs. */
function utf8Length(text, start, end) {
  let bytes = 0;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    // Both halves of a UTF-16 pair count two of the four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xe000 ? 2 : 3;
  }
  return bytes;
}

/**
 * One pane: `ids`, `tokenStart`, `tokenEnd` (bytes) by token; `cellStart` (UTF-16 units, one entry more than cells),
 * `cellByte` and `cellPoint` (bytes and code points, likewise), `cellFirst` and `cellLast` (tokens `first .. last - 1`) by cell.
 */
function decodePane(sent, text) {
  const ids = unpack(sent.ids);
  const lengths = unpack(sent.lengths);
  const gaps = sent.gaps ? unpack(sent.gaps) : null;
  const n = ids.length;
  const tokenStart = new Int32Array(n);
  const tokenEnd = new Int32Array(n);
  for (let i = 0, at = 0; i < n; i++) {
    if (gaps) at += gaps[i];
    tokenStart[i] = at;
    at += lengths[i];
    tokenEnd[i] = at;
  }
  const pane = { ...sent, text, ids, tokenStart, tokenEnd, n, plain: !sent.units };
  if (pane.plain) {
    const cellStart = new Int32Array(n + 1);
    cellStart.set(tokenEnd, 1);
    pane.cellStart = pane.cellByte = pane.cellPoint = cellStart;
    pane.cells = n;
    pane.cellFirst = (c) => c;
    pane.cellLast = (c) => c + 1;
    pane.firstCell = (t) => t;
    pane.lastCell = (t) => t;
    return pane;
  }
  const units = unpack(sent.units);
  const kinds = unpack(sent.kinds);
  const cells = units.length;
  const cellStart = new Int32Array(cells + 1);
  const cellByte = new Int32Array(cells + 1);
  const cellPoint = new Int32Array(cells + 1);
  const first = new Int32Array(cells);
  const last = new Int32Array(cells);
  const firstCell = new Int32Array(n).fill(-1);
  const lastCell = new Int32Array(n).fill(-1);
  for (let c = 0, next = 0; c < cells; c++) {
    cellStart[c + 1] = cellStart[c] + units[c];
    cellByte[c + 1] = cellByte[c] + utf8Length(text, cellStart[c], cellStart[c + 1]);
    cellPoint[c + 1] = cellPoint[c] + pointsIn(text, cellStart[c], cellStart[c + 1]);
    first[c] = next - (kinds[c] & 1);
    last[c] = first[c] + (kinds[c] >> 1);
    next = last[c];
    for (let t = first[c]; t < last[c]; t++) {
      if (firstCell[t] < 0) firstCell[t] = c;
      lastCell[t] = c;
    }
  }
  pane.cells = cells;
  pane.cellStart = cellStart;
  pane.cellByte = cellByte;
  pane.cellPoint = cellPoint;
  pane.cellFirst = (c) => first[c];
  pane.cellLast = (c) => last[c];
  pane.firstCell = (t) => firstCell[t];
  pane.lastCell = (t) => lastCell[t];
  return pane;
}

/** The largest index in `rising` (up to `count` entries) whose value is at most `value`. */
function findLast(rising, count, value) {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (rising[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The bytes of a token, where the text has them. */
function tokenBytes(pane, t) {
  if (pane.tokenStart[t] === pane.tokenEnd[t]) return new Uint8Array(0);
  const from = pane.firstCell(t);
  const to = pane.lastCell(t);
  const bytes = new TextEncoder().encode(pane.text.slice(pane.cellStart[from], pane.cellStart[to + 1]));
  return bytes.subarray(pane.tokenStart[t] - pane.cellByte[from], pane.tokenEnd[t] - pane.cellByte[from]);
}

function hex(bytes) {
  return Array.from(bytes, (b) => b.toString(16).toUpperCase().padStart(2, "0")).join(" ");
}

/** Is the whole token made of whole characters? Then its text can be shown as it is. */
function isWhole(pane, t) {
  const from = pane.firstCell(t);
  const to = pane.lastCell(t);
  return pane.tokenStart[t] === pane.cellByte[from] && pane.tokenEnd[t] === pane.cellByte[to + 1];
}

/** The text of all cells that a token touches. */
function touchedText(pane, t) {
  return pane.text.slice(pane.cellStart[pane.firstCell(t)], pane.cellStart[pane.lastCell(t) + 1]);
}

/** One of 24 colours: the palette, and three shades of it. */
function shade(index) {
  const base = tokenColour(index);
  const kind = Math.floor(index / 6) % 4;
  if (kind === 0) return base;
  const mixed = ["", "55%, light-dark(#fff, #000)", "80%, light-dark(#777, #000)", "45%, light-dark(#ddd, #444)"][kind];
  return `color-mix(in oklab, ${base} ${mixed})`;
}
