// Two buttons: one hands a file to the browser, one takes up a file of the computer one sits at.
function render({ model, el }) {
  let asked = false; // the file goes to the page whose button was pressed
  const picker = Object.assign(document.createElement("input"), { type: "file", hidden: true });
  const buttons = { give: () => give(), take: () => picker.click() };
  for (const [name, press] of Object.entries(buttons)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "lm-Widget jupyter-widgets jupyter-button widget-button";
    button.addEventListener("click", press);
    buttons[name] = button;
  }
  el.classList.add("rl-files");
  el.append(buttons.give, buttons.take, picker);

  function name() {
    const words = model.get("words");
    for (const [key, button] of Object.entries(buttons)) {
      button.textContent = words[key] ?? "";
      button.style.display = words[key] ? "" : "none";
    }
    picker.accept = model.get("ending");
  }

  function give() {
    asked = true;
    model.send({ type: "give" });
  }

  function keep(message, buffers) {
    if (asked) keepFile(message, buffers);
    asked = false;
  }

  // What is too large is not sent: it would be lost on its way to the kernel, and nobody would say so.
  async function take() {
    const [file] = picker.files;
    if (!file) return;
    const told = { type: "take", name: file.name, size: file.size };
    let content = [];
    if (file.size <= model.get("largest")) {
      try {
        content = [await file.arrayBuffer()];
      } catch {
        told.size = 0;
      }
    }
    picker.value = ""; // so that the same file may be chosen once more
    model.send(told, undefined, content);
  }

  function showSaid() {
    const news = el.closest(".rl-manners")?.querySelector(".rl-news");
    setTimeout(() => news?.scrollIntoView({ block: "nearest" }), 50);
  }

  picker.addEventListener("change", take);
  model.on("change:answered", showSaid);
  model.on("change:words", name);
  model.on("msg:custom", keep);
  name();
  return () => {
    model.off("change:answered", showSaid);
    model.off("change:words", name);
    model.off("msg:custom", keep);
  };
}

export default { render };
