// A text area that keeps one message under way: the next one is sent when the answer to the last has come, so that
// fast typing never makes a queue, and each answer is drawn as soon as it can be.

const PATIENCE = 4000; // milliseconds after which an answer is given up

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
    this.sequence = null;
    this.answered = 0;
    this.dirty = false;
    this.area.oninput = () => this.changed();
    this.area.onpaste = (event) => this.pasted(event);
    this.area.ondrop = (event) => this.pasted(event);
    this.area.onkeydown = (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
        event.preventDefault();
        this.post(true);
      }
    };
    this.button.onclick = () => this.post(true);
  }

  receive(data, send) {
    this.send = send;
    this.data = data;
    if (this.sequence === null) this.sequence = data.sequence;
    this.root.querySelector(".label").textContent = data.label;
    this.area.setAttribute("aria-label", data.label);
    this.area.style.height = `${data.height}px`;
    if (data.sequence < this.sequence) return; // an answer to what is no longer here
    this.sequence = Math.max(this.sequence, data.sequence);
    clearTimeout(this.patience);
    this.waiting = false;
    if (this.dirty) {
      if (this.live()) this.post();
      else this.show();
      return;
    }
    if (data.text !== this.given && this.area.value !== asTyped(data.text)) {
      const { selectionStart, selectionEnd } = this.area;
      this.area.value = data.text;
      this.area.setSelectionRange(selectionStart, selectionEnd);
    }
    this.given = data.text;
    this.show();
  }

  live() {
    return this.area.value.length <= this.data.live;
  }

  changed() {
    this.dirty = true;
    this.refused = "";
    if (this.area.value.length > this.data.most) this.show();
    else if (this.live() || this.pastedNow) this.post();
    else this.show();
    this.pastedNow = false;
  }

  /** A paste is one deliberate act: it is shown at once, however long. */
  pasted(event) {
    const transfer = event.clipboardData ?? event.dataTransfer;
    const coming = transfer?.getData("text/plain")?.length ?? 0;
    const chosen = this.area.selectionEnd - this.area.selectionStart;
    if (this.area.value.length - chosen + coming > this.data.most) {
      event.preventDefault();
      this.refused =
        `That is ${coming.toLocaleString("en")} characters; the box takes ${this.data.most.toLocaleString("en")} in all. ` +
        "Open it as a file to see its beginning.";
      this.show();
      return;
    }
    this.pastedNow = true;
  }

  post(asked = false) {
    if (!asked && this.waiting) return; // sent when the answer is here
    if (this.area.value.length > this.data.most) return this.show();
    this.dirty = false;
    this.waiting = true;
    this.given = null;
    this.sequence += 1;
    clearTimeout(this.patience);
    this.patience = setTimeout(() => {
      this.waiting = false;
      if (this.dirty && this.live()) this.post();
    }, PATIENCE);
    this.send("typed", { text: this.area.value, sequence: this.sequence });
    this.show();
  }

  show() {
    const count = this.area.value.length;
    const { live, most } = this.data;
    const number = (n) => n.toLocaleString("en");
    const over = count > most;
    this.button.hidden = !(this.dirty && count > live && !over);
    if (this.refused) this.say.textContent = this.refused;
    else if (over) this.say.textContent = `${number(count)} characters; the box takes ${number(most)}. The tokens are those of the text before.`;
    else if (this.dirty && count > live) this.say.textContent = `Over ${number(live)} characters: the tokens follow when you apply.`;
    else if (!this.dirty && this.data.lossy) this.say.textContent = this.data.lossy;
    else this.say.textContent = "";
  }
}

const BOXES = new WeakMap();

export default function (component) {
  const { data, parentElement, setTriggerValue } = component;
  let box = BOXES.get(parentElement);
  if (!box) {
    box = new LiveText(parentElement);
    BOXES.set(parentElement, box);
  }
  box.receive(data, setTriggerValue);
  return () => BOXES.delete(parentElement);
}
