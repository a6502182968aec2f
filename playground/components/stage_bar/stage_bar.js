// The notes window belongs to the tab, not to one mount of the bar: a change of scene must not lose it.
const NOTES = "playgroundNotes";

/** Whole minutes and seconds of a time in milliseconds, as 7:05. */
function minutes(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Which way a key leads: 1, -1, or 0 where the key is someone else's. */
function direction(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return 0;
  const target = event.composedPath()[0];
  const busy = "input, textarea, select, [contenteditable], [role=slider], [role=radio], [role=tab], [role=listbox], [role=grid], [role=option], canvas";
  if (target?.matches?.(busy)) return 0;
  return { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key] ?? 0;
}

/** Fill the second window: this scene's notes, the next title, time since the start and time of day. */
function writeNotes(data) {
  const window = globalThis[NOTES]?.window;
  if (!window || window.closed) return;
  const page = window.document;
  page.title = "Notes";
  const made = (name, text, style) => {
    const element = page.createElement(name);
    element.textContent = text;
    element.style.cssText = style;
    return element;
  };
  const clock = made("p", "", "font-size:2.5rem;margin:0;font-variant-numeric:tabular-nums");
  const next = data.titles[data.at + 1];
  page.body.style.cssText = "margin:2rem;font:1.4rem/1.45 system-ui,sans-serif;background:#111;color:#eee";
  page.body.replaceChildren(
    clock,
    made("h1", `${data.at + 1}. ${data.titles[data.at]}`, "font-size:1.8rem;margin:1rem 0 0.5rem"),
    made("p", data.notes || "No notes for this scene.", "white-space:pre-wrap;margin:0 0 1.5rem"),
    made("p", next ? `Next: ${next}` : "This is the last scene.", "color:#9bd;margin:0"),
  );
  clearInterval(globalThis[NOTES].timer);
  const tick = () => {
    if (window.closed) return clearInterval(globalThis[NOTES].timer);
    const now = new Date();
    clock.textContent = `${minutes(now - data.started)}  ·  ${now.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })}`;
  };
  tick();
  globalThis[NOTES].timer = setInterval(tick, 1000);
}

/** Draw the code as one path, a quiet margin of four squares around it. */
function drawCode(svg, code) {
  const size = code.rows.length + 8;
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  const squares = [];
  code.rows.forEach((row, y) => [...row].forEach((dark, x) => dark === "1" && squares.push(`M${x + 4} ${y + 4}h1v1h-1z`)));
  path.setAttribute("d", squares.join(""));
  path.setAttribute("fill", "#000");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.replaceChildren(path);
}

const wanted = new WeakMap();

export default function ({ parentElement, data: [data], setTriggerValue: trigger }) {
  const setTriggerValue = apart(trigger);
  const find = (name) => parentElement.querySelector(name);
  const last = data.titles.length - 1;
  wanted.set(parentElement, data.at);

  const go = (to) => {
    const at = Math.min(Math.max(to, 0), last);
    if (at === wanted.get(parentElement)) return;
    wanted.set(parentElement, at);
    window.dispatchEvent(new Event(ASKED));
    setTriggerValue("go", at);
  };
  const step = (by) => go(wanted.get(parentElement) + by);

  find(".title").textContent = data.titles[data.at];
  find(".previous").disabled = data.at === 0;
  find(".next").disabled = data.at === last;
  find(".previous").onclick = () => step(-1);
  find(".next").onclick = () => step(1);
  find(".leave").onclick = () => setTriggerValue("leave", true);

  const list = find(".list");
  list.replaceChildren(
    ...data.titles.map((title, i) => {
      const option = document.createElement("option");
      option.value = i;
      option.textContent = `${i + 1} / ${data.titles.length}  ${title}`;
      return option;
    }),
  );
  list.value = String(data.at);
  list.onchange = () => go(Number(list.value));

  find(".notes").onclick = () => {
    const window = globalThis.open("", "playground-notes", "popup,width=720,height=640");
    if (!window) return;
    globalThis[NOTES] = { window, timer: 0 };
    writeNotes(data);
  };
  writeNotes(data);

  const sheet = find(".sheet");
  find(".code").hidden = !data.code;
  find(".code").onclick = () => {
    drawCode(find(".squares"), data.code);
    find(".link").textContent = data.code.link;
    sheet.showModal();
  };
  sheet.onclick = () => sheet.close();

  document.onkeydown = (event) => {
    const by = sheet.open ? 0 : direction(event);
    if (!by) return;
    event.preventDefault();
    step(by);
  };
  let start = null;
  document.ontouchstart = (event) => {
    start = event.touches.length === 1 ? event.touches[0] : null;
  };
  document.ontouchend = (event) => {
    const end = event.changedTouches[0];
    const x = start ? end.clientX - start.clientX : 0;
    const y = start ? end.clientY - start.clientY : 0;
    // A swipe is long, level, and does not begin inside something that scrolls sideways itself.
    if (Math.abs(x) > 90 && Math.abs(x) > 3 * Math.abs(y) && !event.composedPath().some(scrollsSideways)) step(x < 0 ? 1 : -1);
  };
  return () => {
    document.onkeydown = document.ontouchstart = document.ontouchend = null;
  };
}

function scrollsSideways(element) {
  return element instanceof Element && element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).overflowX !== "visible";
}
