// The rule desk: its news are read aloud, and its language is the one set last in this browser for any table.
function render({ model, el }) {
  el.style.display = "none";
  let forget = () => {};
  const keepLang = () => keep({ lang: model.get("lang") });
  const stop = whenThere(el, ".rl-manners", [".rl-news"], (host) => {
    const news = host.querySelector(".rl-news");
    news.setAttribute("tabindex", "-1");
    forget = mindFocus(host, news);
    readAloud(news);
    if (model.get("guess")) {
      const known = model.get("known");
      const own = [kept().lang, ...(navigator.languages ?? []).map((one) => one.slice(0, 2))];
      const wish = own.find((one) => known.includes(one));
      if (wish && wish !== model.get("lang")) {
        model.set("lang", wish);
        model.save_changes();
      }
    }
    model.on("change:lang", keepLang);
  });
  return () => {
    stop();
    forget();
    model.off("change:lang", keepLang);
  };
}

export default { render };
