// A lesson: its news are read aloud; one is taken to the task of a new step, and to what is said of a right answer.
function render({ model, el }) {
  el.style.display = "none";
  const ends = [];

  function begin(host) {
    const news = host.querySelector(".rl-news");
    news.setAttribute("tabindex", "-1");
    readAloud(news);
    let timer = 0;
    // What a step consists of is put into the page one after the other.
    function toTask(tries = 20) {
      clearTimeout(timer);
      const task = host.querySelector(".rl-task");
      timer = setTimeout(() => {
        if (!task?.isConnected && tries) return toTask(tries - 1);
        task?.focus({ preventScroll: true });
        task?.scrollIntoView({ block: "nearest" });
      }, 50);
    }
    const onPlace = () => toTask();
    const onSaid = () => setTimeout(() => news.scrollIntoView({ block: "nearest" }), 50);
    // What plain widgets do not say of themselves.
    function complete() {
      for (const field of host.querySelectorAll(".rl-number input")) field.type = "number";
      const asked = host.querySelector(".rl-task")?.getAttribute("aria-label") ?? "";
      for (const box of host.querySelectorAll(".widget-radio-box")) {
        box.setAttribute("role", "radiogroup");
        box.setAttribute("aria-label", asked);
      }
    }
    const changes = new MutationObserver(complete);
    changes.observe(host, { childList: true, subtree: true });
    complete();
    model.on("change:place", onPlace);
    model.on("change:said", onSaid);
    ends.push(mindFocus(host, news), () => {
      clearTimeout(timer);
      changes.disconnect();
      model.off("change:place", onPlace);
      model.off("change:said", onSaid);
    });
  }

  ends.push(whenThere(el, ".rl-manners", [".rl-news"], begin));
  return () => ends.forEach((end) => end());
}

export default { render };
