function tile(letter) {
  const made = newElement("span", letter.hit ? "letter hit" : "letter", letter.text);
  made.style.background = tokenColour(letter.token);
  return made;
}

function groupOf(group, letter, details) {
  const made = newElement("div", "group");
  const letters = newElement("div", "letters");
  letters.append(...group.letters.map(tile));
  made.append(letters);
  if (details) {
    const under = newElement("div", "under");
    under.append(newElement("span", "ids", group.ids.join(" ")));
    if (letter) under.append(newElement("span", group.hits ? "hits some" : "hits", `${group.hits} × ${letter}`));
    made.append(under);
  }
  return made;
}

const WAYS = { forward: "", letters: "Reversed letter by letter", tokens: "Reversed token by token" };

function lineOf(panel, order, letter) {
  const line = newElement("div", order === "letters" ? "line loose" : "line");
  if (order === "letters") {
    line.append(...panel.groups.flatMap((group) => group.letters).reverse().map(tile));
  } else {
    const groups = order === "tokens" ? [...panel.groups].reverse() : panel.groups;
    line.append(...groups.map((group) => groupOf(group, letter, order === "forward")));
  }
  return line;
}

function panelOf(panel, letter, orders) {
  const figure = newElement("figure", "panel");
  const head = newElement("figcaption", "head");
  head.append(newElement("span", "name", panel.name));
  head.append(newElement("span", "", panel.count === 1 ? "1 token" : `${panel.count} tokens`));
  figure.append(head);
  for (const order of orders) {
    if (WAYS[order]) figure.append(newElement("div", "way", WAYS[order]));
    figure.append(lineOf(panel, order, letter));
  }
  return figure;
}

export default function ({ parentElement, data: [data] }) {
  parentElement
    .querySelector(".panels")
    .replaceChildren(...data.panels.map((panel) => panelOf(panel, data.letter, data.orders)));
}
