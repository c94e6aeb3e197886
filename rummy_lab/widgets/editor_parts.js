// Parts of the editor's page: elements that are kept while what they show changes, and the palette.
const SIGNS = { r: "◆", y: "●", g: "▲", b: "■", c: "♣", d: "♦", h: "♥", s: "♠" };
const ARROWS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: "up", ArrowDown: "down", Home: "home", End: "end" };

// The children of `parent` follow `items`; those that stay are kept, so that focus stays with them.
function follow(parent, items, create, update) {
  while (parent.children.length > items.length) parent.lastElementChild.remove();
  items.forEach((item, at) => {
    if (!parent.children[at]) parent.append(create(at));
    update(parent.children[at], item, at);
  });
}

function face(made, { rank, suit, of, left }) {
  made.className = `card suit-${suit || "hidden"}`;
  const parts = [make("b", {}, rank), make("i", {}, SIGNS[of ?? suit] ?? "")];
  if (left !== undefined) parts.push(make("small", {}, `×${left}`));
  const looks = parts.map((part) => part.textContent).join("|");
  if (made.dataset.looks !== looks) {
    made.dataset.looks = looks;
    parts.forEach((part) => attribute(part, "aria-hidden", "true"));
    made.replaceChildren(...parts);
  }
}

// The cards of the pack: one stop for Tab, arrow keys inside.
class Palette {
  constructor(root, button, signal) {
    this.root = root;
    this.button = button;
    this.columns = 13;
    this.stop = 0; // the card that Tab leads to
    this.title = make("h3", { "aria-hidden": "true" });
    this.element = make("div", { class: "palette", role: "group" });
    this.element.addEventListener("keydown", (event) => this.walk(event), { signal });
    this.element.addEventListener("focusin", (event) => this.enter(event.target), { signal });
  }

  get cards() {
    return [...this.element.querySelectorAll("button")];
  }

  focus() {
    this.cards[this.stop]?.focus();
  }

  enter(card) {
    this.stop = Math.max(0, this.cards.indexOf(card));
    this.cards.forEach((one, at) => attribute(one, "tabindex", at === this.stop ? 0 : -1));
  }

  walk(event) {
    const way = ARROWS[event.key];
    const all = this.cards;
    const at = all.indexOf(this.root.activeElement);
    if (way === undefined || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const last = all.length - 1;
    const to = { up: at - this.columns, down: Math.min(at + this.columns, last), home: 0, end: last }[way];
    event.preventDefault();
    all[to ?? at + way]?.focus();
  }

  draw({ palette: all, columns, words }, add) {
    this.columns = columns;
    say(this.title, words.palette);
    attribute(this.element, "aria-label", words.palette);
    this.element.style.setProperty("--ranks", columns);
    const rows = [];
    for (let at = 0; at < all.length; at += columns) rows.push(all.slice(at, at + columns));
    this.stop = Math.min(this.stop, all.length - 1);
    const update = (made, card, place) => {
      made.dataset.card = card.card;
      attribute(made, "aria-label", card.label);
      attribute(made, "aria-disabled", card.off ? "true" : null);
      attribute(made, "tabindex", place === this.stop ? 0 : -1);
      face(made, card);
    };
    follow(
      this.element,
      rows,
      () => make("div", { class: "suit" }),
      (row, buttons, suit) =>
        follow(
          row,
          buttons,
          () => this.button((made) => add(made.dataset.card)),
          (made, card, at) => update(made, card, suit * columns + at),
        ),
    );
  }
}

// The line in which one asks about the position, and what happened so far.
class Asking {
  constructor(send, signal) {
    this.line = make("input", { id: "line", type: "text", autocomplete: "off" });
    this.name = make("label", { class: "name", for: "line" });
    this.button = make("button", { type: "submit" });
    this.title = make("summary");
    this.log = make("ol");
    this.past = make("details", {}, this.title, this.log);
    const form = make("form", { class: "row asking" }, this.line, this.button);
    form.addEventListener(
      "submit",
      (event) => {
        event.preventDefault();
        if (this.line.value.trim()) send(this.line.value);
        this.line.value = "";
      },
      { signal },
    );
    this.elements = [this.name, form, this.past];
  }

  draw({ words, log }) {
    say(this.name, words.ask_line);
    say(this.button, words.ask);
    say(this.title, words.log);
    attribute(this.past, "hidden", log.length ? null : "");
    follow(this.log, log, () => make("li"), say);
  }
}
