function tokenOf(token, index, came) {
  const made = newElement("span", "token");
  made.classList.toggle("later", index >= came);
  made.classList.toggle("waits", token.waits && index < came);
  made.style.background = tokenColour(index);
  made.append(newElement("span", "bytes", token.bytes), newElement("span", "text", token.text));
  made.title = `id ${token.id}${token.waits ? ", ends inside a character" : ""}`;
  return made;
}

function screenOf(title, text, bad, held) {
  const screen = newElement("div", bad ? "screen bad" : "screen");
  const output = newElement("span", "output", text);
  if (held) output.append(newElement("span", "held", `${held} waits`));
  screen.append(newElement("div", "what", title), output);
  return screen;
}

function panelOf(panel) {
  const figure = newElement("figure", "panel");
  const head = newElement("figcaption", "head");
  head.append(newElement("span", "name", panel.name));
  head.append(newElement("span", "", `${panel.came} of ${panel.tokens.length} tokens have come`));
  const tokens = newElement("div", "tokens");
  tokens.append(...panel.tokens.map((token, i) => tokenOf(token, i, panel.came)));
  const screens = newElement("div", "screens");
  screens.append(
    screenOf("A careful program shows", panel.shown, false, panel.held),
    screenOf("A hasty one shows", panel.naive, panel.naive !== panel.shown, ""),
  );
  figure.append(head, tokens, screens);
  return figure;
}

export default function ({ parentElement, data: [data] }) {
  parentElement.querySelector(".panels").replaceChildren(...data.panels.map(panelOf));
}
