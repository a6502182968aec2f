// The menu that copies and saves: ids, tables, and the picture of what is in view.

function installMenu(view) {
  const opener = view.root.querySelector(".opener");
  const list = view.root.querySelector(".menu .list");
  const open = (yes) => {
    list.hidden = !yes;
    opener.setAttribute("aria-expanded", yes);
    if (yes) list.querySelector("button").focus();
  };
  opener.onclick = () => open(list.hidden);
  const menu = view.root.querySelector(".menu");
  menu.onkeydown = (event) => {
    const items = [...list.querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Escape") {
      open(false);
      opener.focus();
    } else if (step && !list.hidden) {
      event.preventDefault();
      items[(items.indexOf(view.root.activeElement) + step + items.length) % items.length].focus();
    }
  };
  menu.onfocusout = (event) => {
    if (!menu.contains(event.relatedTarget)) open(false);
  };
  list.onclick = async (event) => {
    const kind = event.target.closest("[data-copy]")?.dataset.copy;
    if (!kind) return;
    opener.focus();
    open(false);
    const said = await EXPORTS[kind](view);
    opener.dataset.said = said;
    view.live.textContent = said;
    opener.textContent = said;
    clearTimeout(view.saidTimer);
    view.saidTimer = setTimeout(() => (opener.textContent = "Copy"), 1800);
  };
}

/** The pane that the menu speaks of: where the keyboard or the pin is, else the first. */
function chosenPane(view) {
  return view.panes[view.cursor?.pane ?? view.pinned?.pane ?? 0].pane;
}

const EXPORTS = {
  text: (view) => copy(view, chosenPane(view).text),
  python: (view) => copy(view, `[${Array.from(chosenPane(view).ids).join(", ")}]`),
  json: (view) => copy(view, JSON.stringify(tokenRows(chosenPane(view)), null, 1)),
  csv: (view) => save(view, "tokens.csv", "text/csv", csvOf(chosenPane(view))),
  svg: (view) => save(view, "tokens.svg", "image/svg+xml", pictureOf(view)),
  png: (view) => savePng(view),
};

async function copy(view, text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Not a secure context, or not allowed: the old way.
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "unseen";
    view.box.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) return "Not allowed";
  }
  return "Copied";
}

function save(view, name, type, content) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  link.download = name;
  view.box.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "Saved";
}

/** One row a token. The text is null where the token is part of a character. */
function tokenRows(pane) {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return Array.from({ length: pane.n }, (_, t) => {
    const bytes = tokenBytes(pane, t);
    let text = null;
    try {
      text = decoder.decode(bytes);
    } catch {}
    return { id: pane.ids[t], text, bytes: hex(bytes), start: pane.tokenStart[t], end: pane.tokenEnd[t] };
  });
}

/** The text stands as a JSON string: line ends stay inside their row, and no spreadsheet takes it for a formula. */
function csvOf(pane) {
  const quote = (value) => `"${String(value).replaceAll('"', '""')}"`;
  const rows = tokenRows(pane).map((row, t) =>
    [t, row.id, quote(row.text === null ? "" : JSON.stringify(row.text)), quote(row.bytes), row.start, row.end].join(","),
  );
  return ["index,id,text,bytes,start_byte,end_byte", ...rows].join("\r\n") + "\r\n";
}

/** What is in view, as a standing picture in vector form, built from the places where the browser has drawn it. */
function pictureOf(view) {
  const svg = document.implementation.createDocument("http://www.w3.org/2000/svg", "svg");
  const root = svg.documentElement;
  const style = getComputedStyle(view.box);
  const area = view.grid.getBoundingClientRect();
  const pad = 16;
  const add = (name, attributes, text) => {
    const element = svg.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== undefined) element.textContent = text;
    root.append(element);
    return element;
  };
  const x = (value) => Math.round((value - area.left + pad) * 100) / 100;
  const y = (value) => Math.round((value - area.top + pad) * 100) / 100;
  let bottom = 0;
  const size = { width: Math.ceil(area.width + 2 * pad) };
  const back = add("rect", { x: 0, y: 0, width: size.width, height: 10, fill: getComputedStyle(view.box).getPropertyValue("--paper").trim() || "#fff" });
  const write = (text, left, baseline, font, fill) =>
    add("text", { x: x(left), y: y(baseline), "font-family": font.family, "font-size": font.size, fill, "xml:space": "preserve" }, text);
  for (const paneView of view.panes) {
    const window = paneView.scroll.getBoundingClientRect();
    if (!paneView.header.hidden) {
      const box = paneView.header.getBoundingClientRect();
      write(`${paneView.name.textContent}  ${paneView.count.textContent}`, box.left, box.top + 15, { family: style.fontFamily, size: "14px" }, style.color);
    }
    for (const cell of paneView.lines.querySelectorAll(".cell, .piece, .row > .number, .row > .id, .row > .hex")) {
      const box = cell.getBoundingClientRect();
      if (box.bottom > window.bottom || box.top < window.top || !box.width) continue;
      bottom = Math.max(bottom, box.bottom);
      const look = getComputedStyle(cell);
      const slots = [...cell.querySelectorAll(".slot")];
      for (const part of slots.length ? slots : [cell]) {
        const place = part.getBoundingClientRect();
        const fill = getComputedStyle(part).backgroundColor;
        if (fill === "rgba(0, 0, 0, 0)") continue;
        add("rect", { x: x(place.left), y: y(place.top), width: place.width, height: place.height, rx: slots.length ? 0 : 4, fill, stroke: look.borderTopColor });
      }
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        const range = document.createRange();
        range.selectNodeContents(node);
        const place = parent.matches(".sp, .tab, .nl, .mark") ? parent.getBoundingClientRect() : range.getBoundingClientRect();
        const glyph = parent.matches(".sp") ? "·" : parent.matches(".tab") ? "→" : parent.matches(".nl") ? "↵" : parent.dataset.name;
        if (parent.matches(".sp, .tab, .nl") && view.box.classList.contains("quiet")) continue;
        const font = { family: look.fontFamily, size: parent.matches(".mark") ? "10px" : look.fontSize };
        write(glyph ?? node.data, place.left + (parent.matches(".sp") ? place.width / 4 : parent.matches(".mark") ? 4 : 0), box.top + 17, font, look.color);
      }
    }
  }
  const height = Math.ceil(Math.max(bottom - area.top, 40) + 2 * pad);
  back.setAttribute("height", height);
  for (const [key, value] of Object.entries({ width: size.width, height, viewBox: `0 0 ${size.width} ${height}` })) root.setAttribute(key, value);
  return new XMLSerializer().serializeToString(svg).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g, "");
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
