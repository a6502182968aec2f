// One listener for the lifetime of the element, however often the module runs on it.
//
// A pulse that beats once does so when the page stands still; the others whenever a view has come to rest.

const PULSES = new WeakMap();
const SOON = 40; // milliseconds
const PATIENCE = 5000; // milliseconds, after which a click is taken for one that leads nowhere, and a beat for lost

/** Is Streamlit at work? Then it may be on its way to another page, which a message from this one would spoil. */
function busy() {
  const app = document.querySelector("[data-testid=stApp]");
  return ["running", "rerunRequested"].includes(app?.dataset.testScriptState);
}

/** Does a part of the page still wait for its scripts? */
function unfinished() {
  return document.querySelector("[data-testid=stMain] [data-testid=stSkeleton]") !== null;
}

/** Does a click on this lead to another page, perhaps? */
function leads(event) {
  return event.composedPath().some((element) => element.matches?.("a, button"));
}

export default function (component) {
  const { parentElement, setTriggerValue, setStateValue } = component;
  const [{ once, heard }] = component.data;
  const send = apart(once ? setStateValue : setTriggerValue);
  let pulse = PULSES.get(parentElement);
  if (!pulse) {
    pulse = { stop: new AbortController(), seen: null, began: performance.now(), asked: -Infinity, send, heard };
    PULSES.set(parentElement, pulse);
    const soon = () => {
      clearTimeout(pulse.later);
      pulse.later = setTimeout(beat, SOON);
    };
    const beat = () => {
      const rest = once ? performance.now() : window[SETTLED];
      if (pulse.stop.signal.aborted || pulse.heard || rest === undefined || rest === pulse.seen) return;
      // Until the server has answered a click, nothing tells that Streamlit is about to work.
      if (busy()) pulse.asked = -Infinity;
      if (busy() || performance.now() - pulse.asked < PATIENCE) return soon();
      if (once && unfinished() && performance.now() - pulse.began < PATIENCE) return soon();
      pulse.seen = rest;
      pulse.send("settled", pulse.seen);
      if (once) pulse.later = setTimeout(beat, PATIENCE);
    };
    const { signal } = pulse.stop;
    const asked = () => (pulse.asked = performance.now());
    if (!once) window.addEventListener(SETTLED, soon, { signal });
    window.addEventListener(ASKED, asked, { signal });
    window.addEventListener("click", (event) => leads(event) && asked(), { signal, capture: true });
    // The view may have come to rest while this part was still on its way; a page is at rest when nothing is to be done.
    if (once) requestIdleCallback(soon, { timeout: PATIENCE });
    else soon();
  }
  Object.assign(pulse, { send, heard });
  return () => {
    pulse.stop.abort();
    PULSES.delete(parentElement);
  };
}
