// The card of one token. All text comes in as text and goes out as text.

/** `text` into `box`, with a sign or a name for what cannot be seen; bytes in hex where there is no text. */
function write(box, token, names) {
  if (token.text === null) {
    box.append(token.bytes);
    return;
  }
  const whole = Array.from(token.text);
  const visible = whole.some((c) => !names[c.codePointAt(0)] && !/\s/.test(c));
  for (const character of whole) {
    const name = names[character.codePointAt(0)];
    const sign = { " ": "·", "\t": "→", "\n": "↵" }[character];
    // A joiner between visible characters does its work; it is named in the list of characters.
    if (sign || (name && !(visible && /[\u200c\u200d\ufe0e\ufe0f]/.test(character)))) {
      const mark = document.createElement("span");
      mark.className = sign ? "ws" : "name-mark";
      mark.textContent = sign ?? name;
      box.append(mark);
    } else {
      box.append(character);
    }
  }
  if (!whole.length) box.append("∅");
}

function add(parent, tag, className, text) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

const COLUMN = 40;
const ROW = 50;

/** Leaves stand in a row at the top, each merge below its two parents, the token at the bottom. */
function drawTree(box, tree, names) {
  box.replaceChildren();
  if (!tree) return;
  const leaves = tree.filter((node) => node.left === null);
  const longest = Math.max(...leaves.map((leaf) => (leaf.text ?? leaf.bytes).length));
  const column = Math.min(Math.max(COLUMN, longest * 9 + 20), 120);
  let place = 0;
  const spots = tree.map((node) => ({ node, x: node.left === null ? (place++ + 0.5) * column : 0, y: node.height * ROW + 2 }));
  for (const spot of spots) if (spot.node.left !== null) spot.x = (spots[spot.node.left].x + spots[spot.node.right].x) / 2;
  const root = spots[spots.length - 1];
  const rootWidth = Math.min((root.node.text ?? root.node.bytes).length * 9 + 20, 200);
  const width = Math.max(leaves.length * column, root.x + rootWidth / 2 + 4);
  const height = root.y + 44;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
  const canvas = add(box, "div");
  canvas.style.cssText = `position: relative; width: ${width}px; height: ${height}px`;
  canvas.append(svg);
  const shift = Math.max(0, rootWidth / 2 - root.x + 2);
  for (const spot of spots) {
    for (const parent of spot.node.left === null ? [] : [spots[spot.node.left], spots[spot.node.right]]) {
      const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
      const middle = spot.y - 9;
      path.setAttribute("d", `M ${parent.x + shift} ${parent.y + 24} V ${middle} H ${spot.x + shift} V ${spot.y}`);
      svg.append(path);
    }
  }
  for (const spot of spots) {
    const element = add(canvas, "span", spot.node.left === null ? "node" : "node made");
    element.style.left = `${spot.x + shift}px`;
    element.style.top = `${spot.y}px`;
    element.style.setProperty("--c", tokenColour(spot.node.height));
    element.title = `id ${spot.node.id}, bytes ${spot.node.bytes}`;
    write(element, spot.node, names);
    const rank = add(canvas, "span", "rank", String(spot.node.id));
    rank.style.left = `${spot.x + shift}px`;
    rank.style.top = `${spot.y + 25}px`;
    // Lines start at the chip; the id stands beside them on a strip of paper.
    rank.style.background = "var(--paper)";
  }
  box.setAttribute("aria-label", describeTree(tree));
}

function describeTree(tree) {
  const name = (node) => node.text ?? node.bytes;
  return tree
    .filter((node) => node.left !== null)
    .map((node) => `${name(tree[node.left])} and ${name(tree[node.right])} make ${name(node)}, id ${node.id}`)
    .join("; ");
}

function show(root, data) {
  const { token } = data;
  root.querySelector(".empty").hidden = token !== null;
  root.querySelector(".facts").hidden = token === null;
  if (token === null) return;
  const { names } = data;
  const number = (n) => n.toLocaleString("en");
  const chip = root.querySelector(".chip");
  chip.replaceChildren();
  write(chip, token, names);
  const title = root.querySelector(".title");
  title.replaceChildren();
  title.append("id ");
  add(title, "b", "", String(token.id));
  title.append(` in ${data.tokenizer}`);
  if (token.special) title.append(", a special token");

  const list = root.querySelector(".list");
  list.replaceChildren();
  const fact = (name, value, tag = "span") => {
    add(list, "dt", "", name);
    add(add(list, "dd"), tag, "", value);
  };
  const size = token.bytes ? token.bytes.split(" ").length : 0;
  fact(size === 1 ? "1 byte" : `${size} bytes`, token.bytes || "none", "code");
  if (data.index >= 0) {
    fact("Token", `${number(data.index + 1)} of ${number(data.of)}`);
    const [first, last] = data.characters;
    fact("Characters", last - first > 1 ? `${number(first + 1)} to ${number(last)}` : last > first ? number(last) : "none");
    const [from, to] = data.bytes;
    fact("Bytes", to - from > 1 ? `${number(from + 1)} to ${number(to)}` : to > from ? number(to) : "none");
  }
  const times = data.occurrences === 1 ? "once" : `${number(data.occurrences)} times`;
  fact("In this text", data.occurrences ? times : "not at all");
  fact("Special", token.special ? "yes: it stands for no text of its own" : "no");
  if (data.alone) fact("Alone", `this text encodes to ${data.alone.join(", ")}, not to ${token.id}`);

  const points = root.querySelector(".points");
  points.replaceChildren();
  for (const point of data.points) {
    write(add(points, "span", "sign"), { text: point.character }, names);
    add(points, "code", "", point.code);
    add(points, "code", "", point.bytes);
    const name = add(points, "span", "name", point.name);
    if (point.part) add(name, "small", "", ` (${point.part})`);
  }
  if (data.more_points) add(points, "small", "", `and ${number(data.more_points)} more`);

  drawTree(root.querySelector(".tree"), data.tree, names);
  const merges = data.tree?.filter((node) => node.left !== null).length ?? 0;
  root.querySelector(".story").textContent = token.special
    ? "It was added by hand: no merge makes it, and no ordinary text encodes to it."
    : data.tree
      ? `${merges === 1 ? "One merge makes" : `${number(merges)} merges make`} it out of ${merges + 1} pieces. The number under each is its id: lower ids were learned earlier.`
      : size <= 1
        ? "It is a single byte: every tokenizer of this kind starts with these."
        : "No two smaller tokens of this vocabulary make it by a merge.";

  const near = root.querySelector(".near");
  near.replaceChildren();
  for (const other of data.neighbours) {
    const item = add(near, "li", other.id === token.id ? "self" : "");
    add(item, "small", "", String(other.id));
    write(add(item, "span", "sign"), other, names);
  }
}

export default function (component) {
  show(component.parentElement, component.data[0]);
}
