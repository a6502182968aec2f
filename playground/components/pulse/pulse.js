// One listener for the lifetime of the element, however often the module runs on it.

const PULSES = new WeakMap();
const SOON = 40; // milliseconds

/** Is Streamlit at work, or asked to be? Then it may be on its way to another page, which a message from this one would spoil. */
function busy() {
  const app = document.querySelector("[data-testid=stApp]");
  return ["running", "rerunRequested"].includes(app?.dataset.testScriptState);
}

export default function (component) {
  const { parentElement, setTriggerValue } = component;
  let pulse = PULSES.get(parentElement);
  if (!pulse) {
    pulse = { stop: new AbortController(), seen: null, send: apart(setTriggerValue) };
    PULSES.set(parentElement, pulse);
    const soon = () => {
      clearTimeout(pulse.later);
      pulse.later = setTimeout(beat, SOON);
    };
    const beat = () => {
      if (pulse.stop.signal.aborted || window[SETTLED] === undefined || window[SETTLED] === pulse.seen) return;
      if (busy()) return soon();
      pulse.seen = window[SETTLED];
      pulse.send("settled", pulse.seen);
    };
    window.addEventListener(SETTLED, soon, { signal: pulse.stop.signal });
    // The view may have come to rest while this part was still on its way.
    soon();
  }
  pulse.send = apart(setTriggerValue);
  return () => {
    pulse.stop.abort();
    PULSES.delete(parentElement);
  };
}
