function render({ model, el }) {
  const closing = new AbortController();
  const { signal } = closing;
  const host = make("div", { class: "rummy-table", "data-lm-suppress-shortcuts": "true" });
  el.append(host);
  const root = host.attachShadow({ mode: "open" });
  const words = (key) => model.get("texts")?.[key] ?? "";
  const settings = () => model.get("settings") ?? {};

  const style = make("style");
  const faces = document.createElementNS(SVG, "svg");
  faces.setAttribute("class", "faces");
  faces.setAttribute("aria-hidden", "true");
  const definitions = faces.appendChild(document.createElementNS(SVG, "defs"));
  const table = make("div", { class: "table", role: "application", "aria-describedby": "how" });
  const how = make("p", { class: "unseen", id: "how" });
  const area = make("div", { class: "area" }, table);
  const app = make("section", { class: "app" });
  root.append(style, faces, app);

  const stage = new Sheet("stage");
  const dock = new Sheet("dock");
  table.append(stage.element, dock.element);
  const glide = new Glide(root, () => settings().speed);
  const stops = new Stops(root, words, (text) => panel.tell([text]));
  const busy = new Busy(model, (near) => speech.wait(near) && panel.tell([words("busy")], words("busy")));
  const sending = new Sending(busy, stops, () => shown, () => panel.tell([words("not_done")]));
  const send = (message) => sending.send(message);
  let shown = null;
  let docked = new Set();
  let waiting = false;
  let told = null;
  let standing = null;
  let newest = 0;
  const sheetOf = (zone) => (docked.has(zone) ? dock : stage);

  const drag = new Drag(root, table, stops, glide, {
    sheetOf,
    began: () => speech.dismiss(),
    drop: (message) => send({ type: "drop", ...message }),
    done: (answered) => {
      if (waiting) draw();
      else if (!answered) paint();
    },
  });
  const speech = new Speech(root, area, app, stops, words, send);
  const panel = new Panel(words, send, { keys: () => speech.openKeys(), presenter: () => fit.present(!fit.presenting) });
  app.prepend(panel.status, area, panel.bar, panel.news, how, panel.below);
  const fit = new Fit(host, app, area, panel, speech, send);

  function tell(frame) {
    if (frame.gen === told) return;
    const first = told === null;
    told = frame.gen;
    busy.answered();
    const news = frame.news ?? [];
    // A refusal that stands while the page is turned or set otherwise was told before.
    const since = frame.refusal?.since ?? frame.gen;
    const stands = standing === since;
    standing = frame.refusal ? since : null;
    const refused = frame.refusal && !stands && !news.includes(frame.refusal.text) ? [frame.refusal.text] : [];
    panel[first ? "tellSoon" : "tell"]([...news, ...refused], frame.refusal?.text);
  }

  async function draw() {
    const frame = model.get("frame");
    if (!frame?.zones) return;
    tell(frame);
    if (drag.on) {
      waiting = true;
      return;
    }
    waiting = false;
    const turn = ++newest;
    const text = async (one) => one?.svg ?? (one?.packed ? await unpacked(one.packed) : "");
    const packed = frame.svg === undefined || (frame.dock && frame.dock.svg === undefined);
    const pictures = packed ? await Promise.all([text(frame), text(frame.dock)]) : [frame.svg, frame.dock?.svg ?? ""];
    if (turn !== newest || signal.aborted) return;
    if (drag.on) {
      waiting = true;
      return;
    }
    shown = { ...frame, pictures };
    paint();
    panel.show(shown);
    speech.show(shown);
    fit.show(shown);
    sending.answered();
  }

  function paint() {
    if (!shown) return;
    const ids = shown.cards.map(({ id }) => id);
    const before = glide.places(ids);
    glide.stop();
    const { dock: below, pictures } = shown;
    docked = new Set(below?.zones);
    drag.clear();
    stage.show(pictures[0], shown.width, shown.height);
    dock.element.hidden = !below;
    dock.show(pictures[1], below?.width ?? 1, below?.height ?? 1);
    stops.show(shown, sheetOf);
    glide.from(before, (id) => sheetOf(stops.zoneOf(id)).scale);
  }

  function relabel() {
    attribute(table, "aria-label", words("table"));
    attribute(app, "aria-label", words("game"));
    say(how, words("how"));
    panel.relabel();
    if (shown) stops.show(shown, sheetOf);
  }

  function set() {
    attribute(app, "data-contrast", settings().contrast ? "high" : null);
    attribute(app, "lang", settings().lang);
    panel.showSettings(settings());
  }

  function key(event) {
    const { key, target } = event;
    const typing = target.matches("input[type=text], select");
    const dialog = target.closest("dialog");
    const inTable = table.contains(target);
    let done = false;
    if (dialog) done = false;
    else if (key === "Escape" && drag.on) drag.cancel(), (done = true);
    else if (typing) {
      done = key === "Escape" && target === panel.line;
      if (done) stops.go(stops.current);
    }
    else if (speech.key(event)) done = true;
    else if (key === "?") speech.openKeys(), (done = true);
    else if (key === "Escape") {
      const open = shown && (stops.picked.length || !speech.refusal.hidden);
      if (fit.presenting && !open) fit.present(false);
      else send({ type: "clear" });
      if (speech.refusal.contains(target)) stops.go(stops.current);
      speech.dismiss();
      done = true;
    } else if (inTable && (key === "Enter" || key === " ") && target.matches(".card")) {
      if (!event.repeat) send({ type: "tap", id: target.dataset.stop });
      done = true;
    } else if (key === "/") panel.line.focus(), (done = true);
    else if (inTable) done = stops.key(event);
    else done = panel.key(event) || stops.jump(event);
    if (done) event.preventDefault();
    event.stopPropagation();
  }

  root.addEventListener("keydown", key, { signal });
  for (const name of ["keyup", "keypress"]) root.addEventListener(name, (event) => event.stopPropagation(), { signal });
  const stopOf = (event) => event.target.closest?.("[data-stop]")?.dataset.stop;
  table.addEventListener("focusin", (event) => stopOf(event) && stops.focused(stopOf(event)), { signal });
  // How it is done is read when one comes for the first time, and not at each return; "?" tells it again.
  const known = (event) => table.contains(event.relatedTarget) || attribute(table, "aria-describedby", null);
  table.addEventListener("focusout", known, { signal });
  drag.listen(signal);
  table.addEventListener("click", (event) => stopOf(event) && send({ type: "tap", id: stopOf(event) }), { signal });
  area.addEventListener("click", (event) => event.target.closest(".bubble") || speech.dismiss(), { signal });
  speech.listen(signal);
  panel.listen(signal);

  fit.listen(signal);

  const watched = {
    styles: () => say(style, model.get("styles")),
    faces: () => (definitions.innerHTML = Object.values(model.get("faces") ?? {}).join("")),
    texts: relabel,
    settings: set,
    frame: draw,
  };
  for (const [name, act] of Object.entries(watched)) {
    model.on(`change:${name}`, act);
    act();
  }

  const wish = wished(settings());
  if (Object.keys(wish).length) model.send({ type: "settings", ...wish, gen: shown?.gen ?? null });

  return () => {
    closing.abort();
    busy.answered();
    glide.stop();
    panel.close();
    for (const [name, act] of Object.entries(watched)) model.off(`change:${name}`, act);
    host.remove();
  };
}

export default { render };
