// Helpers that several components use. Pure functions; no document, no state.

/** The name of the palette variable for a colour index. */
function tokenColour(index) {
  return `var(--token-${((index % 6) + 6) % 6})`;
}
