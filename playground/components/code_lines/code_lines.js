function chipOf(data, edge) {
  const chip = newElement("span", data.token === edge ? "chip edge" : "chip");
  // Marks for white space are paler than the code itself.
  for (const part of data.text.split(/([␣↵⇥␍]+)/u)) {
    if (part) chip.append(/^[␣↵⇥␍]/u.test(part) ? newElement("span", "mark", part) : part);
  }
  if (data.tokens > 1) chip.append(newElement("span", "many", ` ${data.tokens} tokens`));
  if (data.tokens) chip.style.background = tokenColour(data.token);
  chip.title = data.title;
  return chip;
}

function lineOf(row, top) {
  const line = newElement("div", "line");
  const margin = newElement("div", "margin");
  const width = (count) => `${(100 * count) / Math.max(1, top)}%`;
  const bar = newElement("span", "bar");
  bar.style.width = width(row.tokens);
  const indent = newElement("span", "bar indent");
  indent.style.width = width(row.indent);
  const number = newElement("span", "number", String(row.tokens));
  margin.append(bar, indent, number);
  margin.title = `Line ${row.number}: ${row.tokens} tokens, ${row.indent} of them only indent`;
  const code = newElement("div", "code");
  code.append(...row.chips.map((chip) => chipOf(chip, row.edge)));
  line.append(margin, code);
  return line;
}

export default function ({ parentElement, data: [data] }) {
  parentElement.querySelector(".panels").replaceChildren(
    ...data.panels.map((panel) => {
      const figure = newElement("figure", "panel");
      const head = newElement("figcaption", "head");
      head.append(newElement("span", "name", panel.name));
      head.append(newElement("span", "", panel.count === 1 ? "1 token" : `${panel.count.toLocaleString("en")} tokens`));
      const lines = newElement("div", "lines");
      lines.tabIndex = 0;
      lines.setAttribute("aria-label", `Lines and tokens of ${panel.name}`);
      lines.append(...panel.rows.map((row) => lineOf(row, panel.top)));
      if (panel.more) lines.append(newElement("div", "more", `and ${panel.more} lines more`));
      figure.append(head, lines);
      return figure;
    }),
  );
}
