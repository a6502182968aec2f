// The player: one clock, one playhead, and everything drawn from it. Streamlit calls the function at the end again when
// the data changes; a player stays on its elements and goes on.

const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];
const STEP_TIME = 2200;
const PLAY = "M7 4l13 8-13 8z";
const PAUSE = "M7 4h4v16H7zM14 4h4v16h-4z";
const players = new WeakMap();

class Player {
  constructor(root) {
    this.root = root;
    this.p = 0;
    this.playing = false;
    this.target = null;
    this.speed = 1;
    this.score = { right: 0, made: 0 };
    this.answered = new Map();
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
    this.$ = (name) => root.querySelector(name);
    this.wire();
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(this.$(".lanes"));
  }

  wire() {
    const { $, root } = this;
    $(".first").onclick = () => this.jump(0);
    $(".back").onclick = () => this.step(-1);
    $(".play").onclick = () => this.toggle();
    $(".next").onclick = () => this.step(1);
    $(".last").onclick = () => this.jump(this.total);
    $(".full").onclick = () => this.fullScreen();
    $(".scrub").oninput = (event) => this.jump(Number(event.target.value), true);
    $(".scrub").onchange = () => this.rested();
    $(".jump input").onchange = (event) => this.jump(Number(event.target.value) || 0);
    const select = $(".pace select");
    select.replaceChildren(...SPEEDS.map((speed) => new Option(`${speed}×`, speed, speed === 1, speed === 1)));
    select.onchange = () => { this.speed = Number(select.value); };
    $(".quiz input").onchange = () => { this.draw(); };
    root.onkeydown = (event) => this.key(event);
    // A button would take the released space for a click.
    root.onkeyup = (event) => { if (event.key === " " && event.target.tagName === "BUTTON") event.preventDefault(); };
    root.onfullscreenchange = () => this.resize();
  }

  /** New data. The same animation goes on where it is, unless Python asks for a step. */
  update(data, api) {
    this.api = api;
    const same = this.data && this.data.id === data.id;
    // A player that is new opens at `data.step`; a jump is for one that is there already.
    const asked = data.jump && this.data && (!this.data.jump || this.data.jump[1] !== data.jump[1]);
    this.data = data;
    if (!same) {
      this.stop();
      this.lanes = data.lanes;
      this.total = Math.max(...data.lanes.map((lane) => lane.steps.length));
      this.p = this.told = Math.min(data.step || 0, this.total);
      this.score = { right: 0, made: 0 };
      this.answered.clear();
      this.setUp();
    }
    if (asked) this.jump(Math.min(data.jump[0], this.total));
  }

  setUp() {
    const { $, data } = this;
    const main = data.lanes[0];
    this.root.dataset.kind = data.kind;
    $(".lanes").replaceChildren(...data.lanes.map((lane) => {
      const box = document.createElement("div"), title = document.createElement("h4"), view = document.createElement("div");
      const said = document.createElement("p");
      box.className = "lane";
      title.textContent = lane.title || "";
      title.hidden = !lane.title;
      view.className = "view";
      said.className = "lane-said";
      said.hidden = !lane.title;
      box.append(title, view, said);
      return box;
    }));
    this.stages = data.lanes.map((lane, i) => new Stage(this.root.querySelectorAll(".view")[i], lane, data.labels));
    this.bars = new Bars($(".bars"), data.kind, data.labels);
    $(".bars-title").textContent = data.bars_title;
    $(".looking").textContent = data.looking;
    this.curves = new Curves($(".curves"), main.lengths, main.size);
    $(".scrub").max = $(".jump input").max = this.total;
    $(".total").textContent = ` of ${this.total.toLocaleString("en")}`;
    $(".quiz").hidden = data.kind !== "training";
    this.resize();
  }

  /** Sizes follow the width, and in full screen the height. */
  resize() {
    if (!this.stages) return;
    const lanes = this.$(".lanes");
    const full = this.isFull(), several = this.stages.length > 1;
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
    const typing = event.target.matches("input[type=number], select");
    if (typing && event.key !== "PageUp" && event.key !== "PageDown") return;
    const open = this.question();
    if (open && /^[1-4]$/.test(event.key) && open[event.key - 1]) this.answer(open[event.key - 1]);
    else if (event.key === " " && open) this.answer(null);
    else if (event.key === " ") this.toggle();
    else if (event.key === "ArrowRight" || event.key === "PageDown") this.step(1);
    else if (event.key === "ArrowLeft" || event.key === "PageUp") this.step(-1);
    else if (event.key === "Home") this.jump(0);
    else if (event.key === "End") this.jump(this.total);
    else if (event.key === "f" || event.key === "F") this.fullScreen();
    else return;
    event.preventDefault();
  }

