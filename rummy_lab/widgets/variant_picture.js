// The picture of a variant lab: a row of dots or bars for each rule set, and a chart. Dots are deals; one of them is marked
// and goes with the arrow keys, and Enter or a click opens it. A new chart replaces the old one when it can be shown.
const DOTS_HIGH = 110;
const AXIS_HIGH = 26;
const LARGEST = 6; // radius of a dot
const FINE = 4; // what is larger need not be

function render({ model, el }) {
  const rows = document.createElement("div");
  const chart = document.createElement("div");
  const image = new Image();
  let shown = ""; // the address of the chart that is shown
  let wide = 0;
  let from = null; // the row of dots from which a deal was opened
  let marked = null; // `rules deal` of the dot that is marked
  el.classList.add("rl-variant-picture");
  rows.className = "rl-variant-rows";
  chart.className = "rl-variant-chart";
  image.hidden = true;
  chart.append(image);
  el.append(rows, chart);

  const svg = (name, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  };
  const id = (panel, deal) => `${model.get("prefix")}-${panel}-${deal}`;

  function draw() {
    const { panels, labels, words } = model.get("dots");
    if (!wide) return;
    if (!panels?.length) {
      rows.replaceChildren();
      return;
    }
    const most = Math.max(...panels.flatMap((panel) => panel.bins.map((bin) => bin.count)), 1);
    const room = (wide - 2) / labels.length;
    const grid = gridFor(most, room);
    panels.forEach((panel, at) => {
      const row = rows.children[at] ?? rows.appendChild(newRow());
      const [caption, box] = row.children;
      caption.textContent = panel.name;
      const picture = svg("svg", { width: wide, height: DOTS_HIGH + AXIS_HIGH, role: "none" });
      const axis = svg("g", { "aria-hidden": "true", class: "rl-axis" });
      axis.append(svg("line", { x1: 0, x2: wide, y1: DOTS_HIGH + 0.5, y2: DOTS_HIGH + 0.5 }));
      const every = Math.ceil((8 + 8 * Math.max(...labels.map((label) => label.length))) / room);
      labels.forEach((label, bin) => {
        if (bin % every === 0) axis.append(svg("text", { x: room * (bin + 0.5), y: DOTS_HIGH + 18 }, label));
      });
      picture.append(axis);
      panel.bins.forEach((bin, place) => {
        if (panel.dots) dots(picture, at, bin, place, room, grid, words);
        else bar(picture, bin, place, room, most);
      });
      box.replaceChildren(picture);
      name(box, panel, at);
    });
    while (rows.children.length > panels.length) rows.lastChild.remove();
  }

  function newRow() {
    const row = document.createElement("div");
    const caption = document.createElement("p");
    const box = document.createElement("div");
    box.className = "rl-variant-row";
    row.append(caption, box);
    box.addEventListener("keydown", steer);
    box.addEventListener("click", choose);
    box.addEventListener("focus", () => mark(box, options(box).find((dot) => dot.id === marked) ?? options(box)[0]));
    return row;
  }

  // As few dots beside each other as leave them large enough, as many in every heap: so its height tells how many there are.
  function gridFor(most, room) {
    let best = { columns: 1, r: 0 };
    for (let columns = 1; columns <= most && best.r < FINE; columns++) {
      const r = Math.min(LARGEST, DOTS_HIGH / (2 * Math.ceil(most / columns)), (room - 2) / (2 * columns));
      if (r > best.r) best = { columns, r };
    }
    return best;
  }

  function dots(picture, panel, bin, place, room, { columns: most, r }, words) {
    const columns = Math.min(most, bin.count);
    bin.deals.forEach((deal, at) => {
      const x = room * (place + 0.5) + (2 * (at % columns) - columns + 1) * r;
      const y = DOTS_HIGH - r - 2 * r * Math.floor(at / columns);
      const label = words.dot.replace("{deal}", deal).replace("{value}", bin.label);
      const dot = svg("circle", { cx: x, cy: y, r: Math.max(r - 0.5, 0.5), role: "option", id: id(panel, deal) });
      dot.setAttribute("aria-label", label);
      dot.setAttribute("aria-selected", String(dot.id === marked));
      dot.append(svg("title", {}, label));
      picture.append(dot);
    });
  }

  function bar(picture, bin, place, room, most) {
    const high = (DOTS_HIGH - 18) * (bin.count / most);
    const edge = Math.min(4, room / 8);
    picture.append(
      svg("rect", { x: room * place + edge, width: Math.max(room - 2 * edge, 1), y: DOTS_HIGH - high, height: high }),
    );
    if (bin.count && room > 30) {
      picture.append(svg("text", { x: room * (place + 0.5), y: DOTS_HIGH - high - 4 }, bin.shown));
    }
  }

  function name(box, panel, at) {
    const list = panel.dots && panel.bins.some((bin) => bin.count);
    box.setAttribute("role", list ? "listbox" : "img");
    box.setAttribute("aria-label", panel.told);
    box.dataset.panel = at;
    if (list) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
    const active = options(box).find((dot) => dot.id === marked);
    if (list && active) box.setAttribute("aria-activedescendant", active.id);
    else box.removeAttribute("aria-activedescendant");
  }

  const options = (box) => [...box.querySelectorAll("[role=option]")];

  function mark(box, dot) {
    if (!dot) return;
    marked = dot.id;
    options(box).forEach((one) => one.setAttribute("aria-selected", String(one === dot)));
    box.setAttribute("aria-activedescendant", dot.id);
  }

  function steer(event) {
    const box = event.currentTarget;
    const all = options(box);
    if (!all.length || event.altKey || event.ctrlKey || event.metaKey) return;
    const here = Math.max(0, all.findIndex((dot) => dot.id === marked));
    const to = {
      ArrowRight: here + 1, ArrowDown: here + 1, ArrowLeft: here - 1, ArrowUp: here - 1,
      PageDown: here + 10, PageUp: here - 10, Home: 0, End: all.length - 1,
    }[event.key];
    if (to !== undefined) mark(box, all[Math.min(Math.max(to, 0), all.length - 1)]);
    else if (event.key === "Enter" || event.key === " ") open(box, all[here]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function choose(event) {
    const box = event.currentTarget;
    const dot = event.target.closest("[role=option]") ?? nearest(box, event);
    if (!dot) return;
    mark(box, dot);
    open(box, dot);
  }

  // A finger that hits beside a small dot means the one next to it.
  function nearest(box, { clientX, clientY }) {
    const far = (dot) => {
      const { left, top, width, height } = dot.getBoundingClientRect();
      return Math.hypot(left + width / 2 - clientX, top + height / 2 - clientY);
    };
    const [first] = options(box).map((dot) => [far(dot), dot]).sort(([a], [b]) => a - b);
    return first && first[0] < 22 ? first[1] : null;
  }

  function open(box, dot) {
    from = box;
    model.send({ type: "open", panel: Number(box.dataset.panel), deal: Number(dot.id.split("-").at(-1)) });
  }

  // The deal stands far below its dot.
  let wait = () => {};
  function go() {
    const row = from;
    wait();
    if (!row) return;
    if (!model.get("opened")) {
      from = null;
      row.focus();
      return;
    }
    wait = whenThere(el, ".rl-variant", [".rl-variant-deal h4", ".rl-viewer"], (host) => {
      const heading = host.querySelector(".rl-variant-deal h4");
      heading.focus({ preventScroll: true });
      heading.scrollIntoView({ block: "start" });
    });
  }

  // Where the guess was and is no more, the next thing to do is to play.
  function playNext(host) {
    let before = null;
    const follow = ({ target }) => {
      const guess = before?.closest(".rl-variant-guess");
      before = target;
      if (guess && !guess.getClientRects().length && target.closest(".rl-news")) {
        host.querySelector(".rl-variant-row-buttons button:enabled")?.focus();
      }
    };
    host.addEventListener("focusin", follow);
    return () => host.removeEventListener("focusin", follow);
  }

  async function copy({ target }) {
    const button = target.closest(".rl-copy button");
    if (!button) return;
    const field = button.parentElement.querySelector("textarea");
    let copied = true;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.select(); // without a safe connection there is no clipboard but this one
      copied = document.execCommand("copy");
      if (copied) button.focus();
    }
    button.parentElement.querySelector("output").textContent = copied ? button.dataset.copied : button.dataset.marked;
  }

  async function replace() {
    const data = model.get("chart");
    image.alt = model.get("alt");
    if (!data?.byteLength) {
      image.hidden = true;
      return;
    }
    const address = URL.createObjectURL(new Blob([data], { type: "image/png" }));
    const next = new Image();
    next.src = address;
    try {
      await next.decode();
    } catch {
      URL.revokeObjectURL(address);
      return;
    }
    if (model.get("chart") !== data) {
      URL.revokeObjectURL(address);
      return;
    }
    image.src = address;
    image.hidden = false;
    if (shown) URL.revokeObjectURL(shown);
    shown = address;
  }

  const sizes = new ResizeObserver(([{ contentRect: { width } }]) => {
    if (!width || Math.abs(width - wide) < 2) return;
    wide = Math.floor(width);
    if (model.get("narrow") !== wide < 600) {
      model.set("narrow", wide < 600);
      model.save_changes();
    }
    draw();
  });
  sizes.observe(el);
  // Sliders of plain widgets have no name of their own; the words beside each are it.
  let forget = () => {};
  const stop = whenThere(el, ".rl-variant", [".rl-news"], (host) => {
    const name = () =>
      host.querySelectorAll(".widget-hslider").forEach((slider) => {
        const handle = slider.querySelector(".noUi-handle");
        const told = slider.querySelector(".widget-label")?.textContent ?? "";
        if (handle && handle.getAttribute("aria-label") !== told) handle.setAttribute("aria-label", told);
      });
    const changes = new MutationObserver(name);
    changes.observe(host, { childList: true, subtree: true });
    name();
    const leave = playNext(host);
    host.addEventListener("click", copy);
    forget = () => {
      changes.disconnect();
      leave();
      host.removeEventListener("click", copy);
    };
  });
  model.on("change:dots", draw);
  model.on("change:chart", replace);
  model.on("change:opened", go);
  replace();
  return () => {
    stop();
    wait();
    forget();
    sizes.disconnect();
    model.off("change:dots", draw);
    model.off("change:chart", replace);
    model.off("change:opened", go);
    if (shown) URL.revokeObjectURL(shown);
  };
}

export default { render };
