const GLIDES = { off: 0, slow: 650, normal: 260, fast: 120 };

// One picture and, above it, the layer of elements that are touched. A table has one sheet or, on a narrow screen
// where the hand lies below by itself, two.
class Sheet {
  constructor(kind) {
    this.picture = make("div", { class: "picture", "aria-hidden": "true" });
    this.zones = make("div", { class: "zones" });
    this.cards = make("div", { class: "cards" });
    this.element = make("div", { class: `sheet ${kind}` }, this.picture, this.zones, this.cards);
    this.text = null;
  }

  show(text, width, height) {
    Object.assign(this, { width, height });
    this.element.style.setProperty("--ratio", width / height);
    if (this.text === text) return;
    this.text = text;
    this.picture.innerHTML = text;
    const svg = this.svg;
    if (!svg) return;
    for (const name of ["width", "height", "role", "aria-label"]) svg.removeAttribute(name);
    svg.setAttribute("focusable", "false");
    // A title would be shown over the whole table wherever the pointer rests.
    svg.querySelectorAll("title").forEach((title) => title.remove());
  }

  get svg() {
    return this.picture.querySelector("svg");
  }

  // Units of the canvas in a CSS pixel.
  get scale() {
    return this.width / (this.element.getBoundingClientRect().width || this.width);
  }

  place(element, [x, y, width, height]) {
    const style = element.style;
    style.left = `${(100 * x) / this.width}%`;
    style.top = `${(100 * y) / this.height}%`;
    style.width = `${(100 * width) / this.width}%`;
    style.height = `${(100 * height) / this.height}%`;
  }
}

// Cards glide from where they were seen to where they lie now.
class Glide {
  constructor(root, setting) {
    this.root = root;
    this.setting = setting;
    this.reduced = matchMedia("(prefers-reduced-motion: reduce)");
    this.running = new Set();
  }

  get duration() {
    return this.reduced.matches ? 0 : GLIDES[this.setting()] ?? GLIDES.normal;
  }

  group(id) {
    const group = this.root.getElementById(id);
    return group instanceof SVGElement && group.closest(".table") ? group : null;
  }

  // A card carries its place in an attribute, which a moving style would replace: so what moves is a group around it.
  carrier(id) {
    const group = this.group(id);
    if (!group) return null;
    if (group.parentNode.classList.contains("carrier")) return group.parentNode;
    const carrier = document.createElementNS(SVG, "g");
    carrier.setAttribute("class", "carrier");
    group.replaceWith(carrier);
    carrier.append(group);
    return carrier;
  }

  // A halo around the card is not part of its place: the face alone is measured.
  places(ids) {
    const places = new Map();
    for (const id of ids) {
      const group = this.group(id);
      if (group) places.set(id, (group.querySelector("use") ?? group).getBoundingClientRect());
    }
    return places;
  }

  from(before, scaleOf) {
    const duration = this.duration;
    if (!duration) return;
    for (const [id, now] of this.places(before.keys())) {
      const old = before.get(id);
      const [dx, dy] = [old.left - now.left, old.top - now.top];
      if (!old.width || Math.abs(dx) + Math.abs(dy) < 1) continue;
      const scale = scaleOf(id);
      const start = `translate(${dx * scale}px, ${dy * scale}px)`;
      const animation = this.carrier(id)?.animate([{ transform: start }, { transform: "translate(0px, 0px)" }], {
        duration,
        easing: "cubic-bezier(.2, .8, .2, 1)",
      });
      if (!animation) continue;
      this.running.add(animation);
      animation.onfinish = animation.oncancel = () => this.running.delete(animation);
    }
  }

  stop() {
    for (const animation of [...this.running]) animation.cancel();
  }
}
