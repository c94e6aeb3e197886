const SLOW = 900; // ms: an answer takes a small part of it, unless the notebook is at something else

// Hands messages on, and tells when the answer to a gesture is long in coming.
class Busy {
  constructor(model, tell) {
    Object.assign(this, { model, tell, timer: 0 });
  }

  send(message) {
    this.model.send(message);
    if (["narrow", "settings"].includes(message.type)) return;
    this.timer ||= setTimeout(() => this.tell(message.id ?? message.ids?.[0] ?? ""), SLOW);
  }

  answered() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.tell(null);
  }
}
