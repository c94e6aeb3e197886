// What stands below every page of the app: its colours, and the link to it.
const COLOURS = ["auto", "light", "dark"];

function render({ model, el }) {
  const closing = new AbortController();
  const { signal } = closing;
  // As the page of a notebook the look is that of the notebook.
  const alone = document.body.dataset.voila !== undefined;
  const words = (key) => model.get("words")[model.get("view").lang]?.[key] ?? "";
  const name = make("span");
  const colours = make("select", {}, ...COLOURS.map((one) => make("option", { value: one })));
  const label = make("label", { class: "rl-app-colours" }, name, colours);
  const link = make("button", { type: "button" });
  const told = make("p", { class: "rl-app-told", role: "status" });
  const dark = matchMedia("(prefers-color-scheme: dark)");
  el.append(make("footer", { class: "rl-app-foot" }, label, link, told));
  attribute(el, "data-lm-suppress-shortcuts", "true");
  label.hidden = !alone;

  function colour() {
    if (!alone) return;
    const chosen = COLOURS.includes(kept().colours) ? kept().colours : "auto";
    const isDark = chosen === "dark" || (chosen === "auto" && dark.matches);
    colours.value = chosen;
    document.documentElement.dataset.rlColours = isDark ? "dark" : "light";
    document.body.dataset.jpThemeLight = String(!isDark);
  }

  function show() {
    say(name, words("colours"));
    for (const option of colours.options) say(option, words(option.value));
    say(link, words("link"));
    say(told, "");
  }

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

  function choose() {
    keep({ colours: colours.value });
    colour();
  }

  link.addEventListener("click", copy, { signal });
  colours.addEventListener("change", choose, { signal });
  dark.addEventListener("change", colour, { signal });
  el.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  model.on("change:view", show);
  colour();
  show();
  return () => {
    closing.abort();
    model.off("change:view", show);
  };
}

export default { render };
