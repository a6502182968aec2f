function node(tag, className, text) {
  const element = document.createElement(tag);
  element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function drawPieces(row) {
  const odd = new Set(row.odd);
  const line = node("div", "pieces");
  row.pieces.forEach((text, i) => {
    const piece = node("span", odd.has(i) ? "piece odd" : "piece", text);
    piece.style.background = tokenColour(i);
    line.append(piece);
  });
  return line;
}

export default function ({ parentElement, data: [data] }) {
  const parts = data.rows.flatMap((row) => {
    const content = node("div", "content");
    content.append(row.whole ? node("span", "text", row.pieces.join("")) : drawPieces(row));
    if (row.note) content.append(node("div", "note", row.note));
    return [node("div", "label", row.label), content];
  });
  parentElement.querySelector(".piece-rows").replaceChildren(...parts);
}
