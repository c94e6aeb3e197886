const CHOICES = {
  lang: ["en", "de", "nl"],
  size: ["small", "normal", "large"],
  speed: ["off", "slow", "normal", "fast"],
};
const SWITCHES = ["four_colours", "contrast", "autosort"];
const NEWS_KEPT = 40;
const SETTLED = 250; // ms: a screen reader passes over what a live region holds when it comes to the page
const ONCE = ["end", "draw", "take"]; // a second click of a double click would be meant for the next turn

// What stands around the table: status, buttons, news, the line of text, the log, the settings.
class Panel {
  constructor(words, send, { keys, presenter }) {
    Object.assign(this, { words, send });
    this.status = make("ul", { class: "status" });
    this.acts = make("div", { class: "acts" });
    this.buttons = new Map();
    const own = (name, act) => this.button(name, { class: "own", "data-own": name }, act);
    this.presenter = own("presenter", presenter);
    this.presenter.setAttribute("aria-pressed", "false");
    this.keys = own("keys", keys);
    this.bar = make("div", { class: "bar", role: "toolbar" }, this.acts);
    const live = { role: "status", "aria-live": "polite", "aria-relevant": "additions" };
    // A status is read as a whole at every change unless it says otherwise.
    this.news = make("div", { class: "news", ...live, "aria-atomic": "false" });
    this.soon = null;
    this.line = make("input", { type: "text", id: "line", autocomplete: "off", spellcheck: "false", maxlength: "1000" });
    this.lineLabel = make("label", { for: "line" });
    this.lineButton = make("button", { type: "submit" });
    this.form = make("form", { class: "line" }, this.lineLabel, this.line, this.lineButton);
    this.entries = make("ol", { tabindex: "0" });
    this.logTitle = make("summary");
    this.log = make("details", { class: "log" }, this.logTitle, this.entries);
    this.textTitle = make("summary");
    this.text = make("code", { tabindex: "0" });
    this.copy = this.button("copy", {}, () => this.copyText());
    this.asText = make("details", { class: "text" }, this.textTitle, this.text, " ", this.copy);
    this.settingsTitle = make("summary");
    this.fields = make("div", { class: "fields" });
    this.settings = make("details", { class: "settings" }, this.settingsTitle, this.fields);
    this.own = make("div", { class: "own" }, this.presenter, this.keys);
    this.below = make("div", { class: "below" }, this.form, this.own, this.log, this.asText, this.settings);
    this.controls = new Map();
    this.makeSettings();
  }

  listen(signal) {
    const act = (event) => {
      event.preventDefault();
      const text = this.line.value.trim();
      if (text) this.send({ type: "line", text });
      this.line.value = "";
    };
    this.form.addEventListener("submit", act, { signal });
    this.acts.addEventListener("focusin", ({ target }) => this.settle(target.dataset.act), { signal });
    const leave = ({ relatedTarget }) =>
      this.acts.contains(relatedTarget) || this.settle(this.acts.firstElementChild.dataset.act);
    this.acts.addEventListener("focusout", leave, { signal });
    const toEnd = () => (this.entries.scrollTop = this.entries.scrollHeight);
    this.log.addEventListener("toggle", toEnd, { signal });
  }

  close() {
    clearTimeout(this.soon?.timer);
  }

  async copyText() {
    try {
      await navigator.clipboard.writeText(this.text.textContent);
      this.tell([this.words("copied")]);
    } catch {
      // The page may not use the clipboard: the text is marked, so that the keys for copying do it.
      this.text.focus();
      getSelection().selectAllChildren(this.text);
    }
  }

  button(name, attributes, act) {
    const made = make("button", { type: "button", ...attributes });
    made.addEventListener("click", act);
    return made;
  }

  makeSettings() {
    const field = (name, control) => {
      control.id = `set-${name}`;
      const label = make("label", { for: control.id });
      this.controls.set(name, { control, label });
      this.fields.append(make("div", { class: "field" }, ...(control.type === "checkbox" ? [control, label] : [label, control])));
    };
    for (const [name, values] of Object.entries(CHOICES)) {
      const control = make("select", {}, ...values.map((value) => make("option", { value })));
      control.addEventListener("change", () => this.send({ type: "settings", [name]: control.value }));
      field(name, control);
    }
    for (const name of SWITCHES) {
      const control = make("input", { type: "checkbox" });
      control.addEventListener("change", () => this.send({ type: "settings", [name]: control.checked }));
      field(name, control);
    }
  }

