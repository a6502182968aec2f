// Helpers that several components use. No state; the document only to make new elements.

/** The name of the palette variable for a colour index. */
function tokenColour(index) {
  return `var(--token-${((index % 6) + 6) % 6})`;
}

// The event that a token view sends to the window when what it shows has not changed for a moment.
const SETTLED = "playground:settled";

// The event that says that the visitor has asked for what may be another page, in another way than by a click.
const ASKED = "playground:asked";

const OUTBOX = "playground:outbox";

/**
 * A way to send, for `setTriggerValue` or `setStateValue`, that lets one message leave before the next is given up.
 * Streamlit puts what is sent in one turn of the event loop into one message, and of that runs only the fragment of the
 * first: what another fragment was told would stay without an answer.
 */
function apart(send) {
  return (name, value) => {
    const free = window[OUTBOX] ?? Promise.resolve();
    window[OUTBOX] = free.then(() => {
      try {
        send(name, value);
      } catch (error) {
        console.error(error); // the part is gone; the others may still speak
      }
      return new Promise((done) => setTimeout(done, 0)); // behind the timer with which Streamlit sends
    });
  };
}

/** A new element with a class and, where given, a text: never markup. */
function newElement(tag, className, text) {
  const made = document.createElement(tag);
  made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
