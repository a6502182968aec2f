// Letters stand in a row; each piece is a bar under the letters it covers, filled by how probable it is that a random
// segmentation uses it. A path is a chain of bars from the first letter to the last.
function node(tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function place(element, row, start, end) {
  element.style.gridRow = String(row);
  element.style.gridColumn = `${start + 1} / ${end + 1}`;
  return element;
}

/** One sentence for those who do not see the picture. */
function inWords(data, path) {
  const cut = path ? path.edges.map((i) => data.edges[i].piece).join(", ") : "none";
  return `Lattice of ${data.word.join("")}: ${data.edges.length} pieces fit. ${path ? path.label : "Path"}: ${cut}.`;
}

function drawEdge(edge) {
  const bar = node("div", edge.unknown ? "edge unknown" : "edge");
  const fill = node("span", "fill");
  fill.style.height = `${Math.round(edge.share * 100)}%`;
  bar.append(fill, node("span", "piece", edge.piece), node("span", "p", edge.p));
  bar.title = `${edge.piece}: probability ${edge.p}; used by ${(edge.share * 100).toFixed(1)} % of random segmentations`;
  return bar;
}

export default function ({ parentElement, data: [data] }) {
  const grid = parentElement.querySelector(".grid");
  const list = parentElement.querySelector(".paths");
  const scroll = parentElement.querySelector(".scroll");
  const size = data.word.length;
  grid.style.gridTemplateColumns = `repeat(${size}, minmax(var(--letter), 1fr))`;
  const parts = [];
  data.word.forEach((letter, i) => {
    const last = i === size - 1 ? " last" : "";
    parts.push(place(node("div", `letter${last}`, letter), 1, i, i + 1));
    const guide = place(node("div", `guide${last}`), 2, i, i + 1);
    guide.style.gridRow = `2 / ${data.lanes + 2}`;
    if (data.lanes) parts.push(guide);
  });
  const bars = data.edges.map((edge) => place(drawEdge(edge), edge.lane + 2, edge.start, edge.end));
  grid.replaceChildren(...parts, ...bars);

  const light = (chosen) => {
    const path = data.paths[chosen];
    const lit = new Set(path ? path.edges : []);
    bars.forEach((bar, i) => bar.classList.toggle("lit", lit.has(i)));
    [...list.children].forEach((button, i) => button.setAttribute("aria-pressed", String(i === chosen)));
    scroll.setAttribute("aria-label", inWords(data, path));
  };
  list.replaceChildren(
    ...data.paths.map((path, i) => {
      const button = node("button");
      button.type = "button";
      const cut = path.edges.map((e) => data.edges[e].piece).join(" · ");
      button.append(node("span", "label", path.label), node("span", "cut", cut), node("span", "note", path.note));
      button.onclick = () => light(i);
      return button;
    }),
  );
  light(0);
}
