// One listener for the lifetime of the element, however often the module runs on it.

const PULSES = new WeakMap();
const SOON = 40; // milliseconds
const PATIENCE = 5000; // milliseconds, after which a click is taken for one that leads nowhere

/** Is Streamlit at work? Then it may be on its way to another page, which a message from this one would spoil. */
function busy() {
  const app = document.querySelector("[data-testid=stApp]");
  return ["running", "rerunRequested"].includes(app?.dataset.testScriptState);
}

/** Does a click on this lead to another page, perhaps? */
function leads(event) {
  return event.composedPath().some((element) => element.matches?.("a, button"));
}

export default function (component) {
  const { parentElement, setTriggerValue } = component;
  let pulse = PULSES.get(parentElement);
  if (!pulse) {
    pulse = { stop: new AbortController(), seen: null, asked: -Infinity, send: apart(setTriggerValue) };
    PULSES.set(parentElement, pulse);
    const soon = () => {
      clearTimeout(pulse.later);
      pulse.later = setTimeout(beat, SOON);
    };
    const beat = () => {
      if (pulse.stop.signal.aborted || window[SETTLED] === undefined || window[SETTLED] === pulse.seen) return;
      // Until the server has answered a click, nothing tells that Streamlit is about to work.
      if (busy()) pulse.asked = -Infinity;
      if (busy() || performance.now() - pulse.asked < PATIENCE) return soon();
      pulse.seen = window[SETTLED];
      pulse.send("settled", pulse.seen);
    };
    const { signal } = pulse.stop;
    const asked = () => (pulse.asked = performance.now());
    window.addEventListener(SETTLED, soon, { signal });
    window.addEventListener(ASKED, asked, { signal });
    window.addEventListener("click", (event) => leads(event) && asked(), { signal, capture: true });
    // The view may have come to rest while this part was still on its way.
    soon();
  }
  pulse.send = apart(setTriggerValue);
  return () => {
    pulse.stop.abort();
    PULSES.delete(parentElement);
  };
}
