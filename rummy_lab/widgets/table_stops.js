// The elements that are clicked, dragged, focused and read, one for each zone and card. They stay while their id is
// there. Cards lie beside the zones, not inside them, and are owned by the list of their zone: so a card that goes to
// another zone keeps its element in its place, and with it the focus.
class Stops {
  constructor(root, words, tell) {
    Object.assign(this, { root, words, tell });
    this.zones = new Map();
    this.cards = new Map();
    this.remembered = new Map();
    this.current = null;
    this.frame = { zones: [], cards: [] };
  }

  element(id) {
    return this.cards.get(id) ?? this.zones.get(id)?.put ?? null;
  }

  box(id) {
    return this.cards.get(id) ?? this.zones.get(id)?.element ?? null;
  }

  zoneOf(id) {
    return this.zones.has(id) ? id : this.frame.cards.find((card) => card.id === id)?.zone;
  }

  row(zone) {
    return [zone, ...this.frame.cards.filter((card) => card.zone === zone).map((card) => card.id)];
  }

  get picked() {
    return this.frame.cards.filter((card) => card.picked).map((card) => card.id);
  }

  show(frame, sheetOf) {
    const focused = this.root.activeElement;
    const lost = this.neighbours(frame);
    this.frame = frame;
    this.dropMissing(this.zones, frame.zones);
    this.dropMissing(this.cards, frame.cards);
    for (const zone of frame.zones) this.showZone(zone, sheetOf(zone.id));
    for (const card of frame.cards) this.showCard(card, sheetOf(card.zone));
    for (const sheet of new Set(frame.zones.map((zone) => sheetOf(zone.id)))) {
      const here = ({ id, zone }) => sheetOf(zone ?? id) === sheet;
      arrange(sheet.zones, frame.zones.filter(here).map(({ id }) => this.zones.get(id).element), focused);
      arrange(sheet.cards, frame.cards.filter(here).map(({ id }) => this.cards.get(id)), focused);
    }
    const held = lost.had && !this.element(this.current);
    if (!this.element(this.current)) this.current = lost.next ?? this.first();
    this.settle();
    if (held) this.element(this.current)?.focus({ preventScroll: true });
  }

  // Where focus goes when its card is gone: the next card that stays in its zone, else the zone.
  neighbours(frame) {
    const had = this.root.activeElement && this.root.activeElement === this.element(this.current);
    const zone = this.zoneOf(this.current);
    if (!zone) return { had, next: null };
    const stays = new Set([...frame.zones, ...frame.cards].map(({ id }) => id));
    const row = this.row(zone);
    const at = row.indexOf(this.current);
    const next = [...row.slice(at + 1), ...row.slice(1, at).reverse(), zone].find((id) => stays.has(id));
    return { had, next: next ?? null };
  }

  first() {
    const { zones, cards } = this.frame;
    const hand = zones.find((zone) => zone.kind === "hand");
    return (cards.find((card) => card.zone === hand?.id) ?? cards.find((card) => card.live) ?? zones[0])?.id ?? null;
  }

