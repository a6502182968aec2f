// Guess first: the winner of a step stays hidden until somebody has said which pair it is, and the score is kept.

class Quiz {
  constructor(root) {
    this.$ = (name) => root.querySelector(name);
    this.steps = [];
  }

  /** Another animation: nothing guessed yet. Only a training whose losing pairs are known has winners to guess. */
  open(steps, kind) {
    this.steps = kind === "training" ? steps : [];
    this.answered = new Map();
    this.right = this.made = 0;
    this.$(".quiz").hidden = !this.steps.some((step) => candidates(step).length);
  }

  /** Whether the winner of a step is hidden until somebody has guessed. */
  hides(step) {
    return this.$(".quiz input").checked && step > 0 && step <= this.steps.length && !this.answered.has(step)
      && candidates(this.steps[step - 1]).length > 0;
  }

  /** Take a guess, or null for none. */
  answer(step, pair) {
    const right = pair === this.steps[step - 1].best[0];
    this.answered.set(step, pair === null ? null : right);
    if (pair === null) return;
    this.made += 1;
    this.right += right ? 1 : 0;
  }

  /** The question of a step (null for none) with a button for each pair, and the score as it is after `step`. */
  draw(open, step, labels, choose) {
    const box = this.$(".guess");
    box.hidden = !open;
    box.replaceChildren(...(open ? [
      newElement("span", "", "Which pair stands here most often?"),
      ...open.map((pair, i) => {
        const button = newElement("button", "");
        button.type = "button";
        button.append(newElement("b", "", `${i + 1}`), pairOf(labels, pair[0], pair[1]));
        button.onclick = () => choose(pair);
        return button;
      }),
      newElement("span", "", "Space shows it without a guess."),
    ] : []));
    const verdict = this.answered.get(step);
    const said = open || verdict === undefined || verdict === null ? "" : verdict ? "Right. " : "Not this time. ";
    this.$(".score").hidden = !this.made;
    this.$(".score").textContent = `${said}${this.right} of ${this.made} guessed`;
  }
}
