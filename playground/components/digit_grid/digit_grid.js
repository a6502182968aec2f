function digit(cell, row, first) {
  const made = newElement("span", "digit", cell.text);
  made.classList.toggle("begins", cell.cut || first);
  made.classList.toggle("ends", cell.end);
  made.classList.toggle("cut", cell.cut);
  made.style.gridRow = row;
  made.style.gridColumn = cell.column;
  made.style.background = tokenColour(cell.token);
  return made;
}

function panelOf(panel, operation) {
  const figure = newElement("figure", panel.ideal ? "panel ideal" : "panel");
  figure.setAttribute("role", "img");
  const verdict = panel.shared ? `${panel.lined} of ${panel.shared} places line up` : "";
  figure.setAttribute("aria-label", `${panel.name}: ${panel.cuts[0]} ${operation} ${panel.cuts[1]} = ${panel.cuts[2]}. ${verdict}`);
  const head = newElement("figcaption", "head");
  head.append(newElement("span", "name", panel.name));
  head.append(newElement("span", panel.lined === panel.shared ? "verdict good" : "verdict bad", verdict));
  const sum = newElement("div", "sum");
  panel.rows.forEach((cells, i) => {
    const row = i === panel.rows.length - 1 ? i + 2 : i + 1;
    sum.append(...cells.map((cell, k) => digit(cell, row, k === 0)));
  });
  const sign = newElement("span", "operation", operation);
  sign.style.gridRow = 2;
  const rule = newElement("span", "rule");
  rule.style.gridRow = 3;
  sum.append(sign, rule);
  for (const { column, agrees } of panel.agreement) {
    const mark = newElement("span", agrees ? "mark good" : "mark bad", agrees ? "✓" : "✗");
    mark.style.gridRow = 5;
    mark.style.gridColumn = column;
    sum.append(mark);
  }
  figure.append(head, sum);
  return figure;
}

export default function ({ parentElement, data: [data] }) {
  const panels = parentElement.querySelector(".panels");
  panels.style.setProperty("--width", data.width);
  panels.replaceChildren(...data.panels.map((panel) => panelOf(panel, data.operation)));
  for (const sum of panels.querySelectorAll(".sum")) {
    sum.classList.toggle("wide", data.width > 24);
    // Where not all digits have room, the last ones are in view: the ones are what should stand under each other.
    sum.scrollLeft = sum.scrollWidth;
  }
}
