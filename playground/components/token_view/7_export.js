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
