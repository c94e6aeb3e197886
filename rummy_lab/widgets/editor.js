// Shows frames and sends what people do. It knows no rule and no word: all that it says comes in the frame.
const NARROW = 600;
const TYPING = 150; // milliseconds without a key before the text is read
const BURST = 1500; // keys that follow each other faster are undone together
const SPEAK = 500; // a fault is spoken when typing pauses

function render({ model, el }) {
  const closing = new AbortController();
  const { signal } = closing;
  const host = make("div", { class: "rl-position-editor", "data-lm-suppress-shortcuts": "true" });
  el.append(host);
  const root = host.attachShadow({ mode: "open" });
  const frame = () => model.get("frame");
  const style = make("style");
  style.textContent = model.get("look");
  const faces = make("div", { class: "faces", "aria-hidden": "true" });
  const app = make("section", { class: "app", role: "group" });
  root.append(style, faces, app);

  let seq = frame().echo;
  let typed = -BURST;
  let timer = 0;
  let speaking = 0;
  let told = null;

  const menus = make("div", { class: "row menus", role: "group" });
  const opened = make("div", { class: "row opened", role: "group" });
  const label = make("label", { class: "name", for: "text" });
  const text = make("textarea", {
    id: "text", rows: 3, spellcheck: "false", autocomplete: "off", autocapitalize: "off", "aria-describedby": "fault",
  });
  const said = make("p", { id: "fault" });
  const where = make("code");
  const goThere = make("button", { type: "button" });
  const fault = make("div", { class: "fault" }, said, where, goThere);
  const stage = make("div", { class: "stage" });
  const remarks = make("ul", { class: "remarks" });
  const news = make("p", { class: "news", role: "status", "aria-live": "polite", "aria-atomic": "true" });
  const question = make("div", { class: "question", role: "group", "aria-labelledby": "asked" });
  const asked = question.appendChild(make("p", { id: "asked" }));
  const options = question.appendChild(make("div", { class: "row" }));
  const places = make("div", { class: "row places", role: "radiogroup" });
  const lying = make("div", { class: "row lying", role: "group" });
  const acts = make("div", { class: "row acts", role: "group" });
  const files = make("div", { class: "row files", role: "group" });
  const button = (act) => {
    const made = make("button", { type: "button" });
    made.addEventListener("click", () => act(made), { signal });
    return made;
  };
  const asking = new Asking((text) => send({ type: "ask", text }), signal);
  const palette = new Palette(root, button, signal);
  const titles = Object.fromEntries(
    ["where", "lying"].map((key) => [key, make("h3", { "aria-hidden": "true" })]),
  );
  app.append(menus, opened, label, text, fault, acts, stage, remarks, news, question);
  app.append(titles.where, places, palette.title, palette.element, titles.lying, lying, files);
  app.append(...asking.elements);

  // What people do

  function sendText() {
    clearTimeout(timer);
    timer = 0;
    const now = performance.now();
    model.send({ type: "text", text: text.value, seq: ++seq, same: now - typed < BURST });
    typed = now;
  }

  function send(message) {
    if (timer) sendText();
    typed = -BURST;
    model.send(message);
  }

  // JupyterLab takes Enter from whatever is typed in inside a cell.
  const keep = (event) => event.ctrlKey || event.metaKey || event.altKey || event.stopPropagation();
  root.addEventListener("keydown", keep, { signal });
  text.addEventListener(
    "input",
    () => {
      clearTimeout(timer);
      timer = setTimeout(sendText, TYPING);
    },
    { signal },
  );
  goThere.addEventListener(
    "click",
    () => {
      text.focus();
      text.setSelectionRange(frame().fault?.at ?? 0, frame().fault?.end ?? 0);
    },
    { signal },
  );
  stage.addEventListener(
    "click",
    (event) => {
      const hit = event.target.closest("g[id^=card-], g[id^=zone-]");
      if (hit) send({ type: "pick", gid: hit.id });
    },
    { signal },
  );

  // What is shown

  function drawMenus({ menus: all, opened: seats, words }) {
    attribute(menus, "aria-label", words.game);
    follow(
      menus,
      all,
      () => {
        const select = make("select");
        select.addEventListener(
          "change",
          () => send({ type: "set", what: select.dataset.id, value: select.value }),
          { signal },
        );
        return make("label", {}, make("span"), select);
      },
      (made, menu) => {
        const [name, select] = made.children;
        say(name, menu.label);
        select.dataset.id = menu.id;
        const wanted = JSON.stringify(menu.options);
        if (select.dataset.options !== wanted) {
          select.dataset.options = wanted;
          select.replaceChildren(...menu.options.map(([value, shown]) => make("option", { value }, shown)));
        }
        select.value = menu.value;
      },
    );
    attribute(opened, "aria-label", words.opened);
    const name = opened.querySelector("span") ?? opened.appendChild(make("span", { "aria-hidden": "true" }));
    say(name, words.opened);
    const list = opened.querySelector("div") ?? opened.appendChild(make("div", { class: "row" }));
    follow(
      list,
      seats,
      () => button((made) => send({ type: "set", what: "opened", value: made.dataset.seat })),
      (made, seat) => {
        made.dataset.seat = seat.id;
        attribute(made, "aria-pressed", String(seat.on));
        attribute(made, "aria-label", `${words.opened}: ${seat.label}`);
        say(made, `${seat.on ? "✓ " : ""}${seat.label}`);
      },
    );
  }

  function drawText({ text: given, echo, fault: found, words }) {
    say(label, words.notation);
    if (echo >= seq && !timer && text.value !== given) text.value = given;
    attribute(text, "aria-invalid", found ? "true" : null);
    attribute(fault, "hidden", found ? null : "");
    say(said, found?.text ?? "");
    say(goThere, words.go_there);
    where.replaceChildren(found?.before ?? "", make("mark", {}, found?.piece || "\u00a0"), found?.after ?? "");
  }

  function drawPlaces({ places: all, words }) {
    say(titles.where, words.where);
    attribute(places, "aria-label", words.where);
    follow(
      places,
      all,
      () => {
        const radio = make("input", { type: "radio", name: "place" });
        radio.addEventListener("change", () => send({ type: "place", place: radio.value }), { signal });
        return make("label", { class: "chip" }, radio, make("span"), " ", make("small"));
      },
      (made, place) => {
        const [radio, name, count] = made.children;
        radio.value = place.id;
        radio.checked = place.on;
        say(name, place.label);
        say(count, place.count);
      },
    );
  }

  function drawLying({ lying: here, words }) {
    const held = [...lying.children].indexOf(root.activeElement);
    say(titles.lying, `${words.lying}: ${here.title}`);
    attribute(titles.lying, "hidden", here.cards.length ? null : "");
    attribute(lying, "aria-label", `${words.lying}: ${here.title}`);
    follow(
      lying,
      here.cards,
      (at) => button((made) => send({ type: "take", place: made.dataset.place, at, card: made.dataset.card })),
      (made, card) => {
        made.dataset.card = card.card;
        made.dataset.place = here.place;
        attribute(made, "aria-label", card.label);
        face(made, card);
      },
    );
    if (held >= 0 && root.activeElement?.parentNode !== lying) {
      (lying.children[Math.min(held, lying.children.length - 1)] ?? places.querySelector("input:checked"))?.focus();
    }
  }

  function drawButtons(parent, all, title, act) {
    attribute(parent, "aria-label", title);
    follow(
      parent,
      all,
      () => button((made) => act(made.dataset.id)),
      (made, one) => {
        made.dataset.id = one.id;
        attribute(made, "aria-disabled", one.off ? "true" : null);
        say(made, one.label);
      },
    );
  }

  function drawQuestion({ question: open, words }) {
    const was = !question.hidden;
    const back = question.contains(root.activeElement);
    attribute(question, "hidden", open ? null : "");
    say(asked, open?.title ?? "");
    follow(
      options,
      open ? [...open.options, words.later] : [],
      () => button((made) => send({ type: "choose", option: Number(made.dataset.option) })),
      (made, option, at) => {
        made.dataset.option = at < open.options.length ? at : -1;
        say(made, option);
      },
    );
    if (open && (!was || !told)) options.firstElementChild.focus();
    if (!open && back) palette.focus();
  }
  question.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape") send({ type: "choose", option: -1 });
    },
    { signal },
  );

  // The same words twice are news as well, so the region is emptied in between.
  function speak({ news: happened, fault: found, words }) {
    const mended = told?.fault && !found && !happened;
    const sentence = happened || found?.text || (mended ? words.fine : "");
    const typing = !happened && found;
    if (typing && news.textContent === sentence) return;
    clearTimeout(speaking);
    if (!typing) news.textContent = "";
    speaking = setTimeout(() => say(news, sentence), typing ? SPEAK : 50);
    news.classList.toggle("unseen", !happened && Boolean(found));
  }

  function draw() {
    const now = frame();
    if (now.gen === undefined) return;
    attribute(app, "aria-label", now.words.editor);
    attribute(app, "lang", now.lang);
    drawMenus(now);
    drawText(now);
    if (told?.svg !== now.svg) {
      stage.innerHTML = now.svg;
      stage.querySelector("title")?.remove(); // it would cover the table as a tooltip
    }
    stage.classList.toggle("dim", now.dim);
    follow(remarks, now.remarks, () => make("li"), say);
    attribute(remarks, "aria-label", now.words.remarks);
    drawPlaces(now);
    drawLying(now);
    palette.draw(now, (card) => send({ type: "add", card }));
    drawButtons(acts, now.acts, now.words.actions, (name) => send({ type: "act", name }));
    drawButtons(files, now.files, now.words.files, (kind) => send({ type: "file", kind }));
    drawQuestion(now);
    asking.draw(now);
    if (told) speak(now);
    told = now;
  }

  function drawFaces() {
    faces.innerHTML = `<svg width="0" height="0" focusable="false"><defs>${model.get("faces")}</defs></svg>`;
  }

  let narrow = null;
  const sizes = new ResizeObserver(([{ contentRect: { width } }]) => {
    if (width && narrow !== width < NARROW) {
      narrow = width < NARROW;
      model.send({ type: "narrow", narrow });
    }
  });
  sizes.observe(host);
  model.on("change:faces", drawFaces);
  model.on("change:frame", draw);
  model.on("msg:custom", keepFile);
  drawFaces();
  draw();
  return () => {
    closing.abort();
    sizes.disconnect();
    clearTimeout(timer);
    clearTimeout(speaking);
    model.off("change:faces", drawFaces);
    model.off("change:frame", draw);
    model.off("msg:custom", keepFile);
  };
}

export default { render };
