// Whether the kernel of this page still answers. A page that is cut off looks as it did before, so it has to be said.
const ENDED = ["dead", "autorestarting", "restarting", "terminating"];
const ASK_AGAIN = 3000; // ms
const LOOK = 30000; // ms: to ask whether it is still there counts as no use of it
const HERE = 240000; // ms: whoever reads or watches is there too; a server ends what nobody uses

class Connection {
  constructor(model, tell) {
    Object.assign(this, { model, tell, state: "there", timer: 0, used: false, ended: false, ends: [] });
    this.kernel = model.widget_manager?.kernel ?? null;
    const hear = (signal, act) => {
      signal?.connect(act);
      this.ends.push(() => signal?.disconnect(act));
    };
    hear(this.kernel?.statusChanged, (_, status) => ENDED.includes(status) && this.set("lost"));
    // Whoever ends a kernel in an orderly way lets it say so itself.
    hear(this.kernel?.iopubMessage, (_, { header }) => header.msg_type === "shutdown_reply" && this.set("lost"));
    hear(this.kernel?.connectionStatusChanged, (_, status) => this.connection(status));
    const use = () => (this.used = true);
    for (const name of ["pointerdown", "pointermove", "keydown", "scroll", "touchmove"]) {
      window.addEventListener(name, use, { capture: true, passive: true });
      this.ends.push(() => window.removeEventListener(name, use, { capture: true }));
    }
    // Whoever comes back, from another page or to a telephone that slept, is told at once.
    const again = () => document.hidden || this.look();
    for (const [target, name] of [[window, "pageshow"], [document, "visibilitychange"]]) {
      target.addEventListener(name, again);
      this.ends.push(() => target.removeEventListener(name, again));
    }
    const beat = setInterval(() => this.beat(), HERE);
    const look = setInterval(() => document.hidden || this.look(), LOOK);
    this.ends.push(
      () => clearInterval(beat),
      () => clearInterval(look),
      () => clearTimeout(this.timer),
    );
  }

  beat() {
    if (this.used && this.state === "there") this.model.send({ type: "here" });
    this.used = false;
  }

  connection(status) {
    if (status === "connected") this.set("there");
    else if (status === "disconnected") this.set("lost");
    else this.ask();
  }

  // While the page tries to connect again, the server says whether there is still anything to connect to.
  async ask() {
    clearTimeout(this.timer);
    if (this.ended || this.state === "lost" || this.kernel.connectionStatus === "connected") return;
    const answers = await this.look();
    // It may have connected again while nobody answered.
    if (!answers && this.kernel.connectionStatus !== "connected") this.set("away");
    if (!this.ended) this.timer = setTimeout(() => this.ask(), ASK_AGAIN);
  }

  // Whether the server answers; what it does not know any more is lost.
  async look() {
    if (!this.kernel) return true;
    try {
      const { baseUrl } = this.kernel.serverSettings;
      const answer = await fetch(`${baseUrl}api/kernels/${this.kernel.id}`, { cache: "no-store" });
      if ([404, 410].includes(answer.status)) this.set("lost");
      return answer.ok;
    } catch {
      return false;
    }
  }

  set(state) {
    if (this.ended || this.state === state || this.state === "lost") return;
    this.state = state;
    this.tell(state);
  }

  end() {
    this.ended = true;
    this.ends.forEach((end) => end());
  }
}
