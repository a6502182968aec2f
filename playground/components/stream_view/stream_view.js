const PLAY = "M4 2v12l10-6z";
const PAUSE = "M3 2h4v12H3zM9 2h4v12H9z";
const DIRECTION = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/;
const views = new WeakMap();

/** The tokens, from 0, whose bytes the text of token `i` is made of: `i` and those before it that were held back. */
function origin(data, i) {
  let first = i;
  while (first > 0 && data.held[first - 1] !== "") first -= 1;
  return [first, i];
}

/** `2 bytes` or `1 byte` of a row of hex pairs. */
function bytesIn(hex) {
  const count = hex === "" ? 0 : hex.split(" ").length;
  return `${count} byte${count === 1 ? "" : "s"}`;
}

/** One sentence about the token that arrived last, in parts: text, and what stands in <b> and <code>. */
function sentence(data, position) {
  const total = data.ids.length;
  if (!total) return [["", "There is nothing to stream: the text is empty."]];
  if (!position) return [["", "Nothing has arrived yet."]];
  const i = position - 1;
  const parts = [["b", `Token ${position.toLocaleString("en")}`], ["", `, id ${data.ids[i]}, bytes `], ["code", data.bytes[i]]];
  const [first] = origin(data, i);
  if (data.texts[i] === "" && data.held[i] !== "") {
    parts.push(["", `: no character is complete. ${bytesIn(data.held[i])} wait, and nothing is sent.`]);
  } else if (data.held[i] !== "") {
    parts.push(["", `: it ends inside a character. The last ${bytesIn(data.held[i])} wait.`]);
  } else if (first < i) {
    parts.push(["", `: it completes what was held back. Tokens ${first + 1} to ${position} are sent together.`]);
  } else {
    parts.push(["", ": whole characters, sent at once."]);
  }
  if (data.wrong[i]) {
    const signs = data.wrong[i] === 1 ? "a replacement character" : `${data.wrong[i]} replacement characters`;
    parts.push(["", ` Decoded alone it prints ${signs}.`]);
  }
  return parts;
}

/** Text into `box`; characters that show nothing become small names. */
function write(box, text, names) {
  let plain = "";
  const flush = () => {
    if (plain) box.append(plain);
    plain = "";
  };
  for (const character of text) {
    if (!(character in names) || character === "\u200d" || character === "\ufe0f") {
      plain += character;
      continue;
    }
    flush();
    const mark = document.createElement("span");
    mark.className = "mark";
    mark.textContent = names[character];
    box.append(mark);
  }
  flush();
}

/** What token `i` adds to the left text: one span, coloured where several tokens had to come together. */
function sent(data, i, isolate) {
  const span = document.createElement("span");
  const [first, last] = origin(data, i);
  if (first < last) {
    span.className = "late";
    span.style.setProperty("--c", tokenColour(last));
    span.title = `tokens ${first + 1} to ${last + 1}`;
  }
  if (isolate) span.classList.add("isolated");
  write(span, data.texts[i], data.names);
  return span;
}

/** What token `i` adds to the right text; replacement characters that are not in the text stand out. */
function printed(data, i, isolate) {
  const span = document.createElement("span");
  if (isolate) span.className = "isolated";
  if (!data.wrong[i]) {
    write(span, data.naive[i], data.names);
    return span;
  }
  for (const piece of data.naive[i].split(/(\ufffd)/)) {
    if (piece === "\ufffd") {
      const bad = document.createElement("span");
      bad.className = "bad";
      bad.textContent = piece;
      span.append(bad);
    } else if (piece) {
      write(span, piece, data.names);
    }
  }
  return span;
}

function chip(hex) {
  const held = document.createElement("span");
  held.className = "held";
  held.textContent = `${hex} held back`;
  return held;
}

class StreamView {
  constructor(root) {
    this.find = (selector) => root.querySelector(selector);
    this.root = root;
    this.position = 0;
    this.drawn = 0;
    this.playing = false;
  }

