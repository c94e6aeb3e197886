const NARROW = 600;
const STEP = 6; // px: a telephone's canvas is as wide as its screen, but need not follow each pixel

const AROUND = 112; // px: status and buttons above and below the table
const LEAST = 0.76;
const LOW = 110; // px: less than this above a docked hand shows no meld, so that all of it scrolls

// The room that is left across and down by the window and by what scrolls or clips around an element.
function roomAround(element) {
  const { clientWidth, clientHeight } = document.documentElement;
  const room = { left: 0, right: clientWidth, height: clientHeight };
  for (let node = element.parentElement; node && node !== document.body; node = node.parentElement) {
    const { contain, overflowX, overflowY } = getComputedStyle(node);
    const left = node.getBoundingClientRect().left + node.clientLeft;
    // JupyterLab lets a cell that was out of view paint nothing beside itself.
    if (overflowX !== "visible" || /paint|content|strict/.test(contain)) {
      room.left = Math.max(room.left, left);
      room.right = Math.min(room.right, left + node.clientWidth);
    }
    if (overflowY !== "visible" && node.scrollHeight > node.clientHeight) {
      room.height = Math.min(room.height, node.clientHeight);
    }
  }
  return room;
}

// Whether there is room for words above the cards of a meld.
function hasHead({ id, box }, cards) {
  const card = cards.find(({ zone }) => zone === id);
  return !card || card.box[1] - box[1] > 15;
}

// Buttons in one row that scrolls sideways, with a sign at its end that there are more.
class Row {
  constructor(row, bar) {
    this.row = row;
    this.more = make("span", { class: "more", "aria-hidden": "true", hidden: true });
    bar.append(this.more);
  }

  listen(signal) {
    this.row.addEventListener("scroll", () => this.update(), { signal, passive: true });
    this.more.addEventListener("click", () => this.on(), { signal });
  }

  get left() {
    return this.row.scrollWidth - this.row.clientWidth - this.row.scrollLeft;
  }

  on() {
    const { row } = this;
    row.scrollBy({ left: this.left > 1 ? 0.8 * row.clientWidth : -row.scrollWidth });
  }

  update() {
    const { row, more } = this;
    more.hidden = row.scrollWidth <= row.clientWidth + more.offsetWidth + 1;
    attribute(more, "data-back", this.left <= 1);
  }
}

// How the table fits the window: on a telephone with its hand below, or filling the window, read from afar.
class Fit {
  constructor(host, app, area, panel, speech, send) {
    Object.assign(this, { host, app, area, panel, speech, send });
    this.row = new Row(panel.acts, panel.bar);
    this.sizes = new ResizeObserver(() => this.measure());
    this.told = null;
    this.ready = false;
  }

  listen(signal) {
    this.row.listen(signal);
    const dock = this.area.querySelector(".dock");
    for (const one of [this.host, this.app, this.panel.bar, dock]) this.sizes.observe(one);
    signal.addEventListener("abort", () => this.close());
  }

  close() {
    this.sizes.disconnect();
    this.clip?.();
  }

  get presenting() {
    return this.app.classList.contains("presenter");
  }

  present(on) {
    const { app, panel } = this;
    app.classList.toggle("presenter", on);
    // In the top layer it fills the window, whatever moves or clips the output of a cell.
    if (app.showPopover) {
      attribute(app, "popover", on ? "manual" : null);
      if (on) app.showPopover();
    }
    attribute(panel.presenter, "aria-pressed", String(on));
    this.measure();
  }

  // From the first frame on Python can be told how wide the page is.
  show(frame) {
    this.whole = frame.width / frame.height;
    this.app.style.setProperty("--whole", this.whole);
    attribute(this.app, "data-dense", frame.zones.some((zone) => zone.kind === "meld" && !hasHead(zone, frame.cards)));
    this.ready = true;
    if (!this.told) this.measure();
    else this.lower(), this.row.update();
  }

  measure() {
    const { host, app, panel, presenting } = this;
    const here = presenting ? app : host;
    const { width } = here.getBoundingClientRect();
    if (!width) return;
    this.clip ??= unclip(host);
    const narrow = width < NARROW;
    app.classList.toggle("narrow", narrow);
    this.widen(narrow && !presenting, width);
    this.lower();
    this.settle(narrow);
    app.style.setProperty("--foot", `${panel.bar.offsetHeight}px`);
    const dock = this.area.querySelector(".dock");
    app.classList.toggle("low", this.high - panel.status.offsetHeight - panel.bar.offsetHeight - dock.offsetHeight < LOW);
    this.row.update();
    this.speech.place();
    this.tell(narrow);
  }

  // On a telephone the table takes the whole width, also what a notebook leaves free at its sides.
  widen(wanted, width) {
    const { host, app } = this;
    const room = roomAround(host);
    const all = wanted && width > 0.7 * (room.right - room.left);
    app.style.marginLeft = all ? `${room.left - host.getBoundingClientRect().left}px` : "";
    app.style.width = all ? `${room.right - room.left}px` : "";
    this.high = this.presenting ? innerHeight : room.height;
  }

  // All of a wide table is in view at once, unless its cards would become too small for that.
  lower() {
    const width = (this.high - AROUND) * this.whole;
    this.app.style.setProperty("--most", width >= LEAST * this.app.clientWidth ? `${width}px` : "none");
  }

  // Where what lies below the table is out of view, its two buttons stand among the others.
  settle(narrow) {
    const { own, below, bar, acts, presenter, keys, log } = this.panel;
    const buttons = narrow ? acts : own;
    if (presenter.parentNode !== buttons) for (const one of [presenter, keys]) move(buttons, one, null);
    const home = this.presenting ? bar : below;
    if (own.parentNode !== home) move(home, own, home === below ? log : null);
  }

  tell(narrow) {
    const width = Math.floor(this.area.getBoundingClientRect().width / STEP) * STEP;
    const told = { narrow, presenter: this.presenting, ...(narrow ? { width } : {}) };
    if (!this.ready || JSON.stringify(told) === JSON.stringify(this.told)) return;
    this.told = told;
    this.send({ type: "narrow", ...told });
  }
}