  // Moving the playhead.

  toggle() {
    if (this.playing) this.stop();
    else {
      if (this.p >= this.total) this.p = 0;
      this.playing = true;
      this.target = null;
      this.run();
    }
    this.drawButton();
  }

  /** One merge on or back, from wherever the playhead is; pressed again it finishes the one under way first. */
  step(by) {
    this.stop();
    const from = this.target === null ? this.p : this.target;
    if (this.target !== null) this.p = this.target;
    const to = by > 0 ? Math.floor(from + 1e-6) + 1 : Math.ceil(from - 1e-6) - 1;
    if (this.question() && by > 0 && to > this.p) return this.answer(null);
    this.target = Math.max(0, Math.min(this.total, to));
    if (this.calm.matches && !this.hides(this.target)) this.p = this.target;
    this.run();
    return undefined;
  }

  jump(n, scrubbing = false) {
    this.stop();
    this.target = null;
    this.p = Math.max(0, Math.min(this.total, Math.round(n)));
    this.draw();
    if (!scrubbing) this.rested();
  }

  stop() {
    this.playing = false;
    this.drawButton();
    if (this.target === null) this.rested();
  }

  run() {
    if (this.ticking) return;
    this.ticking = true;
    let last = null;
    const tick = (now) => {
      const passed = last === null ? 0 : Math.min(100, now - last);
      last = now;
      this.advance(passed);
      this.draw();
      if (this.playing || this.target !== null) requestAnimationFrame(tick);
      else {
        this.ticking = false;
        this.rested();
      }
    };
    requestAnimationFrame(tick);
  }

  advance(passed) {
    const by = (passed * this.speed) / STEP_TIME;
    if (this.target === null && !this.playing) return;
    const goal = this.target === null ? this.total : this.target;
    const from = this.p;
    if (this.target !== null && goal < from) this.p = Math.max(goal, from - by * 2.2);
    else if (this.calm.matches) {
      this.waited = (this.waited || 0) + by;
      if (this.waited >= 1 || this.target !== null) { this.waited = 0; this.p = Math.min(goal, Math.floor(from) + 1); }
    } else this.p = Math.min(goal, from + by);
    // A question holds the playhead where the winner would light up.
    const next = Math.floor(from) + 1;
    const ask = next - 1 + ASK;
    if (this.p > from && this.hides(next) && from <= ask && this.p > ask) this.p = ask;
    if (this.p === goal) {
      this.target = null;
      if (goal === this.total) this.playing = false;
      this.drawButton();
    }
  }

  /** Tell Streamlit the step, once it has come to rest. */
  rested() {
    clearTimeout(this.telling);
    this.telling = setTimeout(() => {
      const n = Math.floor(this.p);
      if (this.playing || this.target !== null || n === this.told || !this.api.setStateValue) return;
      this.told = n;
      this.api.setStateValue("rest", { id: this.data.id, step: n });
    }, 350);
  }

  // Guess first.

  /** Whether the winner of a step is hidden until somebody has guessed. */
  hides(step) {
    return this.$(".quiz input").checked && this.data.kind === "training" && !this.answered.has(step)
      && step > 0 && step <= this.total && candidates(this.lanes[0].steps[step - 1]).length > 0;
  }

  /** The pairs to choose from, where the playhead waits for a guess. */
  question() {
    const step = Math.floor(this.p) + 1;
    if (!this.hides(step) || Math.abs(this.p - (step - 1 + ASK)) > 1e-6) return null;
    return candidates(this.lanes[0].steps[step - 1]);
  }

  answer(pair) {
    const step = Math.floor(this.p) + 1;
    const winner = this.lanes[0].steps[step - 1].best[0];
    this.answered.set(step, pair === null ? null : pair === winner);
    if (pair !== null) {
      this.score.made += 1;
      this.score.right += pair === winner ? 1 : 0;
    }
    if (!this.playing) this.target = step;
    this.$(".guess").hidden = true;
    this.$(".guess").replaceChildren();
    this.root.focus({ preventScroll: true });
    this.run();
  }

  // Drawing.

