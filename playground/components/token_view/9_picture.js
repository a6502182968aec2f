// What is in view as a picture for a slide, built from the places where the browser has drawn it.

const SVG = "http://www.w3.org/2000/svg";
const PAD = 16;
const JOINER = "\u200d"; // makes a letter of Arabic look as if it were joined to the next

/** An SVG document in the coordinates of the page: what is added stands where it stands on the page. */
class Drawing {
  constructor(area) {
    this.area = area;
    this.document = document.implementation.createDocument(SVG, "svg");
    this.parent = this.document.documentElement;
  }

  add(name, attributes, text) {
    const element = this.document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    this.parent.append(element);
    return element;
  }

  x(value) {
    return Math.round((value - this.area.left + PAD) * 100) / 100;
  }

  y(value) {
    return Math.round((value - this.area.top + PAD) * 100) / 100;
  }

  box(place, attributes) {
    return this.add("rect", { x: this.x(place.left), y: this.y(place.top), width: place.width, height: place.height, ...attributes });
  }

  /** `width` is what the text takes on the page: another font, where it is opened, must not take more. */
  write(text, left, baseline, look, { size = look.fontSize, width = null } = {}) {
    this.add("text", {
      x: this.x(left), y: this.y(baseline), fill: look.color, "font-family": look.fontFamily, "font-size": size,
      "font-style": look.fontStyle === "normal" ? null : look.fontStyle, "xml:space": "preserve",
      textLength: width, lengthAdjust: width && "spacingAndGlyphs",
    }, text);
  }

  /** Everything that `draw` adds is cut off at the edges of `place`. */
  within(place, id, draw) {
    const { parent } = this;
    this.parent = this.add("clipPath", { id });
    this.box(place, {});
    this.parent = parent;
    this.parent = this.add("g", { "clip-path": `url(#${id})` });
    draw();
    this.parent = parent;
  }

  toString() {
    return new XMLSerializer().serializeToString(this.document).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
  }
}

function pictureOf(view) {
  const area = view.grid.getBoundingClientRect();
  const style = getComputedStyle(view.box);
  const drawing = new Drawing(area);
  const width = Math.ceil(area.width + 2 * PAD);
  drawing.add("title", {}, view.panes.map(({ pane }) => `${pane.n.toLocaleString("en")} tokens of ${pane.name}`).join(", "));
  const back = drawing.add("rect", { x: 0, y: 0, width, fill: style.getPropertyValue("--paper").trim() || "#fff" });
  let bottom = area.top + 40;
  view.panes.forEach((paneView, index) => {
    const { header, scroll, lines } = paneView;
    if (!header.hidden) {
      const place = header.getBoundingClientRect();
      drawing.write(`${paneView.name.textContent}  ${paneView.count.textContent}`, place.left, place.top + 15, style);
    }
    const window = scroll.getBoundingClientRect();
    drawing.within(window, `pane-${index}`, () => {
      for (const cell of lines.querySelectorAll(".cell, .piece, .row > .number, .row > .id, .row > .hex")) {
        const place = cell.getBoundingClientRect();
        if (place.bottom > window.bottom || place.top < window.top || !place.width) continue;
        if (place.right < window.left || place.left > window.right) continue;
        bottom = Math.max(bottom, place.bottom);
        pictureCell(drawing, cell, place, view.box.classList.contains("quiet"));
      }
    });
  });
  const height = Math.ceil(bottom - area.top + 2 * PAD);
  back.setAttribute("height", height);
  for (const [key, value] of Object.entries({ width, height, viewBox: `0 0 ${width} ${height}` }))
    drawing.document.documentElement.setAttribute(key, value);
  return drawing.toString();
}

/** One cell: its colours, its text and marks, the corner of a difference and the bracket of the split pattern. */
function pictureCell(drawing, cell, place, quiet) {
  const look = getComputedStyle(cell);
  const slots = [...cell.querySelectorAll(".slot")];
  for (const part of slots.length ? slots : [cell]) {
    const fill = getComputedStyle(part).backgroundColor;
    if (fill === "rgba(0, 0, 0, 0)") continue;
    drawing.box(part.getBoundingClientRect(), { rx: slots.length ? 0 : 4, fill, stroke: look.borderTopColor });
  }
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) pictureText(drawing, cell, node, place, look, quiet);
  // A token that covers no text has its name and no text.
  for (const mark of cell.querySelectorAll(".mark:empty")) pictureMark(drawing, mark, place, look);
  if (cell.matches(".differs")) {
    const [at, top] = [drawing.x(look.direction === "rtl" ? place.right : place.left), drawing.y(place.top)];
    const fill = getComputedStyle(cell, "::before").borderTopColor;
    drawing.add("path", { d: `M${at - 4} ${top - 4}h8l-4 5z`, fill });
  }
  for (const chunk of cell.querySelectorAll(".chunk")) {
    const under = chunk.getBoundingClientRect();
    const sides = [chunk.matches(".from"), chunk.matches(".to")];
    if (look.direction === "rtl") sides.reverse();
    const rise = under.height;
    const d = `M${drawing.x(under.left)} ${drawing.y(under.top)}${sides[0] ? "" : `m0 ${rise}`}${sides[0] ? `v${rise}` : ""}h${under.width}${sides[1] ? `v${-rise}` : ""}`;
    drawing.add("path", { d, fill: "none", stroke: getComputedStyle(chunk).borderBottomColor, "stroke-width": 1.5 });
  }
}

function pictureText(drawing, cell, node, place, look, quiet) {
  const parent = node.parentElement;
  const baseline = place.top + 17;
  if (parent.matches(".mark")) {
    pictureMark(drawing, parent, place, look);
  } else if (parent.matches(".sp, .tab, .nl")) {
    const sign = parent.matches(".sp") ? "·" : parent.matches(".tab") ? "→" : "↵";
    const own = parent.getBoundingClientRect();
    if (!quiet) drawing.write(sign, own.left + own.width / 2 - parseFloat(look.fontSize) * 0.3, baseline, look);
  } else {
    const range = document.createRange();
    range.selectNodeContents(node);
    const own = range.getBoundingClientRect();
    const before = cell.matches(".jp") && node === cell.firstChild ? JOINER : "";
    const after = cell.matches(".jn") && !node.nextSibling?.matches(":not(.chunk)") ? JOINER : "";
    drawing.write(before + node.data + after, own.left, baseline, look, { width: own.width || null });
  }
}

function pictureMark(drawing, mark, place, look) {
  const { left, width } = mark.getBoundingClientRect();
  const frame = { left: left + 1, top: place.top + 4, width: width - 2, height: 16 };
  drawing.box(frame, { rx: 3, fill: "none", stroke: look.color });
  drawing.write(mark.dataset.name, left + 5, place.top + 15.5, look, { size: "10px", width: Math.max(width - 10, 1) });
}

async function savePng(view) {
  const picture = new Image();
  const url = URL.createObjectURL(new Blob([pictureOf(view)], { type: "image/svg+xml" }));
  picture.src = url;
  try {
    await picture.decode();
  } catch {
    return "No picture";
  } finally {
    setTimeout(() => URL.revokeObjectURL(url), 10_000);
  }
  const canvas = document.createElement("canvas");
  canvas.width = picture.naturalWidth * 2;
  canvas.height = picture.naturalHeight * 2;
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  return blob ? save(view, "tokens.png", "image/png", blob) : "No picture";
}
