// What plain widgets cannot say about themselves: that keys pressed here are not for the notebook, which part is
// read aloud when it changes, what a control is called, and how wide the screen is.
const NARROW = 600;

function render({ model, el }) {
  let host = null;
  let sizes = null;
  let waiting = 0;
  el.style.display = "none";

  function name() {
    const names = model.get("names");
    for (const icon of host.querySelectorAll("button > i")) icon.setAttribute("aria-hidden", "true");
    host.setAttribute("aria-label", names.host);
    host.querySelector(".rl-slider .noUi-handle")?.setAttribute("aria-label", names.slider);
    for (const [at, button] of [...host.querySelectorAll(".rl-play button")].entries()) {
      button.setAttribute("aria-label", names.play[at]);
      button.title = names.play[at];
    }
    const handle = host.querySelector(".rl-slider .noUi-handle");
    handle?.setAttribute("aria-valuetext", model.get("step"));
  }

  // JupyterLab looks for this mark from the focused element upwards, and its shortcuts match that element first.
  const keep = (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true");

  function settle() {
    host = el.closest(".rl-viewer");
    // Widgets are put into the page one after the other.
    if (!host || !host.querySelector(".rl-news") || !host.querySelector(".noUi-handle")) {
      if (waiting++ < 600) requestAnimationFrame(settle);
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
    waiting = Infinity;
  };
}

export default { render };
