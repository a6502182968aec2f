// A text area that keeps one message under way: the next one is sent when the answer to the last has come, so that
// fast typing never makes a queue, and each answer is drawn as soon as it can be.

const PATIENCE = 4000; // milliseconds after which a text without an answer is sent once more; then twice as long

// From so many characters on, putting a paste into the box takes the browser longer than a message takes.
const EARLY = 10_000;

// Milliseconds after which such a paste is put into the box, answer or no answer.
const LANDING = 500;

// A character with so many marks is one that browsers need seconds, or minutes, to lay out.
const HEAP = /[\p{M}\u200d]{1000}/u;

/** What a text area makes of a text: LF line ends. */
function asTyped(text) {
  return text.replace(/\r\n?/g, "\n");
}

class LiveText {
  constructor(root) {
    this.root = root;
    this.area = root.querySelector("textarea");
    this.say = root.querySelector(".say");
    this.button = root.querySelector(".apply");
    this.clear = root.querySelector(".clear");
    this.sequence = null;
    this.dirty = false;
    this.coming = null; // a paste that has been sent and is not in the box yet: {piece, text: the whole with it}
    this.long = null; // a text too long to be edited here: {text or null where only Python has it, length}
    this.area.oninput = () => this.changed();
    this.area.onpaste = (event) => this.brought(event, event.clipboardData);
    this.area.ondrop = (event) => this.brought(event, event.dataTransfer);
    this.area.onkeydown = (event) => this.pressed(event);
    this.button.onclick = () => {
      this.arrive();
      this.post();
    };
    this.clear.onclick = () => {
      this.forget();
      this.replace("");
    };
  }

