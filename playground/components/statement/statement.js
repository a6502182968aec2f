function chip(text, index, alone) {
  const made = newElement("code", alone ? "chip whole" : "chip", text);
  if (!alone) made.style.background = tokenColour(index);
  return made;
}

export default function ({ parentElement, data: [data] }) {
  const line = parentElement.querySelector(".statement");
  line.classList.toggle("small", data.small);
  line.classList.toggle("none", !data.found);
  line.replaceChildren(
    ...data.parts.flatMap((part) =>
      part.tokens.length
        ? part.tokens.map((text, i) => chip(text, i, part.tokens.length === 1))
        : [part.words],
    ),
  );
}
