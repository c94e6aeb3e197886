// What plain widgets cannot say about themselves: that keys pressed here are not for the notebook, and which part is
// read aloud when it changes.
function render({ el }) {
  let host = null;
  let timer = 0;
  el.style.display = "none";
  // JupyterLab looks for this mark from the focused element upwards, and its shortcuts match that element first.
  const keep = (event) => event.target.setAttribute("data-lm-suppress-shortcuts", "true");

  function settle() {
    host = el.closest(".rl-manners");
    const news = host?.querySelector(".rl-news");
    // Widgets are put into the page one after the other.
    if (!news) {
      timer = setTimeout(settle, 50);
      return;
    }
    host.addEventListener("focusin", keep);
    news.setAttribute("role", "status");
    news.setAttribute("aria-live", "polite");
  }

  settle();
  return () => {
    host?.removeEventListener("focusin", keep);
    clearTimeout(timer);
  };
}

export default { render };