  draw() {
    if (!this.stages || !this.stages[0].style) return;
    const main = this.lanes[0];
    const moment = momentAt(this.p, main.steps.length);
    const { n, f, step } = moment;
    const hidden = this.hides(step) && f > 0 && f < CHOOSE;
    const phase = hidden ? 1 : moment.phase;
    for (const stage of this.stages) stage.draw(this.p);
    const winner = phase >= 2 && step ? main.steps[step - 1] : null;
    this.bars.draw(standing(main, n), standing(main, f > 0 ? n + 1 : n), between(f, 0, CHOOSE), winner && winner.parts ? winner.parts.join(",") : null);
    this.root.classList.toggle("hiding", hidden || (this.hides(Math.floor(this.p) + 1) && this.p < this.total && !winner));
    this.curves.draw(n + (f > 0 ? between(f, GLUE, GLUED) : 0));
    this.drawText(step, phase, hidden);
    const scrub = this.$(".scrub"), number = this.$(".jump input");
    // A write of the same value would still cost the browser a look at its styles.
    if (Number(scrub.value) !== Math.round(this.p)) scrub.value = Math.round(this.p);
    if (Number(number.value) !== n && this.root.getRootNode().activeElement !== number) number.value = n;
    if (this.root.dataset.step !== String(n)) this.root.dataset.step = n;
    this.root.dataset.playhead = this.p.toFixed(3);
    this.drawState();
  }

  drawState() {
    const state = this.playing ? "playing" : this.target !== null ? "moving" : "resting";
    if (this.root.dataset.state !== state) this.root.dataset.state = state;
  }

  /** Words change only when the step or its phase does. */
  drawText(step, phase, hidden) {
    const state = `${this.data.id} ${step} ${phase} ${hidden} ${this.score.made} ${this.question() ? 1 : 0}`;
    if (state === this.said) return;
    this.said = state;
    const { $, data } = this;
    const current = step ? this.lanes[0].steps[step - 1] : null;
    $(".step").textContent = step.toLocaleString("en");
    $(".phases").querySelectorAll("li").forEach((li, i) => li.classList.toggle("on", step > 0 && i + 1 === phase));
    const shown = current && phase >= 2;
    $(".formula").replaceChildren(...(shown ? this.formula(current) : [text(step ? data.counting : data.opening)]));
    $(".facts").replaceChildren(...(shown ? current.facts.map((fact) => text(fact)) : []));
    $(".why").replaceChildren(...(shown ? [...current.why.map((line) => text(line, "p")), ...current.remarks.map((line) => text(line, "mark"))] : [text(step ? "" : data.hint, "p")]));
    if (shown && this.state !== "playing") $(".said").textContent = `Step ${step}. ${current.why[0] || ""}`;
    this.lanes.forEach((lane, i) => {
      const line = this.root.querySelectorAll(".lane-said")[i];
      const own = lane.steps[Math.min(step, lane.steps.length) - 1];
      line.textContent = step > lane.steps.length || (step === lane.steps.length && this.p >= step) ? lane.ending || "" : (shown && own && own.line) || "";
    });
    this.drawQuestion(step);
  }

  formula(step) {
    const { labels } = this.data;
    if (step.cut) return [text(step.cut)];
    const made = pairOf(labels, step.id);
    made.classList.add("made");
    const parts = step.parts.flatMap((id, i) => (i ? [text("+"), pairOf(labels, id)] : [pairOf(labels, id)]));
    return [...parts, text("→"), made];
  }

  drawQuestion(step) {
    const { $, data } = this;
    const open = this.question();
    $(".guess").hidden = !open;
    if (!open) $(".guess").replaceChildren();
    else {
      $(".guess").replaceChildren(text("Which pair stands here most often?"), ...open.map((pair, i) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(text(`${i + 1}`, "b"), pairOf(data.labels, pair[0], pair[1]));
        button.onclick = () => this.answer(pair);
        return button;
      }), text("Space shows it without a guess."));
    }
    const verdict = this.answered.get(step);
    const said = open || verdict === undefined || verdict === null ? "" : verdict ? "Right. " : "Not this time. ";
    $(".score").hidden = !this.score.made;
    $(".score").textContent = `${said}${this.score.right} of ${this.score.made} guessed`;
  }

  drawButton() {
    this.$(".play .icon").setAttribute("d", this.playing ? PAUSE : PLAY);
    this.$(".play").setAttribute("aria-label", this.playing ? "Pause" : "Play");
    this.drawState();
  }
}

function text(words, tag = "span") {
  const el = document.createElement(tag);
  el.textContent = words;
  return el;
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
