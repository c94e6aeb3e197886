// What plain widgets cannot say about themselves: that keys pressed here are not for the notebook, which part is read
// aloud when it changes, and where one is when the button that was pressed goes away.
function render({ el }) {
  let host = null;
  let timer = 0;
  let last = null;
  let gone = null;
  el.style.display = "none";
  // JupyterLab looks for this mark from the focused element upwards, and its shortcuts match that element first.
  const keep = (event) => {
    last = event.target;
    last.setAttribute("data-lm-suppress-shortcuts", "true");
  };
  const leave = (event) => {
    if (event.relatedTarget && !host.contains(event.relatedTarget)) last = null;
  };

  function settle() {
    host = el.closest(".rl-manners");
    const news = host?.querySelector(".rl-news");
    // Widgets are put into the page one after the other.
    if (!news) {
      timer = setTimeout(settle, 50);
      return;
    }
    host.addEventListener("focusin", keep);
    host.addEventListener("focusout", leave);
    news.setAttribute("tabindex", "-1");
    gone = new MutationObserver(() => {
      const nowhere = [last, document.body].includes(document.activeElement);
      if (!last || !nowhere || last.getClientRects().length) return;
      last = null;
      news.focus();
    });
    gone.observe(host, { attributes: true, attributeFilter: ["style", "class"], childList: true, subtree: true });
    news.setAttribute("role", "status");
    news.setAttribute("aria-live", "polite");
    news.setAttribute("aria-atomic", "true");
  }

  settle();
  return () => {
    host?.removeEventListener("focusin", keep);
    host?.removeEventListener("focusout", leave);
    gone?.disconnect();
    clearTimeout(timer);
  };
}

export default { render };
