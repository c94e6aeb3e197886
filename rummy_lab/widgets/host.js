// What the widgets of a viewer cannot say about themselves: what a control is called, what is read aloud, and how wide the
// screen is.
const NARROW = 600;
const SETTLED = 500; // milliseconds after the last change: of what is passed on the way nothing is said
const PARTS = [".rl-news", ".rl-slider .noUi-handle", ".rl-play button", ".rl-play-on"];
const TOLD = ":is(p:not(.rl-place), .rl-refused > b, .rl-refused li)";
const MOVES = ":is(.rl-happened, .rl-tried)";

function render({ model, el }) {
  let host = null;
  const ends = [];
  el.style.display = "none";

  function name() {
    if (!host) return;
    const names = model.get("names");
    const called = (element, name) => element.setAttribute("aria-label", name);
    called(host, names.host);
    const handle = host.querySelector(".rl-slider .noUi-handle");
    called(handle, names.slider);
    // A button draws its icon anew, so that the icon cannot be hidden; but a name given to the button stays.
    host.querySelectorAll(".rl-step-button").forEach((button, at) => called(button, names.buttons[at]));
    names.play.forEach((name, at) => {
      const button = host.querySelectorAll(".rl-play button")[at];
      called(button, name);
      button.title = name;
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

  // What is new since it was read last is read; while one step follows another by itself, only the moves.
  function follow(news) {
    const ear = document.createElement("div");
    ear.className = "rl-unseen";
    readAloud(ear);
    host.append(ear);
    const lines = () => [...news.querySelectorAll(TOLD)];
    let told = lines().map((line) => line.textContent);
    let timer = 0;
    function tell() {
      const now = lines();
      const first = now.findIndex((line, at) => line.textContent !== told[at]);
      const again = now.length === told.length ? now.slice(-1) : [];
      const fresh = first < 0 ? again : now.slice(first);
      told = now.map((line) => line.textContent);
      const read = model.get("playing") ? fresh.filter((line) => line.matches(MOVES)) : fresh;
      const sentences = read.map((line) => Object.assign(document.createElement("p"), { textContent: line.textContent }));
      if (sentences.length) ear.replaceChildren(...sentences);
    }
    const changes = new MutationObserver(() => {
      clearTimeout(timer);
      if (model.get("playing")) tell();
      else timer = setTimeout(tell, SETTLED);
    });
    changes.observe(news, { childList: true, subtree: true, characterData: true });
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      ear.remove();
    };
  }

  function begin(found) {
    host = found;
    host.addEventListener("focusin", select);
    host.addEventListener("keydown", toEnd, true);
    host.setAttribute("role", "group");
    name();
    const sizes = new ResizeObserver(([{ contentRect: { width } }]) => {
      if (width && model.get("narrow") !== width < NARROW) {
        model.set("narrow", width < NARROW);
        model.save_changes();
      }
    });
    sizes.observe(host);
    ends.push(
      mindFocus(host, host.querySelector(".rl-play-on")),
      follow(host.querySelector(".rl-news")),
      () => sizes.disconnect(),
      () => host.removeEventListener("focusin", select),
      () => host.removeEventListener("keydown", toEnd, true),
    );
  }

  const changes = ["change:names", "change:step", "change:expanded"];
  changes.forEach((change) => model.on(change, name));
  ends.push(whenThere(el, ".rl-viewer", PARTS, begin));
  return () => {
    changes.forEach((change) => model.off(change, name));
    ends.forEach((end) => end());
  };
}

export default { render };
