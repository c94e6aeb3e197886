// What stands over every page of the app. It knows no word: all it says comes from `words`.
const COLOURS = ["auto", "light", "dark"];
// As the page of a notebook the look and the address belong to others.
const alone = () => document.body.dataset.voila !== undefined;

function render({ model, el }) {
  const closing = new AbortController();
  const { signal } = closing;
  const words = (key) => model.get("words")[model.get("view").lang]?.[key] ?? "";
  const brand = make("span", { class: "rl-app-brand" });
  const home = make("a", { class: "rl-app-link", href: "?" });
  const trail = make("span", { class: "rl-app-trail" });
  const ways = make("nav", {}, home, trail);
  const langs = make("div", { class: "rl-app-langs", role: "group" });
  const colours = make("select");
  const colourName = make("span");
  const link = make("button", { type: "button" });
  const told = make("p", { class: "rl-app-told", role: "status" });
  const lostText = make("p");
  const again = make("button", { type: "button" });
  const lost = make("div", { class: "rl-app-lost", role: "alert" });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  el.classList.add("rl-app-head-cell");
  el.append(
    make(
      "header",
      { class: "rl-app-head" },
      brand,
      ways,
      make("div", { class: "rl-app-tools" }, langs, make("label", { class: "rl-app-colours" }, colourName, colours), link),
      told,
      lost,
    ),
  );

  for (const [code, name] of Object.entries(model.get("names"))) {
    langs.append(make("button", { type: "button", lang: code, "data-lang": code }, name));
  }
  for (const name of COLOURS) colours.append(make("option", { value: name }));

  function open(query, how = "push") {
    model.send({ type: "open", query, how });
  }

  function colour() {
    if (!alone()) return;
    const chosen = kept().colours ?? "auto";
    const isDark = chosen === "dark" || (chosen === "auto" && dark.matches);
    colours.value = COLOURS.includes(chosen) ? chosen : "auto";
    document.documentElement.dataset.rlColours = isDark ? "dark" : "light";
    document.body.dataset.jpThemeLight = String(!isDark);
  }

  function show() {
    const view = model.get("view");
    if (!view.lang) return;
    say(brand, words("brand"));
    say(home, words("start"));
    attribute(home, "href", `?lang=${view.lang}`);
    attribute(ways, "aria-label", words("where"));
    ways.hidden = view.kind === "start";
    trail.replaceChildren(
      ...view.trail.map(({ text, query }) => make("a", { class: "rl-app-link", href: query }, text)),
    );
    attribute(langs, "aria-label", words("lang"));
    for (const button of langs.children) attribute(button, "aria-pressed", String(button.dataset.lang === view.lang));
    say(colourName, words("colours"));
    for (const option of colours.options) say(option, words(option.value));
    say(link, words("link"));
    say(again, words("again"));
    if (connection.state !== "there") connected(connection.state);
  }

  function connected(state) {
    say(lostText, { lost: words("lost"), away: words("away") }[state] ?? "");
    if (state === "there") say(told, words("back"));
    lost.replaceChildren(...(state === "lost" ? [lostText, again] : state === "away" ? [lostText] : []));
    // What is left of the page does nothing any more, and should not look as if it did.
    const main = el.closest(".rl-app")?.querySelector(".rl-app-main");
    if (main) main.inert = state === "lost";
    if (state === "lost") lost.scrollIntoView({ block: "nearest" });
  }

  const connection = new Connection(model, connected);

  async function copy() {
    const here = new URL(location.href);
    here.search = model.get("view").query;
    here.hash = "";
    let key = "copied";
    try {
      await navigator.clipboard.writeText(here.href);
    } catch {
      key = "by_hand";
    }
    say(told, words(key).replace("{link}", here.href));
  }

  const clicked = (event) => {
    const anchor = event.target.closest("a");
    if (anchor && !(event.ctrlKey || event.metaKey || event.shiftKey)) {
      event.preventDefault();
      say(told, "");
      open(anchor.getAttribute("href"));
    }
    const { lang } = event.target.closest("button")?.dataset ?? {};
    if (lang) {
      keep({ lang });
      model.send({ type: "lang", lang });
    }
  };
  el.addEventListener("click", clicked, { signal });
  link.addEventListener("click", copy, { signal });
  again.addEventListener("click", () => location.reload(), { signal });
  colours.addEventListener("change", () => (keep({ colours: colours.value }), colour()), { signal });
  dark.addEventListener("change", colour, { signal });
  el.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  window.addEventListener("popstate", () => alone() && open(location.search, "replace"), { signal });
  model.on("change:view", show);
  attribute(el, "data-lm-suppress-shortcuts", "true");
  colours.closest("label").hidden = !alone();
  colour();
  show();
  return () => {
    closing.abort();
    connection.end();
    model.off("change:view", show);
  };
}

export default { render };
