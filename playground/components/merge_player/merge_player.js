// The player: everything that is seen is drawn from one playhead. Streamlit calls the function at the end again when the
// data changes; a player stays on its elements and goes on.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const PLAY = "M7 4l13 8-13 8z";
const PAUSE = "M7 4h4v16H7zM14 4h4v16h-4z";
const players = new WeakMap();

class Player {
  constructor(root) {
    this.root = root;
    this.$ = (name) => root.querySelector(name);
    this.quiz = new Quiz(root);
    this.head = new Playhead({ held: (step) => this.quiz.hides(step), moved: () => this.draw(), rested: () => this.rested() });
    this.wire();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.$(".lanes"));
  }

  wire() {
    const { $, root, head } = this;
    $(".first").onclick = () => this.jump(0);
    $(".back").onclick = () => this.step(-1);
    $(".play").onclick = () => head.toggle();
    $(".next").onclick = () => this.step(1);
    $(".last").onclick = () => this.jump(head.total);
    $(".full").onclick = () => this.fullScreen();
    $(".scrub").oninput = (event) => head.jump(Number(event.target.value));
    $(".scrub").onchange = () => this.rested();
    $(".jump input").onchange = (event) => this.typed(event.target);
    const select = $(".pace select");
    select.replaceChildren(...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    select.onchange = () => { head.speed = Number(select.value); };
    // A switch that is turned off lets go a playhead that waits for a guess.
    $(".quiz input").onchange = () => (head.state === "resting" ? this.draw() : head.run());
    root.onkeydown = (event) => this.key(event);
    // A button would take the released space for a click.
    root.onkeyup = (event) => { if (event.key === " " && event.target.closest(".controls button")) event.preventDefault(); };
    root.onfullscreenchange = () => this.resize();
  }

  /** New data. The same animation goes on where it is, unless Python asks for a step. */
  update(data, api) {
    this.api = api;
    const same = this.data && this.data.id === data.id;
    // A player that is new opens at `data.step`; a jump is for one that is there already.
    const asked = data.jump && this.data && (!this.data.jump || this.data.jump[1] !== data.jump[1]);
    this.data = data;
    if (!same) this.open();
    if (asked) this.jump(data.jump[0]);
  }

  /** Another animation, from new. */
  open() {
    const { $, data } = this;
    const main = data.lanes[0];
    const total = Math.max(...data.lanes.map((lane) => lane.steps.length));
    this.head.open(total, data.step || 0);
    this.told = this.head.p;
    this.quiz.open(main.steps, data.kind);
    this.root.dataset.kind = data.kind;
    $(".lanes").replaceChildren(...data.lanes.map(laneOf));
    this.stages = data.lanes.map((lane, i) => new Stage(this.root.querySelectorAll(".lane")[i], lane, data.labels));
    this.bars = new Bars($(".bars"), data.kind, data.labels);
    this.curves = new Curves($(".curves"), main.lengths, main.size);
    this.words = new Words(this.root, data);
    $(".bars-title").textContent = data.bars_title;
    $(".looking").textContent = data.looking;
    $(".scrub").max = $(".jump input").max = total;
    $(".total").textContent = ` of ${total.toLocaleString("en")}`;
    for (const control of this.root.querySelectorAll(".controls :is(button:not(.full), input, select)")) control.disabled = !total;
    this.resize();
  }

  /** Sizes follow the width, and in full screen the height. */
  resize() {
    if (!this.stages) return;
    const lanes = this.$(".lanes");
    const full = this.isFull(), several = this.stages.length > 1;
    if (lanes.clientWidth > 0) this.words.reserve();
    const family = getComputedStyle(this.root).getPropertyValue("--chip-font") || "monospace";
    const taken = [".head", ".facts", ".why", ".controls"].reduce((sum, name) => sum + this.$(name).getBoundingClientRect().height, 0);
    const height = full ? innerHeight - taken - 70 : Math.max(220, Math.min(380, innerHeight * 0.42)) + (several ? 60 : 0);
    const each = Math.max(120, height / this.stages.length - (several ? 64 * (full ? 1.4 : 1) : 0));
    const sizes = full ? [84, 76, 68, 62, 56, 50, 45, ...SIZES] : SIZES;
    for (const stage of this.stages) {
      if (lanes.clientWidth > 0) stage.fit(lanes.clientWidth - 24, each, family, sizes);
    }
    this.draw();
  }

  isFull() {
    return (this.root.getRootNode().fullscreenElement || document.fullscreenElement) === this.root;
  }

  fullScreen() {
    if (this.isFull()) document.exitFullscreen();
    else this.root.requestFullscreen();
  }

  key(event) {
    this.root.classList.remove("quiet");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { key, target } = event;
    if (target.matches("input[type=number], select") && key !== "PageUp" && key !== "PageDown") {
      // The number is taken; the keys belong to the player again.
      if (key === "Enter" && target.matches("input")) this.root.focus({ preventScroll: true });
      return;
    }
    // What space does by itself: tick the box, press the pair.
    if (key === " " && target.matches(".quiz input, .guess button, .guess button *")) return;
    const open = this.question();
    if (open && /^[1-4]$/.test(key) && open[key - 1]) this.answer(open[key - 1]);
    else if (key === " " && open) this.answer(null);
    else if (key === " ") this.head.toggle();
    else if (key === "ArrowRight" || key === "PageDown") this.step(1);
    else if (key === "ArrowLeft" || key === "PageUp") this.step(-1);
    else if (key === "Home") this.jump(0);
    else if (key === "End") this.jump(this.head.total);
    else if (key === "f" || key === "F") this.fullScreen();
    else return;
    event.preventDefault();
  }

  step(by) {
    if (by > 0 && this.head.waits) this.answer(null);
    else this.head.step(by);
  }

  jump(n) {
    this.head.jump(n);
    this.rested();
  }

  /** A step typed into the field; what is no number changes nothing. */
  typed(field) {
    if (field.value !== "") this.jump(Number(field.value));
    field.value = Math.floor(this.head.p);
  }

  /** Tell Streamlit the step, once it has come to rest. */
  rested() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const n = Math.floor(this.head.p);
      if (this.head.state !== "resting") return;
      this.words.tell(n);
      if (n === this.told || !this.api.setStateValue) return;
      this.told = n;
      this.api.setStateValue("rest", { id: this.data.id, step: n });
    }, 350);
  }

  /** The pairs to choose from, where the playhead waits for a guess. */
  question() {
    return this.head.waits ? candidates(this.data.lanes[0].steps[this.head.next - 1]) : null;
  }

  answer(pair) {
    const { head } = this;
    const step = head.next;
    this.quiz.answer(step, pair);
    if (!head.playing) head.target = step;
    this.root.focus({ preventScroll: true });
    head.run();
  }

  draw() {
    if (!this.stages || !this.stages[0].style) return;
    const { p, total } = this.head;
    const { quiz } = this;
    const main = this.data.lanes[0];
    const moment = momentAt(p, total), { n, f, step } = moment;
    const hidden = f > 0 && f < CHOOSE && quiz.hides(step);
    const phase = hidden ? 1 : moment.phase;
    for (const stage of this.stages) stage.draw(p);
    const winner = phase >= 2 && step ? main.steps[step - 1] : null;
    this.bars.draw(standing(main, n), standing(main, f > 0 ? n + 1 : n), between(f, 0, CHOOSE), winner && winner.parts ? winner.parts.join(",") : null);
    this.root.classList.toggle("hiding", hidden || (!winner && p < total && quiz.hides(Math.floor(p) + 1)));
    this.curves.draw(n + (f > 0 ? between(f, GLUE, GLUED) : 0));
    const open = this.question();
    if (this.words.draw({ step, phase }, f === 0, `${hidden} ${quiz.made} ${open ? 1 : 0}`)) {
      this.bars.describe(this.data.bars_title, standing(main, step));
      quiz.draw(open, step, this.data.labels, (pair) => this.answer(pair));
    }
    this.drawControls(n);
  }

  /** A write of the same value would still cost the browser a look at its styles. */
  drawControls(n) {
    const { p, state, playing } = this.head;
    const { root } = this;
    const scrub = this.$(".scrub"), number = this.$(".jump input");
    if (Number(scrub.value) !== Math.round(p)) scrub.value = Math.round(p);
    if (number.value !== String(n) && root.getRootNode().activeElement !== number) number.value = n;
    if (root.dataset.step !== String(n)) root.dataset.step = n;
    root.dataset.playhead = p.toFixed(3);
    if (root.dataset.state === state) return;
    root.dataset.state = state;
    this.$(".play .icon").setAttribute("d", playing ? PAUSE : PLAY);
    this.$(".play").setAttribute("aria-label", playing ? "Pause" : "Play");
  }
}

/** The elements of a lane: its title, the view with the chips, what lies beyond the view, and what it says. */
function laneOf(lane) {
  const box = newElement("div", "lane"), title = newElement("h4", "", lane.title || ""), said = newElement("p", "lane-said");
  const frame = newElement("div", "frame");
  title.hidden = !lane.title;
  said.hidden = lane.ending === undefined;
  frame.append(newElement("div", "view"), newElement("div", "beyond"));
  box.append(title, frame, said);
  return box;
}

export default function mergePlayer({ parentElement, data: [data], setStateValue }) {
  const root = parentElement.querySelector(".player");
  let player = players.get(parentElement);
  if (!player || player.root !== root) {
    if (player) player.observer.disconnect();
    player = new Player(root);
    players.set(parentElement, player);
  }
  player.update(data, { setStateValue: setStateValue && apart(setStateValue) });
  // The keys work at once; the ring comes with the first of them.
  if (document.activeElement === document.body) {
    root.classList.add("quiet");
    root.focus({ preventScroll: true });
  }
}
