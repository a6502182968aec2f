// The view as a whole: options, hover over all panes, keyboard, pin and selection.

class TokenView {
  constructor(root) {
    this.root = root;
    this.box = root.querySelector(".view");
    this.grid = root.querySelector(".panes");
    this.about = root.querySelector(".about");
    this.note = root.querySelector(".note");
    this.live = root.querySelector(".unseen[aria-live]");
    this.panes = [];
    this.names = {};
    this.options = {};
    this.cursor = null; // {pane, token}: where the keyboard is
    this.hover = null; // {pane, token}: where the pointer is
    this.pinned = null;
    this.selection = null;
    this.turn = 0;
    this.toolbar();
    this.grid.onpointermove = (event) => this.pointed(event);
    this.grid.onpointerleave = () => this.light(null);
    this.grid.onclick = (event) => this.clicked(event);
    this.grid.onkeydown = (event) => this.pressed(event);
    this.grid.oncopy = (event) => this.copied(event);
    this.box.onpointerup = () => setTimeout(() => this.selected(), 0);
    this.box.onkeyup = (event) => event.shiftKey && this.selected();
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.box);
  }

  receive(data, send) {
    this.send = send;
    this.own = data.selected;
    // An answer that brings nothing new must leave the lines alone: what is selected in them would be lost.
    const news = JSON.stringify({ ...data, selected: null, pin: null });
    const paper = getComputedStyle(this.box).getPropertyValue("--paper");
    this.followPin(data.pin);
    if (news === this.news && paper === this.paper) {
      for (const pane of this.panes) this.mark(pane);
      this.describe(this.hover ?? this.cursor ?? this.pinned);
      return;
    }
    this.news = news;
    this.paper = paper;
    this.selection = null;
    const before = this.panes.map((p) => p.pane?.text);
    const sentOptions = JSON.stringify(data.options);
    if (sentOptions !== this.sentOptions) {
      this.sentOptions = sentOptions;
      this.options = { ...this.options, ...data.options };
    }
    this.height = data.height;
    this.names = data.names;
    this.root.querySelector(".bar").hidden = !data.toolbar;
    this.measure();
    while (this.panes.length > data.panes.length) this.panes.pop().section.remove();
    while (this.panes.length < data.panes.length) {
      const pane = new PaneView(this, this.panes.length);
      this.panes.push(pane);
      this.grid.append(pane.section);
    }
    this.arrange();
    this.hover = null;
    const decoded = data.panes.map((sent) => {
      const pane = decodePane(sent, data.texts[sent.text]);
      pane.specials = new Set(sent.special);
      pane.differing = sent.differs ? new Set(sent.differs) : null;
      pane.chunkEnds = sent.chunks ? unpack(sent.chunks) : null;
      pane.colours = sent.colours ? unpack(sent.colours) : null;
      return pane;
    });
    this.decoded = decoded;
    for (const name of ["pinned", "cursor"]) {
      const spot = this[name];
      const pane = spot && decoded[spot.pane];
      if (spot && !(pane && spot.token < pane.n && pane.ids[spot.token] === spot.id)) this[name] = null;
    }
    this.showOptions();
    this.showCounts(data);
    this.panes.forEach((pane, i) => pane.set(decoded[i], decoded.length === 1 && !data.panes[i].labelled));
    this.followEdit(before[0]);
    for (const pane of this.panes) pane.render();
    this.describe(this.cursor ?? this.pinned);
    if (data.announce) this.announce();
  }

  /** Tell the rest of the page, once nothing has changed for a moment; of the first drawing as soon as it is seen. */
  announce() {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => {
      this.announced = true;
      window[SETTLED] = `${Date.now()}`; // kept for a pulse that is not there yet
      window.dispatchEvent(new CustomEvent(SETTLED, { detail: window[SETTLED] }));
    }, this.announced ? 350 : 20);
  }

  measure() {
    const style = getComputedStyle(this.box);
    const mono = style.getPropertyValue("--mono") || "monospace";
    const key = mono;
    if (this.measuredFor !== key) {
      this.measuredFor = key;
      this.ruler = {
        text: new Ruler(`15px ${mono}`, `600 10px ${mono}`),
        small: new Ruler(`13px ${mono}`, `600 10px ${mono}`),
      };
    }
    if (JSON.stringify(this.names) !== this.measuredNames) {
      this.measuredNames = JSON.stringify(this.names);
      for (const ruler of Object.values(this.ruler)) {
        ruler.names = this.names;
        ruler.cache.clear();
      }
    }
  }

  arrange() {
    this.grid.classList.toggle("wide", this.panes.length > 1 && this.box.clientWidth > 900);
  }

  resized() {
    if (!this.decoded || this.box.clientWidth === this.lastWidth) return;
    this.lastWidth = this.box.clientWidth;
    this.arrange();
    for (const pane of this.panes) pane.relayout();
  }

  /** Scroll to where the text was changed, so that what is typed is seen. */
  followEdit(before) {
    const pane = this.panes[0];
    const after = pane?.pane.text;
    if (before === undefined || before === after || !after) return;
    let at = 0;
    const most = Math.min(before.length, after.length);
    while (at < most && before.charCodeAt(at) === after.charCodeAt(at)) at++;
    if (at === 0 && Math.abs(before.length - after.length) > 1) pane.scroll.scrollTop = 0;
    else pane.scrollToLine(pane.lineOfUnit(Math.min(at, after.length - 1)));
  }

  /** The four numbers that people want, of the first pane; they come with its tokens, so they are never older. */
  showCounts(data) {
    const box = this.root.querySelector(".counts");
    box.hidden = !data.counts;
    if (!data.counts) return;
    const sent = data.panes[0];
    const number = (n) => n.toLocaleString("en");
    const tokens = this.decoded[0].n;
    const put = (name, text, small) => {
      const place = box.querySelector(`[data-count="${name}"]`);
      place.textContent = text;
      if (!small) return;
      const element = document.createElement("small");
      element.textContent = small;
      place.append(" ", element); // two numbers, for who hears them too
    };
    put("tokens", number(tokens));
    put("characters", number(sent.characters), sent.graphemes === sent.characters ? "" : `${number(sent.graphemes)} as read`);
    put("bytes", number(sent.bytes));
    put("ratio", tokens ? (sent.bytes / tokens).toFixed(2) : "–");
    const check = box.querySelector(".check");
    check.hidden = !data.check;
    check.textContent = data.check ?? "";
  }

  // ---- options

  toolbar() {
    this.root.querySelector(".choice").onclick = (event) => {
      const view = event.target.closest("[data-view]")?.dataset.view;
      if (view) this.change({ view });
    };
    this.root.querySelector(".choice").onkeydown = (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const buttons = [...this.root.querySelectorAll("[data-view]")];
      const at = buttons.findIndex((b) => b.dataset.view === this.options.view);
      const next = buttons[(at + step + buttons.length) % buttons.length];
      next.focus();
      this.change({ view: next.dataset.view });
    };
    this.root.querySelector(".switches").onclick = (event) => {
      const name = event.target.closest("[data-switch]")?.dataset.switch;
      if (name === "same") this.change({ colour: this.options.colour === "token" ? "position" : "token" });
      else if (name) this.change({ [name]: !this.options[name] });
    };
    const field = this.root.querySelector(".limit input");
    field.onchange = () => this.limitChanged(field);
    installMenu(this);
  }

  /** The limit is typed: it takes effect when the field is left or Enter is pressed. */
  limitChanged(field) {
    const limit = field.value === "" ? null : Math.max(0, Math.floor(Number(field.value)));
    if (limit === null || Number.isFinite(limit)) this.change({ limit });
  }

  change(changes) {
    this.options = { ...this.options, ...changes };
    this.showOptions();
    const place = this.panes.map((pane) => pane.byteOfLine(pane.firstLine()));
    this.panes.forEach((pane, i) => {
      pane.relayout();
      if (pane.pane.n && place[i]) pane.scrollToLine(pane.lineOfToken(pane.tokenAtByte(place[i])), "top");
    });
    this.sentOptions = JSON.stringify(this.options);
    this.send("options", this.options);
  }

  showOptions() {
    const { view, colour, whitespace } = this.options;
    for (const button of this.root.querySelectorAll("[data-view]")) {
      const on = button.dataset.view === view;
      button.setAttribute("aria-checked", on);
      button.tabIndex = on ? 0 : -1;
    }
    for (const button of this.root.querySelectorAll("[data-switch]")) {
      const name = button.dataset.switch;
      const on = name === "same" ? colour === "token" : Boolean(this.options[name]);
      button.setAttribute("aria-pressed", on);
    }
    this.box.classList.toggle("quiet", !whitespace);
    const field = this.root.querySelector(".limit input");
    if (this.root.activeElement !== field) field.value = this.options.limit ?? "";
  }

  /** The colour of token t as a CSS value. */
  colour(paneView, t) {
    const { colours } = paneView.pane;
    return colours && this.options.colour === "token" ? shade(colours[t]) : tokenColour(t);
  }

  // ---- hover

  target(event) {
    const element = event.target.closest?.("[data-t]");
    if (!element) return null;
    const section = element.closest(".pane");
    const pane = this.panes.findIndex((p) => p.section === section);
    const token = Number(element.dataset.t);
    return { pane, token, id: this.panes[pane].pane.ids[token] };
  }

  pointed(event) {
    const spot = this.target(event);
    if (spot?.token === this.hover?.token && spot?.pane === this.hover?.pane) return;
    this.light(spot);
  }

  light(spot) {
    this.hover = spot;
    for (const pane of this.panes) this.mark(pane);
    this.describe(spot ?? this.cursor ?? this.pinned);
  }

  /** The tokens of `paneView` that cover any byte of the token at `spot`: first and last. */
  covering(paneView, spot) {
    if (this.panes[spot.pane] === paneView) return [spot.token, spot.token];
    const from = this.panes[spot.pane].pane;
    const to = paneView.pane;
    if (!to.n || from.text !== to.text) return null;
    const start = from.tokenStart[spot.token];
    const end = Math.max(from.tokenEnd[spot.token], start + 1);
    let first = findLast(to.tokenStart, to.n, start);
    if (to.tokenEnd[first] <= start && first + 1 < to.n) first++;
    const last = findLast(to.tokenStart, to.n, end - 1);
    return first <= last ? [first, last] : null;
  }

  /** Put the marks of hover, cursor and pin on what is drawn. */
  mark(paneView) {
    for (const element of paneView.lines.querySelectorAll(".hot, .pin")) element.classList.remove("hot", "pin");
    const put = (spot, name) => {
      const range = spot && paneView.pane && this.covering(paneView, spot);
      if (!range || range[1] - range[0] > 500) return;
      for (let t = range[0]; t <= range[1]; t++)
        for (const element of paneView.lines.querySelectorAll(`[data-t="${t}"]`)) element.classList.add(name);
    };
    put(this.hover ?? this.cursor, "hot");
    put(this.pinned, "pin");
  }

  /** The two lines of facts under the view. */
  describe(spot) {
    this.about.replaceChildren();
    const row = (name) => {
      const element = document.createElement("div");
      element.className = name;
      this.about.append(element);
      return (tag, text, title) => {
        const item = document.createElement("span");
        item.className = "item";
        const inner = document.createElement(tag);
        inner.textContent = text;
        if (title) item.append(`${title} `);
        item.append(inner);
        element.append(item);
      };
    };
    const first = row("first");
    if (this.selection) {
      const { pane } = this.panes[this.selection.pane];
      const { characters, bytes, tokens } = selectionFacts(this.panes[this.selection.pane], this.selection);
      const number = (n, what) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;
      first("b", "Selected");
      first("span", `${number(characters, "character")}, ${number(bytes, "byte")}`);
      first("span", `touches ${number(tokens, "token")} here`);
      const { own } = this;
      if (own && own.start === this.selection.start && own.end === this.selection.end && own.pane === this.selection.pane)
        first("b", `${number(own.tokens, "token")} on its own`);
      if (this.panes.length > 1) first("span", pane.name);
      return;
    }
    if (!spot || !this.panes[spot.pane]?.pane.n) {
      first("span", "Point at a token to see what it is. Click it, or press Enter on it, to pin it.");
      return;
    }
    const paneView = this.panes[spot.pane];
    const facts = factsOf(paneView, spot.token);
    if (this.panes.length > 1) first("b", paneView.pane.name);
    first("b", facts.place);
    first("code", String(facts.id), "id");
    first("code", facts.part || facts.text);
    const second = row("second");
    if (facts.special) second("b", "special token");
    second("span", facts.times);
    if (facts.where) second("span", facts.where);
    second("code", facts.hex || "none", facts.size === 1 ? "1 byte" : `${facts.size} bytes`);
    if (facts.points) second("code", facts.points);
  }

  // ---- keyboard

  pressed(event) {
    const section = event.target.closest?.(".pane");
    const index = this.panes.findIndex((p) => p.section === section);
    const paneView = this.panes[index];
    if (!paneView?.pane.n) return;
    const { pane } = paneView;
    const control = event.ctrlKey || event.metaKey;
    if (control && event.key === "a") {
      event.preventDefault();
      this.selectAll(paneView);
      return;
    }
    if (control || event.altKey) return;
    const at = this.cursor?.pane === index ? this.cursor.token : null;
    const page = Math.max(1, Math.floor(paneView.scroll.clientHeight / LINE) - 1);
    let next = null;
    if (event.key === "ArrowRight") next = at === null ? 0 : at + 1;
    else if (event.key === "ArrowLeft") next = at === null ? 0 : at - 1;
    else if (event.key === "Home") next = 0;
    else if (event.key === "End") next = pane.n - 1;
    else if (event.key === "ArrowDown") next = this.vertical(paneView, at ?? 0, at === null ? 0 : 1);
    else if (event.key === "ArrowUp") next = this.vertical(paneView, at ?? 0, at === null ? 0 : -1);
    else if (event.key === "PageDown") next = this.vertical(paneView, at ?? 0, page);
    else if (event.key === "PageUp") next = this.vertical(paneView, at ?? 0, -page);
    else if (event.key === "n" || event.key === "N") next = nextDifference(pane, at, event.key === "n" ? 1 : -1);
    else if ((event.key === "Enter" || event.key === " ") && at !== null) {
      event.preventDefault();
      this.pin({ pane: index, token: at, id: pane.ids[at] });
      return;
    } else if (event.key === "Escape") {
      this.cursor = null;
      this.pin(null);
      return;
    }
    if (next === null) return;
    event.preventDefault();
    this.moveTo(index, Math.min(Math.max(next, 0), pane.n - 1));
  }

  moveTo(index, token) {
    const paneView = this.panes[index];
    this.cursor = { pane: index, token, id: paneView.pane.ids[token] };
    this.hover = null;
    paneView.scrollToLine(paneView.lineOfToken(token));
    for (const pane of this.panes) this.mark(pane);
    this.describe(this.cursor);
    this.speak(paneView, token);
  }

  /** The token that stands nearest above or below, some lines away. */
  vertical(paneView, t, lines) {
    const line = paneView.lineOfToken(t);
    const { layout, pane } = paneView;
    if (!lines) return t;
    layout.advance(line + lines + 1, 100);
    const target = Math.min(Math.max(line + lines, 0), layout.lines - 1);
    if (layout instanceof ListLayout) return target;
    const here = paneView.lines.querySelector(`[data-t="${t}"]`)?.getBoundingClientRect();
    paneView.scrollToLine(target);
    const row = paneView.drawn.get(target);
    let best = null;
    let distance = Infinity;
    for (const element of row?.querySelectorAll("[data-t]") ?? []) {
      const box = element.getBoundingClientRect();
      const away = here ? Math.abs(box.left + box.width / 2 - here.left - here.width / 2) : box.left;
      if (away < distance) [best, distance] = [Number(element.dataset.t), away];
    }
    return best ?? Math.min(Math.max(t + lines, 0), pane.n - 1);
  }

  speak(paneView, t) {
    const facts = factsOf(paneView, t);
    const option = paneView.options[(this.turn ^= 1)];
    for (const each of paneView.options) each.hidden = each !== option;
    option.textContent = `${facts.part || facts.text}, id ${facts.id}, ${facts.place}${facts.special ? ", special token" : ""}`;
    option.setAttribute("aria-posinset", t + 1);
    option.setAttribute("aria-setsize", paneView.pane.n);
    option.setAttribute("aria-selected", this.pinned?.token === t);
    paneView.scroll.setAttribute("aria-activedescendant", option.id);
  }

  // ---- pin

  clicked(event) {
    const spot = this.target(event);
    if (!spot || readSelection(this)) return;
    this.cursor = spot;
    this.pin(spot);
  }

  /** The text may have changed since a pin was sent: Python says where its token is now, unless another was sent. */
  followPin({ sent, now }) {
    if (this.sentPin === undefined || sent?.time === this.sentPin?.time) this.pinned = now;
  }

  pin(spot) {
    const same = spot && this.pinned && spot.pane === this.pinned.pane && spot.token === this.pinned.token;
    this.pinned = same ? null : spot;
    // With a time, since the same place can be pinned again after a first pin there has moved away.
    this.sentPin = this.pinned && { ...this.pinned, time: Date.now() };
    for (const pane of this.panes) this.mark(pane);
    this.describe(this.pinned ?? this.cursor);
    this.send("pinned", this.sentPin);
    this.live.textContent = this.pinned ? "Pinned." : "Not pinned.";
  }

  // ---- selection and copying

  /** The lines in which a selection starts and ends: they stay while it lives. */
  selectedLines(paneView) {
    const selection = nativeSelection(this.root);
    if (!selection || selection.isCollapsed) return [];
    return [selection.anchorNode, selection.focusNode]
      .map((node) => (node instanceof Element ? node : node?.parentElement)?.closest(".line"))
      .filter((line) => line && paneView.lines.contains(line))
      .map((line) => Number(line.dataset.line));
  }

  /** Take over what the browser has selected, as positions in the text. */
  selected() {
    const before = this.selection;
    this.selection = readSelection(this);
    for (const pane of this.panes) pane.lines.classList.remove("all");
    if (JSON.stringify(before) === JSON.stringify(this.selection)) return;
    this.send("selection", this.selection);
    this.describe(this.hover ?? this.cursor ?? this.pinned);
  }

  selectAll(paneView) {
    nativeSelection(this.root)?.removeAllRanges();
    const { length } = paneView.pane.text;
    this.selection = { pane: paneView.index, start: 0, end: length, length };
    paneView.lines.classList.add("all");
    this.send("selection", this.selection);
    this.describe(this.cursor);
  }

  copied(event) {
    const chosen = this.selection ?? readSelection(this);
    if (!chosen) return;
    event.preventDefault();
    event.clipboardData.setData("text/plain", this.panes[chosen.pane].pane.text.slice(chosen.start, chosen.end));
  }

  // ---- several panes

  /** Bring the other panes to the text that is at the top of this one. */
  follow(leader) {
    if (this.panes.length < 2 || this.following) return;
    const line = leader.firstLine();
    if (line === leader.lastTop) return;
    leader.lastTop = line;
    const byte = leader.byteOfLine(line);
    this.following = true;
    for (const other of this.panes) {
      if (other === leader || other.pane.text !== leader.pane.text || !other.pane.n) continue;
      const target = line === 0 ? 0 : other.lineOfToken(other.tokenAtByte(byte));
      other.lastTop = target;
      other.scrollToLine(target, "top");
    }
    // Scroll events of the others come in the next frame; they must not answer.
    requestAnimationFrame(() => requestAnimationFrame(() => (this.following = false)));
  }

  paneDone() {
    const shown = this.panes.filter((pane) => pane.pane);
    const notes = shown.map(({ pane }) => pane.note).filter(Boolean);
    const number = (n) => n.toLocaleString("en");
    for (const { pane } of shown) {
      const name = shown.length > 1 ? `${pane.name}: ` : "";
      if (typeof pane.cut === "number")
        notes.push(`${name}${number(this.options.limit)} of ${number(pane.n)} tokens hold ${number(pointsIn(pane.text, 0, pane.cut))} whole characters; what is beyond has no colour.`);
    }
    if (this.panes.some((pane) => pane.layout?.broken))
      notes.push(`Lines of more than ${LONGEST_LINE.toLocaleString("en")} characters are broken to be drawn.`);
    const text = [...new Set(notes)].join(" ");
    if (this.note.textContent !== text) this.note.textContent = text;
  }

  destroy() {
    this.observer.disconnect();
  }
}

const VIEWS = new WeakMap();

/** The next token (step 1) or the one before (step -1) that starts where another pane has no boundary; around the end. */
function nextDifference(pane, at, step) {
  if (!pane.differing?.size) return null;
  const places = [...pane.differing].sort((a, b) => step * (a - b));
  return places.find((place) => at === null || step * (place - at) > 0) ?? places[0];
}

export default function (component) {
  const { data: [data], parentElement, setStateValue } = component;
  let view = VIEWS.get(parentElement);
  if (!view) {
    view = new TokenView(parentElement);
    VIEWS.set(parentElement, view);
  }
  view.receive(data, apart(setStateValue));
  return () => {
    view.destroy();
    VIEWS.delete(parentElement);
  };
}
