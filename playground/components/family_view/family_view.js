// All frames are here; a step only redraws. State lives by the parent element, because the same nodes are used again.
const places = new WeakMap();

const ICONS = {
  start: "M5 5h2v14H5zM19 5v14L8 12z",
  back: "M17 5v14L6 12z",
  next: "M7 5v14l11-7z",
  end: "M17 5h2v14h-2zM5 5v14l11-7z",
};

function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const shape = document.createElementNS("http://www.w3.org/2000/svg", "path");
  shape.setAttribute("d", path);
  svg.appendChild(shape);
  return svg;
}

function node(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

/** How many steps the longest column has. */
function lastStep(columns) {
  return Math.max(0, ...columns.map((column) => column.frames.length - 1));
}

function drawRow(row) {
  const item = node("li", row.won ? "won" : "");
  const bar = node("span", "bar");
  bar.style.width = `${Math.max(0, Math.min(1, row.share)) * 100}%`;
  item.append(bar, node("span", "parts", row.parts.join(" + ")));
  const value = node("span", "value");
  if (row.how) value.append(node("span", "how", row.how));
  value.append(document.createTextNode(row.value));
  item.append(value);
  if (row.won) item.setAttribute("aria-label", `chosen: ${row.parts.join(" + ")}, ${row.value}`);
  return item;
}

function drawPieces(pieces, fresh) {
  const word = node("div", "word");
  pieces.forEach(([text, unknown], index) => {
    let className = index % 2 ? "piece odd" : "piece";
    if (unknown) className = "piece unknown";
    else if (fresh.has(text)) className += " fresh";
    word.append(node("span", className, text));
  });
  return word;
}

/** The pieces that this frame has and the one before had not. */
function freshPieces(frames, at) {
  if (at < 1) return new Set();
  const before = new Set(frames[at - 1].corpus.flatMap(([pieces]) => pieces));
  return new Set(frames[at].corpus.flatMap(([pieces]) => pieces).filter((piece) => !before.has(piece)));
}

function drawColumn(column, step, showHow) {
  const at = Math.min(step, column.frames.length - 1);
  const frame = column.frames[at];
  const fresh = freshPieces(column.frames, step > at ? -1 : at);
  const box = node("section", "column");
  box.setAttribute("aria-label", column.title);
  box.append(node("h3", "", column.title), node("p", "rule", column.rule));
  const done = step > at ? "Nothing is left to do. " : "";
  box.append(node("p", "sentence", done + frame.sentence));
  box.append(node("h4", "", "Candidates"));
  const rows = node("ul", "rows");
  frame.rows.forEach((row) => rows.append(drawRow(showHow ? row : { ...row, how: "" })));
  if (frame.more) rows.append(node("li", "note", `and ${frame.more} more`));
  if (!frame.rows.length) rows.append(node("li", "note", "none before the first step"));
  box.append(rows);
  box.append(node("h4", "", `Corpus: ${frame.pieces.toLocaleString("en")} pieces, vocabulary: ${frame.vocabulary.toLocaleString("en")}`));
  frame.corpus.forEach(([pieces, count]) => {
    const word = drawPieces(pieces.map((piece) => [piece, false]), fresh);
    word.append(node("span", "count", `× ${count.toLocaleString("en")}`));
    box.append(word);
  });
  return [box, frame];
}

export default function ({ parentElement, data: [data] }) {
  const root = parentElement.querySelector(".family");
  const find = (name) => root.querySelector(name);
  const last = lastStep(data.columns);
  let step = Math.min(places.get(parentElement) ?? 1, last);
  const slider = find(".slider");
  slider.max = String(last);
  for (const name of Object.keys(ICONS)) find(`.${name}`).replaceChildren(icon(ICONS[name]));

  const draw = () => {
    places.set(parentElement, step);
    slider.value = String(step);
    find(".place").textContent = `Step ${step} of ${last}`;
    find(".start").disabled = find(".back").disabled = step === 0;
    find(".next").disabled = find(".end").disabled = step === last;
    const boxes = data.columns.map((column) => {
      const [box, frame] = drawColumn(column, step, column.title === "WordPiece");
      box.append(node("h4", "", data.unseen.length === 1 ? "Unseen word" : "Unseen words"));
      frame.unseen.forEach((word) => box.append(drawPieces(word, new Set())));
      if (!frame.unseen.length) box.append(node("p", "empty", "none given"));
      if (frame.aside) box.append(node("p", "aside", frame.aside));
      return box;
    });
    find(".columns").replaceChildren(...boxes);
  };
  const go = (to) => {
    step = Math.max(0, Math.min(last, to));
    draw();
  };
  slider.oninput = () => go(Number(slider.value));
  find(".start").onclick = () => go(0);
  find(".back").onclick = () => go(step - 1);
  find(".next").onclick = () => go(step + 1);
  find(".end").onclick = () => go(last);
  draw();
}
