const EDGE = 8;
const KEYS = ["cards", "ends", "zones", "outer", "digits", "hand", "tap", "clear", "choose", "acts", "line", "help"];

// What stands above the table: why something was refused, what is to be chosen, what is asked; and the cards that are
// opened, the rule and the list of keys.
class Speech {
  constructor(root, area, app, stops, words, send) {
    Object.assign(this, { root, area, app, stops, words, send });
    this.refusal = make("div", { class: "bubble refusal", role: "group", hidden: true });
    this.chooser = make("div", { class: "bubble chooser", role: "dialog", hidden: true });
    this.question = make("div", { class: "bubble question", role: "dialog", hidden: true });
    this.card = make("dialog", { class: "card-of-rule" });
    this.keys = make("dialog", { class: "keys" });
    this.busy = make("div", { class: "bubble busy", "aria-hidden": "true", hidden: true });
    area.append(this.refusal, this.chooser, this.question, this.busy);
    app.append(this.card, this.keys);
    this.shown = {};
    this.near = null;
    this.from = null;
  }

  listen(signal) {
    const placed = () => this.place();
    window.addEventListener("scroll", placed, { signal, capture: true, passive: true });
    window.addEventListener("resize", placed, { signal });
    window.visualViewport?.addEventListener("resize", placed, { signal });
    for (const dialog of [this.card, this.keys]) {
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(), { signal });
    }
  }

  show(frame) {
    this.open("refusal", frame.refusal, (said) => this.refuse(said));
    this.open("chooser", frame.chooser, (asked) => this.offer(asked));
    this.open("question", frame.question, (asked) => this.ask(asked));
    this.place();
  }

  open(name, content, build) {
    const bubble = this[name];
    const text = JSON.stringify(content ?? null);
    if (this.shown[name] !== text) {
      const focused = this.root.activeElement;
      const held = bubble.contains(focused);
      bubble.replaceChildren();
      if (content) build(content);
      this.shown[name] = text;
      bubble.hidden = !content;
      if (!content && held) this.goBack();
      if (content && name !== "refusal" && focused) {
        if (!held) this.from = focused;
        bubble.querySelector(".first")?.focus({ preventScroll: true });
      }
    }
    bubble.hidden = !content;
  }

  // To where one was when one was asked: the line of text, a button; else the table.
  goBack() {
    const { from } = this;
    if (from?.isConnected && !from.dataset.stop) from.focus();
    else this.stops.go(this.stops.current);
  }

  button(text, act, attributes = {}) {
    const made = make("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", act);
    return made;
  }

  refuse({ near, text, also, rule }) {
    attribute(this.refusal, "aria-label", this.words("refused"));
    this.refusal.append(make("p", {}, text));
    const row = make("div", { class: "row" });
    if (rule) row.append(this.button(this.words("why"), () => this.openRule(rule), { "aria-haspopup": "dialog" }));
    if (also?.length) {
      const reasons = make("ul", {}, ...also.map((reason) => make("li", {}, reason)));
      const more = make("details", {}, make("summary", {}, this.words("also")), reasons);
      more.addEventListener("toggle", () => this.place());
      row.append(more);
    }
    if (row.children.length) this.refusal.append(row);
    this.refusal.dataset.near = near ?? "";
  }

  // Until the answer comes that is waited for; whether it is.
  wait(near) {
    this.busy.hidden = near === null;
    if (this.busy.hidden) return false;
    say(this.busy, this.words("busy"));
    this.busy.dataset.near = near;
    this.place();
    return true;
  }

  dismiss() {
    this.refusal.hidden = true;
    this.markNear();
  }

  openRule({ title, text, place, right, wrong }) {
    const picture = (shown, sign) => {
      if (!shown) return "";
      const drawn = make("div", { "aria-hidden": "true" });
      drawn.innerHTML = shown.svg;
      drawn.querySelectorAll("title").forEach((title) => title.remove());
      const mark = make("span", { class: "sign", "aria-hidden": "true" }, sign === "right" ? "✓" : "✗");
      return make("figure", { class: sign }, drawn, make("figcaption", {}, mark, shown.label));
    };
    const heading = make("h3", { id: "rule-title", tabindex: "-1", autofocus: true }, title);
    attribute(this.card, "aria-labelledby", heading.id);
    attribute(this.card, "aria-describedby", "rule-text");
    const pictures = make("div", { class: "pictures" }, picture(right, "right"), picture(wrong, "wrong"));
    const close = this.button(this.words("close"), () => this.card.close());
    const body = make("div", { class: "body" }, heading, make("p", { id: "rule-text" }, text), pictures);
    body.append(make("p", { class: "place" }, place), make("div", { class: "row" }, close));
    this.card.replaceChildren(body);
    this.card.showModal();
  }

  openKeys() {
    const heading = make("h3", { id: "keys-title", tabindex: "-1", autofocus: true }, this.words("keys"));
    attribute(this.keys, "aria-labelledby", heading.id);
    const list = make("dl", { id: "keys-list" });
    attribute(this.keys, "aria-describedby", list.id);
    for (const key of KEYS) {
      list.append(make("dt", {}, this.words(`caps_${key}`)), make("dd", {}, this.words(`key_${key}`)));
    }
    const close = this.button(this.words("close"), () => this.keys.close());
    this.keys.replaceChildren(make("div", { class: "body" }, heading, list, make("div", { class: "row" }, close)));
    this.keys.showModal();
  }

  offer({ title, options, near }) {
    const heading = make("h4", { id: "chooser-title" }, title);
    const list = make("div", { role: "listbox", "aria-labelledby": heading.id });
    options.forEach(({ text, points, sum }, at) => {
      const chosen = at === 0;
      const option = make("div", { role: "option", "aria-selected": String(chosen), tabindex: chosen ? "0" : "-1" });
      attribute(option, "class", chosen ? "first" : null);
      option.append(make("kbd", {}, String(at + 1)), " ", make("span", { class: "text" }, text));
      const counted = Object.entries({ points, sum }).filter(([, value]) => value !== null && value !== undefined);
      const told = counted.map(([name, value]) => [name, this.words(name).replace(`{${name}}`, value)]);
      for (const [name, value] of told) option.append(" ", make("span", { class: name }, value));
      attribute(option, "aria-label", [text, ...told.map(([, value]) => value)].join(", "));
      option.addEventListener("click", () => this.choose(at));
      list.append(option);
    });
    attribute(this.chooser, "aria-labelledby", heading.id);
    const cancel = this.button(this.words("cancel"), () => this.choose(null));
    this.chooser.append(heading, list, make("div", { class: "row" }, cancel));
    this.chooser.dataset.near = near ?? "";
  }

  choose(option) {
    this.send({ type: "choose", option });
  }

  // It begins on the answer that leaves all as it is.
  ask({ text, yes, no, near }) {
    const asked = make("p", { id: "question-text" }, text);
    attribute(this.question, "aria-labelledby", asked.id);
    const answer = (said) => () => this.send({ type: "answer", yes: said });
    const buttons = [this.button(yes, answer(true)), this.button(no, answer(false), { class: "first" })];
    this.question.append(asked, make("div", { class: "row" }, ...buttons));
    this.question.dataset.near = near ?? "";
  }

  // Whether the key belonged to what is chosen or asked.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (!this.question.hidden && event.key === "Escape") {
      this.send({ type: "answer", yes: false });
      return true;
    }
    if (this.chooser.hidden) return false;
    const options = [...this.chooser.querySelectorAll("[role=option]")];
    const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const inside = options.includes(this.root.activeElement);
    const step = inside && { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (event.key === "Escape") this.choose(null);
    else if (/^[1-9]$/.test(event.key) && options[event.key - 1]) this.choose(event.key - 1);
    else if (inside && (event.key === "Enter" || event.key === " ")) this.choose(at);
    else if (step) {
      const next = options[(at + step + options.length) % options.length];
      for (const option of options) {
        attribute(option, "aria-selected", String(option === next));
        attribute(option, "tabindex", option === next ? "0" : "-1");
      }
      next.focus();
    } else return false;
    return true;
  }

  markNear() {
    const near = this.refusal.hidden ? null : this.stops.box(this.refusal.dataset.near);
    if (this.near !== near) this.near?.classList.remove("near");
    this.near = near;
    near?.classList.add("near");
  }

  // Beside what it is about, in the part of the table that can be seen.
  place() {
    this.markNear();
    const open = [this.refusal, this.chooser, this.question, this.busy].filter((bubble) => !bubble.hidden);
    if (!open.length) return;
    const [area, outer] = [visibleArea(this.area, this.app.popover ? this.app : null), this.area.getBoundingClientRect()];
    for (const bubble of open) {
      bubble.style.maxWidth = `${Math.max(160, Math.min(360, area.right - area.left - 2 * EDGE))}px`;
      bubble.style.maxHeight = `${Math.max(96, area.bottom - area.top - 2 * EDGE)}px`;
      const { width, height } = bubble.getBoundingClientRect();
      const about = this.stops.box(bubble.dataset.near)?.getBoundingClientRect() ?? null;
      const { x, y } = this.best(area, about, width, height);
      bubble.style.left = `${x - outer.left}px`;
      bubble.style.top = `${y - outer.top}px`;
    }
  }

  // Above, below or at a side: where it hides the fewest cards, and never what it is about if that can be helped.
  best(area, about, width, height) {
    const at = about ?? { ...area, width: area.right - area.left, height: area.bottom - area.top };
    const [across, down] = [at.left + at.width / 2 - width / 2, at.top + at.height / 2 - height / 2];
    const tried = [[across, at.top - height - EDGE], [across, at.bottom + EDGE]];
    tried.push([at.right + EDGE, down], [at.left - width - EDGE, down]);
    const inside = (value, low, high) => Math.max(low, Math.min(value, high));
    const hides = (x, y, box) => box.left < x + width && x < box.right && box.top < y + height && y < box.bottom;
    const cards = [...this.stops.cards.values()].map((card) => card.getBoundingClientRect());
    const places = (about ? tried : [[across, down]]).map(([left, top]) => {
      const x = inside(left, area.left + EDGE, area.right - width - EDGE);
      const y = inside(top, area.top + EDGE, area.bottom - height - EDGE);
      const hidden = cards.filter((card) => hides(x, y, card)).length;
      return { x, y, cost: hidden + (about && hides(x, y, about) ? 1000 : 0) };
    });
    return places.reduce((least, place) => (place.cost < least.cost ? place : least));
  }
}
