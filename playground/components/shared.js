// Helpers that several components use. No state; the document only to make new elements.

/** The name of the palette variable for a colour index. */
function tokenColour(index) {
  return `var(--token-${((index % 6) + 6) % 6})`;
}

// The event that a token view sends to the window when what it shows has not changed for a moment.
const SETTLED = "playground:settled";

/** A new element with a class and, where given, a text: never markup. */
function newElement(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