  receive(data, send) {
    this.send = send;
    this.data = data;
    if (this.sequence === null) this.sequence = data.sequence;
    this.root.querySelector(".label").textContent = data.label;
    this.area.setAttribute("aria-label", data.label);
    this.area.style.height = `${data.height}px`;
    if (data.sequence < this.sequence) return; // an answer to what is no longer here
    this.sequence = data.sequence;
    clearTimeout(this.patience);
    this.waiting = false;
    this.tries = 0;
    if (this.dirty) {
      // Typed while the answer was on its way.
      if (this.live()) this.post();
      else this.show();
      return;
    }
    if (this.coming?.text === asTyped(data.text)) {
      this.given = data.text;
      this.show();
      // What the same answer has drawn is on the screen in the second frame from now.
      requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => this.arrive(), 0)));
      return;
    }
    this.forget(); // another text has come in the meantime
    const long = data.length > data.text.length;
    if (data.text !== this.given || long !== Boolean(this.long)) {
      this.long = long ? { text: null, length: data.length } : null;
      this.put(data.text);
    } else if (long) {
      this.long.length = data.length;
    }
    this.given = data.text;
    this.show();
  }

  /** Show a text that was not typed, without moving the caret where that can be helped. */
  put(text) {
    this.area.readOnly = Boolean(this.long);
    if (this.area.value === asTyped(text)) return;
    const { selectionStart, selectionEnd } = this.area;
    this.area.value = text;
    this.area.setSelectionRange(selectionStart, selectionEnd);
  }

  live() {
    return !this.long && this.area.value.length <= this.data.live;
  }

  pressed(event) {
    this.arrive();
    if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      event.preventDefault();
      this.post();
    } else if (this.swappedBack(event)) {
      event.preventDefault();
    } else if (this.long && (event.key === "Backspace" || event.key === "Delete")) {
      event.preventDefault();
      this.replace("");
    }
  }

  /** Undo and redo of a text that was put in as a whole, of which the browser knows nothing. */
  swappedBack(event) {
    if (!this.swap || !(event.ctrlKey || event.metaKey) || event.altKey) return false;
    const key = event.key.toLowerCase();
    const undo = key === "z" && !event.shiftKey;
    if (!undo && key !== "z" && key !== "y") return false;
    const { from, to } = this.swap;
    if (from === null) return false; // only Python had it
    const whole = this.long ? this.long.text : this.area.value;
    if (whole !== (undo ? to : from)) return false;
    this.replace(undo ? from : to);
    this.swap = { from, to };
    return true;
  }

  changed() {
    if (this.coming) {
      this.arrive(); // which comes back here
      return;
    }
    this.dirty = true;
    this.refused = "";
    const tooLong = this.area.value.length > this.data.most;
    if (!tooLong && (this.live() || this.comesWhole)) this.post(false);
    else this.show();
    this.comesWhole = false;
  }

  /** A paste, or a drop. It is one deliberate act: it is shown at once, however long. */
  brought(event, transfer) {
    this.arrive();
    const coming = transfer?.getData("text/plain") ?? "";
    const { selectionStart, selectionEnd, value } = this.area;
    const length = this.long ? coming.length : value.length - (selectionEnd - selectionStart) + coming.length;
    if (length > this.data.most) {
      event.preventDefault();
      this.refused =
        `That is ${coming.length.toLocaleString("en")} characters; the box takes ${this.data.most.toLocaleString("en")} in all. ` +
        "Open it as a file to see its beginning.";
      this.show();
    } else if (this.long) {
      event.preventDefault();
      this.replace(coming);
    } else if (length > this.data.edited || HEAP.test(coming)) {
      event.preventDefault();
      this.replace(value.slice(0, selectionStart) + coming + value.slice(selectionEnd));
    } else if (event.type === "paste" && coming.length > EARLY && !coming.includes("\0")) {
      event.preventDefault();
      const piece = asTyped(coming);
      this.sendFirst(piece, value.slice(0, selectionStart) + piece + value.slice(selectionEnd));
    } else {
      this.comesWhole = true;
    }
  }

  /**
   * A long paste is sent before it is put into the box, and put there when its tokens have been drawn: the browser
   * needs as long to lay it out as for everything else, and nobody can read a hundred kilobytes meanwhile.
   */
  sendFirst(piece, text) {
    this.refused = "";
    this.coming = { piece, text };
    this.swap = { from: this.area.value, to: text };
    this.post(true, text);
    this.landing = setTimeout(() => this.arrive(), LANDING);
  }

  /** Put the paste that has been sent where the caret is. */
  arrive() {
    if (!this.coming) return;
    const { piece, text } = this.coming;
    this.forget();
    const { selectionStart, selectionEnd, value } = this.area;
    if (value !== text) this.area.setRangeText(piece, selectionStart, selectionEnd, "end");
    if (this.area.selectionEnd === text.length) this.area.scrollTop = this.area.scrollHeight;
    if (this.area.value !== text) this.changed();
    else this.show();
  }

  forget() {
    this.coming = null;
    clearTimeout(this.landing);
  }

  /** Put a whole new text, of any length, in place of the old one. */
  replace(text) {
    this.refused = "";
    const whole = asTyped(text);
    this.swap = { from: this.long ? this.long.text : this.area.value, to: whole };
    const { edited, beginning } = this.data;
    const cut = whole.length > beginning && (whole.length > edited || HEAP.test(whole));
    this.long = cut ? { text: whole, length: whole.length } : null;
    this.put(this.long ? whole.slice(0, this.data.beginning) : whole);
    this.area.setSelectionRange(0, 0);
    this.area.focus();
    this.post();
  }

  /** Send the text. Unless it was `asked` for, it waits until the answer to the message before is here. */
  post(asked = true, coming = null) {
    if (!asked && this.waiting) return;
    const text = coming ?? (this.long ? this.long.text : this.area.value);
    if (text === null || text.length > this.data.most) return this.show();
    this.dirty = false;
    this.waiting = true;
    this.given = this.long ? this.area.value : null;
    this.sequence += 1;
    clearTimeout(this.patience);
    this.tries = (this.tries ?? 0) + 1;
    this.patience = setTimeout(() => this.again(), PATIENCE * 2 ** Math.min(this.tries - 1, 4));
    this.send("typed", { text, sequence: this.sequence });
    this.show();
  }

  /** No answer: the message may be lost, as when the connection was cut. A text that waits for Apply goes on waiting. */
  again() {
    this.waiting = false;
    if (!this.dirty || this.live()) this.post();
  }

  show() {
    const { live, most, lossy } = this.data;
    const count = this.area.value.length;
    const number = (n) => n.toLocaleString("en");
    this.button.hidden = !(this.dirty && count > live && count <= most);
    this.clear.hidden = !this.long;
    let words = "";
    if (this.refused) words = this.refused;
    else if (this.long)
      words = `The box shows the first ${number(count)} of ${number(this.long.length)} characters. The tokens are those of all. Paste to replace it.`;
    else if (count > most) words = `${number(count)} characters; the box takes ${number(most)}. The tokens are those of the text before.`;
    else if (this.dirty && count > live) words = `Over ${number(live)} characters: the tokens follow when you apply.`;
    else if (!this.dirty) words = lossy;
    if (this.say.textContent !== words) this.say.textContent = words;
  }
}

const BOXES = new WeakMap();

export default function (component) {
  const { data: [data], parentElement, setTriggerValue } = component;
  let box = BOXES.get(parentElement);
  if (!box) {
    box = new LiveText(parentElement);
    BOXES.set(parentElement, box);
  }
  box.receive(data, apart(setTriggerValue));
  return () => {
    clearTimeout(box.patience);
    box.forget();
    BOXES.delete(parentElement);
  };
}
