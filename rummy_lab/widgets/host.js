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
  settle();
  return () => {
    model.off("change:names", renamed);
    model.off("change:step", renamed);
    host?.removeEventListener("focusin", keep);
    sizes?.disconnect();
    clearTimeout(timer);
  };
}

export default { render };
