const PATIENCE = 30000; // an answer that has not come by then does not come
const MEANT_TWICE = ["undo", "redo"];
const OF_ANY_TURN = ["hint", "sort", "fits"];

// What is done before the answer to the last gesture has come waits for it and is sent then, in its order, as far as it
// still makes sense; otherwise that is told. What is asked for already is not asked for again, so a double click does
// nothing twice. How wide the page is and what is set holds for any frame and never waits.
class Sending {
  constructor(model, stops, shown, dropped) {
    Object.assign(this, { model, stops, shown, dropped });
    this.asked = null;
  }

  send(message) {
    const frame = this.shown();
    if (message.type === "settings") {
      const { type, ...chosen } = message;
      keep(chosen);
    }
    if (!["narrow", "settings"].includes(message.type)) {
      const asked = this.asked;
      const now = performance.now();
      if (asked && asked.gen === frame?.gen && now - asked.at < PATIENCE) {
        if (!this.isAsked(message)) asked.more.push(message);
        return;
      }
      if (asked?.more.length) this.dropped();
      this.asked = { gen: frame?.gen, turn: frame?.turn, at: now, message, more: [] };
    }
    this.model.send({ ...message, gen: frame?.gen ?? null });
  }

  isAsked(message) {
    if (MEANT_TWICE.includes(message.name)) return false;
    const text = JSON.stringify(message);
    return [this.asked.message, ...this.asked.more].some((one) => JSON.stringify(one) === text);
  }

  // A frame is shown: it is the answer.
  answered() {
    const frame = this.shown();
    if (!this.asked || this.asked.gen === frame.gen) return;
    const { turn, more } = this.asked;
    this.asked = null;
    if (!more.length) return;
    const [next, ...rest] = more;
    if (!this.makesSense(next, frame, turn)) return this.dropped();
    this.send(next);
    this.asked.more = rest;
  }

  makesSense({ type, id, ids, on, name }, { refusal, chooser, question, turn }, before) {
    if (type === "clear") return true;
    if (refusal || chooser || question) return false;
    if (turn !== before && !OF_ANY_TURN.includes(name)) return false;
    const named = { tap: [id], drop: [...(ids ?? []), on] }[type] ?? [];
    return !["choose", "answer"].includes(type) && named.every((one) => this.stops.element(one));
  }
}