  dropMissing(kept, wanted) {
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, one] of kept) {
      if (ids.has(id)) continue;
      (one.element ?? one).remove();
      kept.delete(id);
    }
  }

  makeZone(id) {
    const heading = make("h4", { class: "unseen", id: `heading-${id}` });
    const put = make("button", { type: "button", class: "put", tabindex: "-1", "data-stop": id });
    const list = make("div", { class: "list" });
    const mark = make("span", { class: "mark", "aria-hidden": "true" });
    const element = make("div", { role: "group", class: "zone", "aria-labelledby": heading.id }, heading, put, list, mark);
    return { element, heading, put, list, mark };
  }

  showZone(zone, sheet) {
    const made = this.zones.get(zone.id) ?? this.makeZone(zone.id);
    this.zones.set(zone.id, made);
    const { element, heading, put, list, mark } = made;
    sheet.place(element, zone.box);
    attribute(element, "data-kind", zone.kind);
    attribute(element, "data-target", Boolean(zone.target));
    attribute(element, "data-fits", Boolean(this.frame.fits?.zones.includes(zone.id)));
    attribute(element, "data-mark", zone.mark?.sign);
    say(heading, zone.heading);
    attribute(put, "aria-label", this.nameOf(zone));
    attribute(put, "aria-keyshortcuts", zone.key || null);
    say(mark, zone.mark && zone.mark.sign !== "good" ? zone.mark.text : "");
    const owned = this.row(zone.id).slice(1);
    attribute(list, "role", owned.length ? "listbox" : null);
    attribute(list, "aria-multiselectable", owned.length ? "true" : null);
    // Where not every card is shown one is told how many there are.
    const told = zone.mark?.sign === "barred" ? `${zone.label}, ${zone.mark.text}` : zone.label;
    attribute(list, "aria-label", owned.length ? (zone.kind === "meld" ? zone.heading : told) : null);
    attribute(list, "aria-owns", owned.map((id) => `stop-${id}`).join(" ") || null);
  }

  // What a place is called: what may be done there with the cards that are picked up, what lies there, how it stands.
  nameOf(zone) {
    const { picked } = this;
    const home = picked.length && picked.every((id) => this.zoneOf(id) === zone.id);
    const put = zone.target && picked.length ? `${this.words(home ? "put_home" : "put")}: ` : "";
    const open = !home && this.frame.fits?.zones.includes(zone.id);
    const fits = picked.length ? "fits_here" : ["meld", "new"].includes(zone.kind) ? "fits_some_here" : null;
    return [put + zone.label, zone.mark?.text, open && fits && this.words(fits)].filter(Boolean).join(", ");
  }

  showCard(card, sheet) {
    const element =
      this.cards.get(card.id) ??
      make("div", { role: "option", class: "card", id: `stop-${card.id}`, tabindex: "-1", "data-stop": card.id });
    this.cards.set(card.id, element);
    sheet.place(element, card.box);
    const fits = Boolean(this.frame.fits?.cards.includes(card.id));
    const told = [card.label, card.new && this.words("fresh"), fits && !card.picked && this.words("fits_here")];
    attribute(element, "aria-label", told.filter(Boolean).join(", "));
    attribute(element, "data-new", Boolean(card.new));
    attribute(element, "aria-selected", card.picked ? "true" : "false");
    attribute(element, "aria-disabled", card.live ? null : "true");
    attribute(element, "data-fits", fits);
  }

  settle() {
    for (const id of [...this.zones.keys(), ...this.cards.keys()]) {
      attribute(this.element(id), "tabindex", id === this.current ? "0" : "-1");
    }
  }

  focused(id) {
    if (!this.element(id)) return;
    this.current = id;
    this.remembered.set(this.zoneOf(id), id);
    this.settle();
  }

  go(id) {
    this.element(id)?.focus();
  }

  // With cards picked up one wants to put them down; without, one looks at the cards of the zone.
  enter(id) {
    const zone = this.frame.zones.find((one) => one.id === id);
    if (!zone) return;
    const [put, ...cards] = this.row(id);
    if (this.picked.length && zone.target) return this.go(put);
    const known = this.remembered.get(id);
    this.go(cards.includes(known) ? known : cards[0] ?? put);
  }

  // Whether the key was one of the table's own. Where it leads nowhere else, one is told where one is.
  key(event) {
    const before = this.root.activeElement;
    if (!this.moved(event) && !this.jump(event)) return false;
    if (this.root.activeElement === before && !event.repeat) this.tell(this.where());
    return true;
  }

  where() {
    const zone = this.frame.zones.find(({ id }) => id === this.zoneOf(this.current));
    const name = this.element(this.current).getAttribute("aria-label");
    const cards = this.row(zone.id).slice(1);
    const at = cards.indexOf(this.current);
    if (at < 0) return `${name}.`;
    const place = this.words("place_of").replace("{at}", at + 1).replace("{all}", cards.length);
    return `${zone.heading}: ${name}, ${place}.`;
  }

  // To a place that has a key of its own.
  jump(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const target = this.frame.zones.find((one) => one.key && one.key === event.key);
    if (target) this.enter(target.id);
    return Boolean(target);
  }

  moved(event) {
    const zones = this.frame.zones.map((zone) => zone.id);
    const zone = this.zoneOf(this.current);
    const row = this.row(zone);
    const [at, in_row] = [zones.indexOf(zone), row.indexOf(this.current)];
    const ends = event.ctrlKey || event.metaKey;
    const ways = {
      ArrowLeft: () => this.go(row[in_row - 1]),
      ArrowRight: () => this.go(row[in_row + 1]),
      ArrowUp: () => this.enter(zones[(at - 1 + zones.length) % zones.length]),
      ArrowDown: () => this.enter(zones[(at + 1) % zones.length]),
      Home: () => (ends ? this.enter(zones[0]) : this.go(row[0])),
      End: () => (ends ? this.enter(zones.at(-1)) : this.go(row.at(-1))),
      PageUp: () => this.enter(zones[0]),
      PageDown: () => this.enter(zones.at(-1)),
    };
    ways[event.key]?.();
    return event.key in ways;
  }
}