  open(data) {
    const same = this.data && this.data.signature === data.signature;
    this.data = data;
    this.isolate = DIRECTION.test(data.texts.join(""));
    const scrub = this.find(".scrub");
    scrub.max = String(data.ids.length);
    scrub.oninput = () => this.stopAt(Number(scrub.value));
    this.find(".play").onclick = () => (this.playing ? this.pause() : this.play());
    this.find(".back").onclick = () => this.stopAt(this.position - 1);
    this.find(".forward").onclick = () => this.stopAt(this.position + 1);
    this.find(".restart").onclick = () => this.stopAt(0);
    if (same) return;
    this.pause();
    this.draw(data.start, true);
  }

  stopAt(position) {
    this.pause();
    this.draw(position);
  }

  play() {
    if (this.position >= this.data.ids.length) this.draw(0);
    this.playing = true;
    let before = null;
    let due = 0;
    const tick = (now) => {
      if (!this.playing) return;
      if (!this.root.isConnected) return this.pause();
      due += before === null ? 1 : Math.min(now - before, 500) * Number(this.find(".speed").value) / 1000;
      before = now;
      if (due >= 1) {
        this.draw(this.position + Math.floor(due));
        due %= 1;
      }
      if (this.position >= this.data.ids.length) return this.pause();
      this.frame = requestAnimationFrame(tick);
    };
    this.frame = requestAnimationFrame(tick);
    this.label();
  }

  pause() {
    this.playing = false;
    cancelAnimationFrame(this.frame);
    this.label();
  }

  /** What the controls say and allow. */
  label() {
    const total = this.data.ids.length;
    const word = this.playing ? "Pause" : "Play";
    const button = this.find(".play");
    button.setAttribute("aria-label", word);
    button.title = word;
    button.disabled = !total;
    this.find(".word").textContent = word;
    this.find(".shape").setAttribute("d", this.playing ? PAUSE : PLAY);
    this.find(".back").disabled = this.find(".restart").disabled = this.position === 0;
    this.find(".forward").disabled = this.position === total;
    // A screen reader hears each step that was asked for, not the running stream.
    this.find(".now").setAttribute("aria-live", this.playing ? "off" : "polite");
  }

  draw(position, afresh = false) {
    const { data } = this;
    const total = data.ids.length;
    this.position = Math.max(0, Math.min(position, total));
    const good = this.find(".good");
    const naive = this.find(".naive");
    if (afresh || this.position < this.drawn) {
      good.textContent = naive.textContent = "";
      this.drawn = 0;
    }
    good.querySelector(".held")?.remove();
    for (const pane of [good, naive]) pane.lastElementChild?.classList.remove("newest");
    const [goodNew, naiveNew] = [document.createDocumentFragment(), document.createDocumentFragment()];
    for (let i = this.drawn; i < this.position; i += 1) {
      if (data.texts[i] !== "") goodNew.append(sent(data, i, this.isolate));
      naiveNew.append(printed(data, i, this.isolate));
    }
    this.drawn = this.position;
    good.append(goodNew);
    naive.append(naiveNew);
    const last = this.position - 1;
    if (last >= 0 && data.texts[last] !== "") good.lastElementChild.classList.add("newest");
    naive.lastElementChild?.classList.add("newest");
    if (last >= 0 && data.held[last] !== "") good.append(chip(data.held[last]));
    good.scrollTop = good.scrollHeight;
    naive.scrollTop = naive.scrollHeight;
    this.find(".scrub").value = String(this.position);
    this.find(".place").textContent = `${this.position.toLocaleString("en")} of ${total.toLocaleString("en")}`;
    this.tell();
    this.label();
  }

  tell() {
    const now = this.find(".now");
    now.textContent = "";
    for (const [tag, text] of sentence(this.data, this.position)) {
      if (!tag) {
        now.append(text);
        continue;
      }
      const part = document.createElement(tag);
      part.textContent = text;
      now.append(part);
    }
  }
}

export default function ({ parentElement, data: [data] }) {
  const root = parentElement.querySelector(".stream");
  let view = views.get(parentElement);
  if (!view || view.root !== root) {
    view?.pause();
    view = new StreamView(root);
    views.set(parentElement, view);
  }
  view.open(data);
  return () => view.pause();
}
