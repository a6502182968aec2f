function chipOf(data) {
  const chip = newElement("span", data.tokens ? (data.joined ? "chip joined" : "chip") : "chip none", data.text);
  if (data.tokens) chip.style.background = tokenColour(data.token);
  chip.classList.toggle("special", data.special);
  chip.title = data.title;
  if (data.tokens > 1) {
    const many = newElement("span", "many", `${data.tokens} tokens`);
    chip.append(many);
  }
  return chip;
}

function cellOf(data, name, bars) {
  const cell = newElement("div", "cell");
  cell.setAttribute("role", "cell");
  cell.append(newElement("span", "name", name));
  if (!data) return cell;
  cell.classList.toggle("best", data.best);
  cell.classList.toggle("worst", data.worst);
  const count = newElement("span", "count", data.count.toLocaleString("en"));
  count.setAttribute("aria-label", `${data.count} tokens`);
  const shown = newElement("div", "shown");
  if (bars) {
    const bar = newElement("div", "bar");
    bar.style.width = `${Math.max(1, data.share * 100)}%`;
    shown.append(bar);
  }
  if (data.chips.length) {
    const chips = newElement("div", "chips");
    chips.dir = "auto";
    chips.append(...data.chips.map(chipOf));
    shown.append(chips);
  }
  if (data.more) shown.append(newElement("div", "more", `and ${data.more.toLocaleString("en")} more`));
  if (data.ids.length) shown.append(newElement("div", "ids", data.ids.join(" ")));
  cell.append(count, shown);
  return cell;
}

function rowOf(data, columns, bars) {
  const row = newElement("div", data.marked ? "row marked" : "row");
  row.setAttribute("role", "row");
  const label = newElement("div", "label", data.label);
  label.setAttribute("role", "rowheader");
  if (data.note) label.append(newElement("span", "note typed", data.note));
  row.append(label, ...data.cells.map((cell, i) => cellOf(cell, columns[i], bars)));
  return row;
}

export default function ({ parentElement, data: [data] }) {
  const table = parentElement.querySelector(".table");
  table.style.setProperty("--columns", data.columns.length);
  const heads = newElement("div", "row heads");
  heads.setAttribute("role", "row");
  heads.append(newElement("div", "head", ""), ...data.columns.map((name) => newElement("div", "head", name)));
  for (const head of heads.children) head.setAttribute("role", "columnheader");
  table.replaceChildren(heads, ...data.rows.map((row) => rowOf(row, data.columns, data.bars)));
}
