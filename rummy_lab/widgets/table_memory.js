// What somebody has set holds on in this browser, for every table that is shown in it later.
const KEPT = "rummy-lab-settings";

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEPT));
    return found && typeof found === "object" ? found : {};
  } catch {
    return {}; // there is no storage, or what is in it is not ours
  }
}

function keep(chosen) {
  try {
    localStorage.setItem(KEPT, JSON.stringify({ ...kept(), ...chosen }));
  } catch {
    // without a storage it holds until the page is left
  }
}

// What a table that is shown should be set to: as it was set last. A language that was asked for in the notebook stays;
// otherwise, where nobody has chosen one yet, it is that of the browser.
function wished(settings) {
  const known = Object.keys({ ...CHOICES, ...Object.fromEntries(SWITCHES.map((name) => [name, 0])) });
  const wish = Object.fromEntries(Object.entries(kept()).filter(([name]) => known.includes(name)));
  if (settings.guess) {
    const own = navigator.languages?.map((one) => one.slice(0, 2)).find((one) => CHOICES.lang.includes(one));
    wish.lang ??= own ?? settings.lang;
  } else delete wish.lang;
  return Object.fromEntries(Object.entries(wish).filter(([name, value]) => value !== settings[name]));
}
