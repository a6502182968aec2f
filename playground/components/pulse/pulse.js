// One listener for the lifetime of the element, however often the module runs on it.

const PULSES = new WeakMap();

export default function (component) {
  const { parentElement, setTriggerValue } = component;
  let pulse = PULSES.get(parentElement);
  if (!pulse) {
    pulse = { stop: new AbortController(), seen: null, send: apart(setTriggerValue) };
    PULSES.set(parentElement, pulse);
    const beat = () => {
      if (window[SETTLED] === undefined || window[SETTLED] === pulse.seen) return;
      pulse.seen = window[SETTLED];
      pulse.send("settled", pulse.seen);
    };
    window.addEventListener(SETTLED, beat, { signal: pulse.stop.signal });
    // The view may have come to rest while this part was still on its way.
    setTimeout(beat, 0);
  }
  pulse.send = apart(setTriggerValue);
  return () => {
    pulse.stop.abort();
    PULSES.delete(parentElement);
  };
}
