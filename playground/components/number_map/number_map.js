const cursors = new WeakMap();

/** How many tokens a number has whose cuts are the bits of a hexadecimal digit; 0 where it cannot be spelled (u). */
function tokensOf(code) {
  if (code === "u") return 0;
  let cuts = 0;
  for (let bits = parseInt(code, 16); bits; bits &= bits - 1) cuts += 1;
  return cuts + 1;
}

/** The number cut at the bits of its code: "1234" with bit 2 set is 123, 4. */
function piecesOf(text, code) {
  const bits = parseInt(code, 16);
  const pieces = [""];
  [...text].forEach((character, i) => {
    if (i && (bits >> (i - 1)) & 1) pieces.push("");
    pieces[pieces.length - 1] += character;
  });
  return pieces;
}

/** A colour of the style sheet as the canvas takes it, in the theme of now. */
function colours(place) {
  const probe = newElement("span", "");
  place.append(probe);
  const found = [0, 1, 2, 3, 4, 5].map((n) => {
    probe.style.color = `var(--tokens-${n})`;
    return getComputedStyle(probe).color;
  });
  probe.remove();
  return found;
}

function draw(canvas, codes, columns, palette, cursor) {
  const rows = Math.ceil(codes.length / columns);
  const size = 8;
  canvas.width = columns * size;
  canvas.height = rows * size;
  const context = canvas.getContext("2d");
  for (let i = 0; i < codes.length; i += 1) {
    context.fillStyle = palette[Math.min(tokensOf(codes[i]), 5)];
    context.fillRect((i % columns) * size, Math.floor(i / columns) * size, size, size);
  }
  if (cursor !== null) {
    context.strokeStyle = getComputedStyle(canvas).color;
    context.lineWidth = 4;
    context.strokeRect((cursor % columns) * size - 2, Math.floor(cursor / columns) * size - 2, size + 4, size + 4);
  }
}

function legend(place, data, palette) {
  const there = data.maps.flatMap((map) => [...new Set(map.code)].map(tokensOf));
  const [least, most] = [Math.min(1, ...there), Math.max(1, ...there)];
  place.querySelector(".legend").replaceChildren(
    ...palette.slice(least, most + 1).map((colour, i) => {
      const n = i + least;
      const item = newElement("span", "");
      const swatch = newElement("span", "swatch");
      swatch.style.background = colour;
      item.append(swatch, n > 1 ? `${n} tokens` : n ? "1 token" : "no token for it");
      return item;
    }),
  );
}

export default function ({ parentElement, data: [data] }) {
  const place = parentElement.querySelector(".place");
  const total = data.texts.length;
  // As many columns as make a decade or a century a row.
  const columns = total > 2000 ? 100 : total > 1200 ? 60 : 50;
  const palette = colours(place);
  const before = cursors.get(parentElement);
  let cursor = before && before.total === total ? before.cursor : null;
  legend(place, data, palette);
  const figures = data.maps.map((map) => {
    const figure = newElement("figure", "map");
    const head = newElement("figcaption", "head");
    head.append(newElement("span", "name", map.name), newElement("span", "", `${map.share} are one token`));
    const canvas = newElement("canvas", "squares");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${map.name}: ${map.single} of ${total} numbers are one token. Arrow keys read single numbers.`);
    const read = newElement("div", "read");
    read.setAttribute("aria-live", "polite");
    figure.append(head, canvas, read);
    return { map, canvas, read, figure };
  });
  const show = () => {
    cursors.set(parentElement, { total, cursor });
    for (const { map, canvas, read } of figures) {
      draw(canvas, map.code, columns, palette, cursor);
      read.replaceChildren(
        ...(cursor === null ? [] : piecesOf(data.texts[cursor], map.code[cursor])).map((piece, i) => {
          const chip = newElement("span", "chip", map.code[cursor] === "u" ? `${piece}?` : piece);
          chip.style.background = tokenColour(i);
          return chip;
        }),
      );
    }
  };
  for (const { canvas } of figures) {
    canvas.onpointermove = canvas.onpointerdown = (event) => {
      const box = canvas.getBoundingClientRect();
      const x = Math.floor(((event.clientX - box.left) / box.width) * columns);
      const y = Math.floor(((event.clientY - box.top) / box.height) * Math.ceil(total / columns));
      const at = y * columns + x;
      if (x >= 0 && x < columns && at >= 0 && at < total && at !== cursor) {
        cursor = at;
        show();
      }
    };
    canvas.onkeydown = (event) => {
      const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -columns, ArrowDown: columns }[event.key];
      if (!step) return;
      event.preventDefault();
      cursor = cursor === null ? 0 : Math.min(Math.max(cursor + step, 0), total - 1);
      show();
    };
  }
  place.querySelector(".maps").replaceChildren(...figures.map(({ figure }) => figure));
  show();
}
