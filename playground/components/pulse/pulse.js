// One listener for the lifetime of the element, however often the module runs on it.

const PULSES = new WeakMap();

export default function (component) {
  const { parentElement, setTriggerValue } = component;
  let pulse = PULSES.get(parentElement);
  if (!pulse) {
    pulse = { stop: new AbortController(), seen: null };
    PULSES.set(parentElement, pulse);
    window.addEventListener(SETTLED, (event) => {
      if (event.detail === pulse.seen) return;
      pulse.seen = event.detail;
      pulse.send("settled", event.detail);
    }, { signal: pulse.stop.signal });
  }
  pulse.send = setTriggerValue;
  return () => {
    pulse.stop.abort();
    PULSES.delete(parentElement);
  };
}
