// What plain widgets cannot say about themselves: that keys pressed here are not for the notebook, which part is
// read aloud when it changes, what a control is called, and how wide the screen is.
const NARROW = 600;

function render({ model, el }) {
  let host = null;
  let sizes = null;
  let timer = 0;
  let waited = 0;
  el.style.display = "none";

  function name() {
    const names = model.get("names");
    const called = (element, name) => element.setAttribute("aria-label", name);
    called(host, names.host);
    const handle = host.querySelector(".rl-slider .noUi-handle");
    called(handle, names.slider);
    // A button draws its icon anew, so that the icon cannot be hidden; but a name given to the button stays.
    host.querySelectorAll(".rl-step-button").forEach((button, at) => called(button, names.buttons[at]));
    host.querySelectorAll(".rl-play button").forEach((button, at) => {
      called(button, names.play[at]);
      button.title = names.play[at];
    });
    handle.setAttribute("aria-valuetext", model.get("step"));
    for (const [kind, open] of Object.entries(model.get("expanded"))) {
      host.querySelector(`.${kind}`)?.setAttribute("aria-expanded", String(open));
    }
  }

  // Ctrl and an arrow go to an end of the slider; without it the slider steps by itself.
  function toEnd(event) {
    const end = { ArrowLeft: 0, ArrowRight: 3 }[event.key];
    if (!event.ctrlKey || end === undefined || !event.target.closest(".rl-slider")) return;
    event.preventDefault();
    event.stopPropagation();
    host.querySelectorAll(".rl-step-button")[end].click();
  }

  function select(event) {
    if (event.target.closest(".rl-copy")) event.target.select?.();
  }

  // JupyterLab looks for this mark from the focused element upwards, and its shortcuts match that element first.
  const keep = (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true");

  function settle() {
    host = el.closest(".rl-viewer");
    // Widgets are put into the page one after the other.
    if (![".rl-news", ".rl-slider .noUi-handle", ".rl-play button"].every((part) => host?.querySelector(part))) {
      timer = setTimeout(settle, waited++ < 100 ? 20 : 500);
      return;
    }
    host.addEventListener("focusin", keep);
    host.addEventListener("focusin", select);
    host.addEventListener("keydown", toEnd, true);
    host.setAttribute("role", "group");
    const news = host.querySelector(".rl-news");
    news.setAttribute("role", "status");
    news.setAttribute("aria-live", "polite");
    news.setAttribute("aria-atomic", "true");
    name();
    sizes = new ResizeObserver(([{ contentRect: { width } }]) => {
      if (width && model.get("narrow") !== width < NARROW) {
        model.set("narrow", width < NARROW);
        model.save_changes();
      }
    });
    sizes.observe(host);
  }

  const renamed = () => host && name();
  model.on("change:names", renamed);
  model.on("change:step", renamed);
  model.on("change:expanded", renamed);
  settle();
  return () => {
    model.off("change:names", renamed);
    model.off("change:step", renamed);
    model.off("change:expanded", renamed);
    host?.removeEventListener("focusin", keep);
    host?.removeEventListener("focusin", select);
    host?.removeEventListener("keydown", toEnd, true);
    sizes?.disconnect();
    clearTimeout(timer);
  };
}

export default { render };
