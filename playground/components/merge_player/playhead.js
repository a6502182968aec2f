// The playhead and its clock: where the animation is, and how it gets somewhere else. It knows nothing of the document.

// Milliseconds of one merge at speed 1.
const STEP_TIME = 2200;

class Playhead {
  /** `held(step)`: the winner of this step must not be seen yet. `moved` is called after each move, `rested` after the last. */
  constructor({ held, moved, rested }) {
    Object.assign(this, { held, moved, rested });
    this.p = 0;
    this.total = 0;
    this.playing = false;
    this.target = null;
    this.speed = 1;
    this.calm = matchMedia("(prefers-reduced-motion: reduce)");
  }

  /** Another animation, which opens at a step; whatever was under way in the one before is over. */
  open(total, step) {
    this.playing = false;
    this.target = null;
    this.total = total;
    this.p = Math.max(0, Math.min(total, step));
  }

  get state() {
    return this.playing ? "playing" : this.target !== null ? "moving" : "resting";
  }

  /** The step (from 1) that the playhead is in, or that comes next. */
  get next() {
    return Math.floor(this.p) + 1;
  }

  /** Whether the playhead stands where the winner would light up next, and may not go on. */
  get waits() {
    return Math.abs(this.p - (this.next - 1 + ASK)) < 1e-6 && this.held(this.next);
  }

  toggle() {
    if (this.playing) return this.stop();
    if (this.p >= this.total) this.p = 0;
    this.playing = true;
    this.target = null;
    return this.run();
  }

  /** One merge on or back, from wherever the playhead is; pressed again it finishes the one under way first. */
  step(by) {
    const from = this.target === null ? this.p : this.target;
    const to = by > 0 ? Math.floor(from + 1e-6) + 1 : Math.ceil(from - 1e-6) - 1;
    this.playing = false;
    this.p = from;
    this.target = Math.max(0, Math.min(this.total, to));
    if (this.calm.matches && !this.held(this.target)) this.p = this.target;
    this.run();
  }

  jump(step) {
    this.playing = false;
    this.target = null;
    this.p = Math.max(0, Math.min(this.total, Math.round(step)));
    this.moved();
  }

  stop() {
    this.playing = false;
    this.moved();
    if (this.target === null) this.rested();
  }

  /** Go on until the goal is reached or a guess is waited for. */
  run() {
    this.moved();
    if (this.ticking) return;
    this.ticking = true;
    let last = null;
    const tick = (now) => {
      this.advance(last === null ? 0 : Math.min(100, now - last));
      last = now;
      this.moved();
      const goes = this.state !== "resting";
      if (goes && !this.waits) requestAnimationFrame(tick);
      else {
        this.ticking = false;
        if (!goes) this.rested();
      }
    };
    requestAnimationFrame(tick);
  }

  advance(passed) {
    if (this.state === "resting") return;
    const by = (passed * this.speed) / STEP_TIME;
    const goal = this.target === null ? this.total : this.target;
    const from = this.p;
    if (goal < from) this.p = Math.max(goal, from - by * 2.2);
    else if (this.calm.matches) {
      this.waited = (this.waited || 0) + by;
      if (this.waited >= 1 || this.target !== null) { this.waited = 0; this.p = Math.min(goal, Math.floor(from) + 1); }
    } else this.p = Math.min(goal, from + by);
    const next = Math.floor(from) + 1, ask = next - 1 + ASK;
    if (this.p > from && from <= ask && this.p > ask && this.held(next)) this.p = ask;
    if (this.p === goal) {
      this.target = null;
      if (goal === this.total) this.playing = false;
    }
  }
}
