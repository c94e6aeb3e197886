const MOUSE_MOVES = 4;
const FINGER_MOVES = 10;
const HOLD = 300;
const ANSWER = 1500;

// Dragging happens in the browser alone until the cards are let go. With a finger a card comes along only after a short
// hold, so that the page can be scrolled from anywhere.
class Drag {
  constructor(root, table, stops, glide, { sheetOf, drop, done, began }) {
    Object.assign(this, { root, table, stops, glide, sheetOf, drop, done, began });
    this.held = null;
    this.timer = 0;
    this.dragged = false;
  }

  get on() {
    return Boolean(this.held?.on);
  }

  listen(signal) {
    const on = (name, act, options) => this.table.addEventListener(name, act.bind(this), { signal, ...options });
    on("pointerdown", this.down);
    on("pointermove", this.moved);
    on("pointerup", this.up);
    on("pointercancel", this.cancel);
    on("lostpointercapture", this.cancel);
    on("touchmove", (event) => this.on && event.cancelable && event.preventDefault(), { passive: false });
    on("touchstart", (event) => event.touches.length > 1 && this.cancel(), { passive: true });
    on("contextmenu", (event) => this.held?.touch && event.preventDefault());
    on("dragstart", (event) => event.preventDefault());
    // A click that ends a drag is no tap.
    on("click", (event) => this.dragged && event.stopPropagation(), { capture: true });
    signal.addEventListener("abort", () => clearTimeout(this.timer));
  }

  down(event) {
    this.dragged = false;
    if (event.button || !event.isPrimary) return this.cancel();
    const id = event.target.closest?.(".card")?.dataset.stop;
    const card = this.stops.frame.cards.find((one) => one.id === id);
    if (!card?.live) return;
    const touch = event.pointerType === "touch";
    this.held = { id, touch, pointer: event.pointerId, x: event.clientX, y: event.clientY, on: false };
    if (touch) this.timer = setTimeout(() => this.begin(), HOLD);
  }

  moved(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.on) {
      if (far < (held.touch ? FINGER_MOVES : MOUSE_MOVES)) return;
      if (held.touch) return this.cancel();
      this.begin();
    }
    if (this.on) this.follow(event.clientX, event.clientY);
  }

  begin() {
    const held = this.held;
    if (!held) return;
    held.on = true;
    const picked = this.stops.picked;
    const ids = this.stops.frame.cards.map((card) => card.id);
    held.ids = ids.filter((id) => id === held.id || picked.includes(id));
    this.began();
    this.table.setPointerCapture(held.pointer);
    this.table.classList.add("dragging");
    this.lift();
    this.follow(held.x, held.y);
  }

  // The dragged cards are taken to a layer above everything, side by side around the one that was taken hold of.
  lift() {
    const held = this.held;
    const boxes = new Map(this.stops.frame.cards.map((card) => [card.id, card.box]));
    const sheet = this.sheetOf(this.stops.zoneOf(held.id));
    const [here, outer] = [sheet.element.getBoundingClientRect(), this.table.getBoundingClientRect()];
    held.scale = sheet.scale;
    this.layer = document.createElementNS(SVG, "svg");
    this.layer.setAttribute("class", "lifted");
    this.layer.setAttribute("aria-hidden", "true");
    this.layer.setAttribute("viewBox", `0 0 ${sheet.width} ${sheet.height}`);
    Object.assign(this.layer.style, {
      left: `${here.left - outer.left}px`,
      top: `${here.top - outer.top}px`,
      width: `${here.width}px`,
      height: `${here.height}px`,
    });
    const [x, y, width] = boxes.get(held.id);
    const own = held.ids.indexOf(held.id);
    held.carried = [];
    held.ids.forEach((id, at) => {
      const carrier = this.glide.carrier(id);
      if (!carrier || this.sheetOf(this.stops.zoneOf(id)) !== sheet) return;
      const box = boxes.get(id);
      held.carried.push({ carrier, x: x - box[0] + (at - own) * width * 0.5, y: y - box[1] });
      this.layer.append(carrier);
      sheet.text = null;
    });
    this.table.append(this.layer);
  }

  follow(x, y) {
    const held = this.held;
    const [dx, dy] = [(x - held.x) * held.scale, (y - held.y) * held.scale];
    for (const { carrier, x: over, y: down } of held.carried) {
      carrier.style.transform = `translate(${dx + over}px, ${dy + down}px)`;
    }
    this.mark(this.stops.zoneOf(this.under(x, y)));
  }

  mark(over) {
    for (const [id, zone] of this.stops.zones) zone.element.classList.toggle("over", id === over);
  }

  // The card or zone under a point that is not itself dragged.
  under(x, y) {
    for (const element of this.root.elementsFromPoint(x, y)) {
      const id = element.closest("[data-stop]")?.dataset.stop;
      if (id && this.stops.box(id) && !this.held.ids.includes(id)) return id;
    }
    return null;
  }

  // The place among the cards of a zone, those dragged not counted; cards may lie in several rows.
  place(zone, x, y) {
    const cards = this.stops.row(zone).slice(1);
    const before = cards.filter((id) => {
      if (this.held.ids.includes(id)) return false;
      const box = this.stops.element(id).getBoundingClientRect();
      return box.bottom < y || (box.top <= y && box.left + box.width / 2 < x);
    });
    return before.length;
  }

  up(event) {
    const held = this.held;
    if (!held || event.pointerId !== held.pointer) return;
    clearTimeout(this.timer);
    if (!held.on) {
      this.held = null;
      return;
    }
    this.dragged = true;
    const on = this.under(event.clientX, event.clientY);
    const at = on && this.place(this.stops.zoneOf(on), event.clientX, event.clientY);
    this.release();
    // The cards stay where they were let go until the answer shows where they belong.
    if (on) this.timer = setTimeout(() => this.done(), ANSWER);
    if (on) this.drop({ ids: held.ids, on, at });
    this.done(Boolean(on));
  }

  cancel() {
    if (!this.held) return;
    clearTimeout(this.timer);
    const was = this.on;
    this.release();
    if (was) this.done();
  }

  release() {
    this.held = null;
    this.mark(null);
    this.table.classList.remove("dragging");
  }

  // The picture is drawn anew: nothing is lifted any more.
  clear() {
    clearTimeout(this.timer);
    this.layer?.remove();
    this.layer = null;
  }
}
