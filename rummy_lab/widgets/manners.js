// A panel whose first news are read aloud whenever they change.
function render({ el }) {
  el.style.display = "none";
  let forget = () => {};
  const stop = whenThere(el, ".rl-manners", [".rl-news"], (host) => {
    const news = host.querySelector(".rl-news");
    news.setAttribute("tabindex", "-1");
    forget = mindFocus(host, news);
    readAloud(news);
  });
  return () => {
    stop();
    forget();
  };
}

export default { render };
