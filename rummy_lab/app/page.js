// The words of a page of the app: heading, sentences, links. The address of the browser follows them.
function render({ model, el }) {
  const closing = new AbortController();
  const { signal } = closing;
  const alone = document.body.dataset.voila !== undefined;
  const heading = make("h1", { tabindex: "-1", id: "rl-app-heading" });
  const said = make("p");
  const rather = make("p");
  const notice = make("div", { class: "rl-app-told", role: "status" }, said, rather);
  const text = make("div", { class: "rl-app-text" });
  const parts = make("div", { class: "rl-app-parts" });
  el.classList.add("rl-app-page");
  el.append(heading, notice, text, parts);
  let shown = null;

  const anchor = ({ text: told, about, query }) =>
    make("a", { href: query }, make("span", { class: "rl-app-name" }, told), ...(about ? [make("span", {}, about)] : []));
  const list = (links, kind) =>
    make("ul", { class: kind, role: "list" }, ...links.map((link) => make("li", {}, anchor(link))));

  function group({ heading: over, links, folded, more }) {
    const inside = [list(links, "rl-app-choices")];
    if (more.length) {
      inside.push(make("details", {}, make("summary", {}, folded), list(more, "rl-app-more")));
    }
    return make("section", {}, ...(over ? [make("h2", {}, over)] : []), ...inside);
  }

  function rules({ heading: over, items }) {
    return make("section", {}, make("h2", {}, over), make("ul", {}, ...items.map((one) => make("li", {}, one))));
  }

  function show() {
    const view = model.get("view");
    if (!view.heading) return;
    const moved = shown && shown.query.replace(/[?&]lang=..$/, "") !== view.query.replace(/[?&]lang=..$/, "");
    const open = [...parts.querySelectorAll("details")].map((one) => one.open);
    say(heading, view.heading);
    say(said, view.notice);
    rather.replaceChildren(...(view.rather ? [anchor(view.rather)] : []));
    attribute(notice, "class", view.notice ? "rl-app-notice" : "rl-app-told");
    text.replaceChildren(...view.intro.map((line) => make("p", {}, line)));
    parts.replaceChildren(...view.groups.map(group), ...view.rules.map(rules));
    if (!moved) parts.querySelectorAll("details").forEach((one, at) => (one.open = open[at] ?? false));
    shown = view;
    attribute(el, "data-query", view.query);
    const app = el.closest(".rl-app");
    if (app) attribute(app, "lang", view.lang);
    if (alone) {
      document.documentElement.lang = view.lang;
      document.title = view.title;
      // What stands in the address for others, such as the way to the server, stays out of it.
      if (location.search !== view.query) history[`${view.how}State`](null, "", view.query);
      const main = el.closest(".rl-app-main");
      if (main) attribute(main, "role", "main");
      if (main) attribute(main, "aria-labelledby", heading.id);
    }
    if (moved) {
      app?.scrollIntoView({ block: "start" });
      heading.focus({ preventScroll: true });
    }
  }

  function click(event) {
    const chosen = event.target.closest("a");
    if (!chosen || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    chosen.classList.add("rl-app-opening");
    model.send({ type: "open", query: chosen.getAttribute("href"), how: "push" });
  }

  el.addEventListener("click", click, { signal });
  el.addEventListener("keydown", (event) => event.stopPropagation(), { signal });
  attribute(el, "data-lm-suppress-shortcuts", "true");
  model.on("change:view", show);
  show();
  if (!model.get("view").heading) {
    const known = model.get("languages");
    const mine = known.find((one) => one === kept().lang) ?? null;
    const own = (navigator.languages ?? []).map((one) => one.slice(0, 2)).find((one) => known.includes(one)) ?? null;
    model.send({ type: "open", query: alone ? location.search : "", how: "replace", kept: mine, own });
  }
  return () => {
    closing.abort();
    model.off("change:view", show);
  };
}

export default { render };
