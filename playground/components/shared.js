// Helpers that several components use. Pure functions; no document, no state.

/** The name of the palette variable for a colour index. */
function tokenColour(index) {
  return `var(--token-${((index % 6) + 6) % 6})`;
}

// The event that a token view sends to the window when what it shows has not changed for a moment.
const SETTLED = "playground:settled";
