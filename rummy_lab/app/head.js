// What stands over every page of the app. It knows no word: all it says comes from `words`.
function render({ model, el }) {
  const closing = new AbortController();
  const { signal } = closing;
  const alone = document.body.dataset.voila !== undefined;
  const words = (key) => model.get("words")[model.get("view").lang]?.[key] ?? "";
  const brand = make("span", { class: "rl-app-brand" });
  const home = make("a", { class: "rl-app-link" });
  const trail = make("span", {});
  const ways = make("nav", {}, home, trail);
  const langs = make("div", { class: "rl-app-langs", role: "group" });
  const back = make("p", { class: "rl-app-told", role: "status" });
  const lostText = make("p");
  const again = make("button", { type: "button" });
  const lost = make("div", { class: "rl-app-lost", role: "alert" });
  el.append(make("header", { class: "rl-app-head" }, brand, ways, langs, back, lost));
  attribute(el, "data-lm-suppress-shortcuts", "true");
  for (const [code, name] of Object.entries(model.get("names"))) {
    langs.append(make("button", { type: "button", lang: code, "data-lang": code }, name));
  }

  function show() {
    const view = model.get("view");
    if (!view.lang) return;
    const isStart = view.kind === "start";
    attribute(el, "data-kind", isStart ? "start" : "inner");
    say(brand, words("brand"));
    say(home, words("start"));
    attribute(home, "href", `?lang=${view.lang}`);
    attribute(ways, "aria-label", words("where"));
    ways.hidden = isStart;
    trail.replaceChildren(
      ...view.trail.map(({ text, query }) => make("a", { class: "rl-app-link", href: query }, text)),
    );
    attribute(langs, "aria-label", words("lang"));
    for (const button of langs.children) attribute(button, "aria-pressed", String(button.dataset.lang === view.lang));
    say(again, words("again"));
    if (connection.state !== "there") connected(connection.state);
  }

  function connected(state) {
    say(back, state === "there" ? words("back") : "");
    say(lostText, { lost: words("lost"), away: words("away") }[state] ?? "");
    lost.replaceChildren(...(state === "there" ? [] : state === "lost" ? [lostText, again] : [lostText]));
    // What is left of the page does nothing any more, and should not look as if it did.
    const main = el.closest(".rl-app")?.querySelector(".rl-app-main");
    if (main) main.inert = state === "lost";
    if (state === "lost") lost.scrollIntoView({ block: "nearest" });
  }

  const connection = new Connection(model, connected);

  function click(event) {
    const anchor = event.target.closest("a");
    const { lang } = event.target.closest("button")?.dataset ?? {};
    if (anchor && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      model.send({ type: "open", query: anchor.getAttribute("href"), how: "push" });
    }
    if (!lang) return;
    keep({ lang });
    model.send({ type: "lang", lang });
  }

  const popped = () => alone && model.send({ type: "open", query: location.search, how: "back" });
  el.addEventListener("click", click, { signal });
  el.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  again.addEventListener("click", () => location.reload(), { signal });
  window.addEventListener("popstate", popped, { signal });
  model.on("change:view", show);
  show();
  return () => {
    closing.abort();
    connection.end();
    model.off("change:view", show);
  };
}

export default { render };
