// What every panel of plain widgets needs in the browser: keys pressed in it are not the notebook's, and where one is does
// not get lost with a button that goes away. Returns what ends it.
function mindFocus(host, refuge) {
  let last = null;
  let home = null; // the panel, this one or one inside it, that has the focus
  // JupyterLab looks for this mark from the focused element upwards, and its shortcuts match that element first.
  const keep = (event) => {
    last = event.target;
    home = last.closest(".rl-manners, .rl-viewer");
    last.setAttribute("data-lm-suppress-shortcuts", "true");
  };
  const leave = (event) => {
    if (event.relatedTarget && !host.contains(event.relatedTarget)) last = null;
  };
  const gone = new MutationObserver(() => {
    const nowhere = [last, document.body].includes(document.activeElement);
    if (home !== host && home?.isConnected) return;
    if (!last || !nowhere || last.getClientRects().length) return;
    const heir = anew(last);
    last = null;
    (heir ?? refuge).focus({ preventScroll: Boolean(heir) });
  });
  // What was only drawn anew, as a table whose numbers grow, is there again under its name.
  const anew = (lost) => {
    const name = lost.getAttribute("aria-label");
    const alike = [...host.getElementsByTagName(lost.localName)].filter((one) => one.getClientRects().length);
    return name ? alike.find((one) => one.getAttribute("aria-label") === name) : null;
  };
  host.addEventListener("focusin", keep);
  host.addEventListener("focusout", leave);
  gone.observe(host, { attributes: true, attributeFilter: ["style", "class"], childList: true, subtree: true });
  return () => {
    host.removeEventListener("focusin", keep);
    host.removeEventListener("focusout", leave);
    gone.disconnect();
  };
}

function readAloud(region) {
  region.setAttribute("role", "status");
  region.setAttribute("aria-live", "polite");
  region.setAttribute("aria-atomic", "true");
}

// Widgets are put into the page one after the other: when all of these parts are there, `begin` is called with the panel.
// Returns what ends the waiting.
function whenThere(el, panel, parts, begin) {
  let timer = 0;
  let waited = 0;
  function look() {
    const host = el.closest(panel);
    if (parts.every((part) => host?.querySelector(part))) begin(host);
    else timer = setTimeout(look, waited++ < 100 ? 20 : 500);
  }
  look();
  return () => clearTimeout(timer);
}