  relabel() {
    const { words } = this;
    attribute(this.bar, "aria-label", words("buttons"));
    attribute(this.status, "aria-label", words("status"));
    say(this.presenter, words("presenter"));
    say(this.keys, words("keys"));
    say(this.lineLabel, words("line"));
    say(this.lineButton, words("send"));
    say(this.logTitle, words("log"));
    attribute(this.entries, "aria-label", words("log"));
    say(this.settingsTitle, words("settings"));
    say(this.textTitle, words("as_text"));
    say(this.copy, words("copy"));
    for (const [name, { control, label }] of this.controls) {
      say(label, words(name));
      for (const option of control.options ?? []) say(option, words(`${name}_${option.value}`));
    }
  }

  showSettings(settings) {
    for (const [name, { control }] of this.controls) {
      if (control.type === "checkbox") control.checked = Boolean(settings[name]);
      else if (settings[name]) control.value = settings[name];
    }
  }

  show(frame) {
    this.showStatus(frame.status ?? []);
    this.line.placeholder = frame.example ?? "";
    this.showButtons(frame.buttons ?? {});
    this.showLog(frame.log ?? []);
    say(this.text, frame.notation ?? "");
    this.asText.hidden = !frame.notation;
  }

  showStatus(texts) {
    while (this.status.children.length > texts.length) this.status.lastChild.remove();
    texts.forEach((text, at) => say(this.status.children[at] ?? this.status.appendChild(make("li")), text));
  }

  showButtons(buttons) {
    for (const [name, made] of this.buttons) {
      if (name in buttons) continue;
      made.remove();
      this.buttons.delete(name);
    }
    for (const [name, { on, text, pressed }] of Object.entries(buttons)) {
      // What cannot be done now is asked for all the same: the answer says why.
      const act = (event) => (event.detail > 1 && ONCE.includes(name)) || this.send({ type: "act", name });
      const made = this.buttons.get(name) ?? this.button(name, { "data-act": name }, act);
      this.buttons.set(name, made);
      say(made, text);
      attribute(made, "aria-disabled", on ? null : "true");
      attribute(made, "aria-pressed", pressed === undefined ? null : String(Boolean(pressed)));
    }
    const focused = this.acts.getRootNode().activeElement;
    arrange(this.acts, Object.keys(buttons).map((name) => this.buttons.get(name)), focused);
    this.settle(this.acts.contains(focused) ? focused.dataset.act : Object.keys(buttons)[0]);
  }

  // All buttons are one stop of the Tab key, so that the line of text is the next. One always comes to the first.
  settle(name) {
    for (const [one, made] of this.buttons) attribute(made, "tabindex", one === name ? "0" : "-1");
  }

  // Whether the key leads from one button to another.
  key(event) {
    const row = [...this.acts.children];
    const at = row.indexOf(event.target);
    const next = { ArrowLeft: row[at - 1], ArrowRight: row[at + 1], Home: row[0], End: row.at(-1) };
    if (at < 0 || !(event.key in next)) return false;
    next[event.key]?.focus();
    return true;
  }

  // Sentences are put one after the other: what replaced another before it was spoken would be lost.
  // Why something was refused is seen beside the card, and is only spoken here.
  tell(sentences, refused) {
    if (!sentences.length) return;
    this.tellNow();
    for (const old of this.news.children) old.className = "old";
    this.news.append(...sentences.map((text) => make("p", { class: text === refused ? "old" : null }, text)));
    while (this.news.children.length > NEWS_KEPT) this.news.firstChild.remove();
  }

  tellSoon(sentences, refused) {
    if (sentences.length) this.soon = { told: [sentences, refused], timer: setTimeout(() => this.tellNow(), SETTLED) };
  }

  tellNow() {
    const { soon } = this;
    this.close();
    this.soon = null;
    if (soon) this.tell(...soon.told);
  }

  // Entries that stay keep their element, so that somebody who reads the log keeps the place in it.
  showLog(log) {
    const key = ({ turn, text }) => JSON.stringify([turn, text]);
    const items = this.entries.children;
    while (items.length && log.length && items[0].key !== key(log[0])) items[0].remove();
    log.forEach((entry, at) => {
      if (items[at]?.key === key(entry)) return;
      const item = make("li", {}, make("span", { class: "turn" }, String(entry.turn ?? "")), " ", entry.text);
      item.key = key(entry);
      if (items[at]) items[at].replaceWith(item);
      else this.entries.append(item);
    });
    while (items.length > log.length) this.entries.lastChild.remove();
  }
}
