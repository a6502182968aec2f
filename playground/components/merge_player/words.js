// What is said about a step: the merge as a formula, its facts, its reasons, and a line under each lane.

class Words {
  constructor(root, data) {
    this.root = root;
    this.data = data;
    this.$ = (name) => root.querySelector(name);
  }

  /** Words change only when the step, its phase or `more` does. True where they did. */
  draw({ step, phase }, ended, more) {
    const state = `${step} ${phase} ${ended} ${more}`;
    if (state === this.state) return false;
    this.state = state;
    const { $, data } = this;
    const main = data.lanes[0];
    const current = step ? main.steps[step - 1] : null;
    $(".step").textContent = step.toLocaleString("en");
    $(".phases").querySelectorAll("li").forEach((li, i) => li.classList.toggle("on", step > 0 && i + 1 === phase));
    const shown = current && phase >= 2;
    const over = step > main.steps.length;
    const formula = over ? data.over : step ? data.counting : data.opening;
    $(".formula").replaceChildren(...(shown ? this.formula(current) : [newElement("span", "", formula)]));
    $(".facts").replaceChildren(...(shown ? factsOf(current) : []));
    $(".why").replaceChildren(...(shown ? reasonsOf(current) : step ? [] : paragraphs(data.hint)));
    this.lines().forEach((line, i) => { line.textContent = this.lineOf(data.lanes[i], step, ended, phase >= 2); });
    return true;
  }

  /** For those who listen: a step once it is made, unless the next one is on its way already. */
  tell(step) {
    const current = this.data.lanes[0].steps[step - 1];
    this.$(".said").textContent = current ? `Step ${step}. ${current.why[0] || ""}` : "";
  }

  lines() {
    return [...this.root.querySelectorAll(".lane-said")];
  }

  /** What a lane says of its step; once all of its steps are made, its end. */
  lineOf(lane, step, ended, chosen) {
    const steps = lane.steps.length;
    if (step > steps || (step === steps && ended)) return lane.ending || "";
    return (chosen && step && lane.steps[step - 1].line) || "";
  }

  formula(step) {
    const { labels } = this.data;
    if (step.cut) return [newElement("span", "", step.cut)];
    const made = pairOf(labels, step.id);
    made.classList.add("made");
    const parts = step.parts.flatMap((id, i) => [...(i ? [newElement("span", "", "+")] : []), pairOf(labels, id)]);
    return [...parts, newElement("span", "", "→"), made];
  }

  /** Room for the longest words of any step, so that nothing below moves while it plays. */
  reserve() {
    const steps = this.data.lanes[0].steps;
    this.room(this.$(".facts"), longest(steps.map((step) => step.facts.join("").length), 3).map((i) => factsOf(steps[i])));
    const size = (step) => step.why.join("").length + 1.5 * step.remarks.join("").length + 20 * step.remarks.length;
    const reasons = longest(steps.map(size), 5).map((i) => reasonsOf(steps[i]));
    this.room(this.$(".why"), [paragraphs(this.data.hint), ...reasons]);
    const [facts, why] = [this.$(".facts").offsetHeight, this.$(".why").offsetHeight];
    if (why) this.$(".guess").style.minHeight = `${facts + why}px`;
    this.lines().forEach((line, i) => {
      const { ending = "", steps: own } = this.data.lanes[i];
      const said = [ending, ...own.map((step) => step.line || "")];
      this.room(line, longest(said.map((words) => words.length), 2).map((k) => [said[k]]));
    });
  }

  /** Give `box` the height of the tallest of several contents. */
  room(box, contents) {
    const tried = contents.map((content) => {
      const copy = newElement(box.tagName, box.className);
      Object.assign(copy.style, { position: "absolute", visibility: "hidden", width: `${box.clientWidth}px` });
      copy.append(...content);
      box.parentElement.append(copy);
      return copy;
    });
    // Heights are rounded: one more is enough for all.
    if (box.clientWidth) box.style.minHeight = `${Math.max(0, ...tried.map((copy) => copy.offsetHeight)) + 1}px`;
    tried.forEach((copy) => copy.remove());
  }
}

function factsOf(step) {
  return step.facts.map((fact) => newElement("span", "", fact));
}

function reasonsOf(step) {
  const reasons = paragraphs(step.why);
  if (!step.cut && reasons.length) reasons[0].prepend(newElement("b", "", "Why this merge? "));
  return [...reasons, ...step.remarks.map((line) => newElement("mark", "", line))];
}

function paragraphs(lines) {
  return lines.map((line) => newElement("p", "", line));
}

/** The places of the largest numbers, at most `most` of them. */
function longest(sizes, most) {
  return sizes.map((_, i) => i).sort((a, b) => sizes[b] - sizes[a]).slice(0, most);
}
