// The page's one Python: a worker that is started when the first widget asks for it, and started again on retry.
const STALLED_SECONDS = 60;

class Python extends EventTarget {
  state = "absent";               // absent -> booting -> live | failed
  progress = { step: "fetching", done: 0, all: null };
  reason = null;
  #worker = null;
  #waiting = new Map();           // seq -> what to do with the answer
  #seq = 0;
  #watch = null;
  #borrowers = [];                // the frames that have joined: what tells them that Python is gone

  start() {
    if (this.state === "booting" || this.state === "live") return;
    if (typeof WebAssembly !== "object") return this.#become("failed", "no_wasm");
    this.progress = { step: "fetching", done: 0, all: null };
    const early = self.earlyPython;
    delete self.earlyPython;                          // a second start is a new one
    try {
      if (!early) this.#open();
    } catch {
      return this.#become("failed", "no_worker");     // a sandbox without allow-same-origin forbids it
    }
    this.#become("booting");
    this.#guard();
    if (!early) return;
    this.#take(early.worker);
    for (const data of early.said) this.#hear(data);
  }

  // The frames of a page share one Python: the first starts it, the others join it.
  #open() {
    const neighbour = lender();
    if (neighbour) {
      const { port1, port2 } = new MessageChannel();
      neighbour.lend(port1, () => this.#lost());
      this.#take(port2);
    } else {
      this.#take(new Worker(new URL("worker.js", import.meta.url)));
    }
  }

  #take(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#become("failed", event.message || "worker.js");
    };
  }

  // Whether another frame may join. One that has only joined itself may go at any time, so it does not pass Python on.
  get lends() { return this.#worker instanceof Worker && (this.state === "booting" || this.state === "live"); }

  // Lets another frame in; `lost` is called when this frame goes, and Python with it.
  lend(port, lost) {
    this.#worker.postMessage(null, [port]);
    this.#borrowers.push(lost);
  }

  // This frame goes: the worker ends with it, or goes on without it.
  leave() {
    for (const lost of this.#borrowers.splice(0)) lost();
    if (this.#worker instanceof MessagePort) this.#worker.postMessage(null);
  }

  // The frame that had Python has gone: begin anew. Only after it has gone, or it would still be found.
  #lost() {
    this.#drop("gone");
    this.state = "absent";
    setTimeout(() => this.start());
  }

  #drop(reason) {
    this.#worker?.terminate?.();
    this.#worker?.close?.();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    this.#waiting.clear();
  }

  // Resolves to Python's answer; rejects with its error. Ask only when live.
  ask(message) {
    const seq = ++this.#seq;
    this.#worker.postMessage(JSON.stringify({ ...message, seq }));
    return new Promise((resolve, reject) => this.#waiting.set(seq, { resolve, reject }));
  }

  #hear(data) {
    if (typeof data === "string") {
      const answer = JSON.parse(data), waiting = this.#waiting.get(answer.seq);
      this.#waiting.delete(answer.seq);
      if (answer.error) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer);
    } else if (data.kind === "progress") {
      this.progress = data;
      this.#guard();
      this.dispatchEvent(new Event("progress"));
    } else {
      this.#become(data.kind, data.reason);
    }
  }

  #become(state, reason = null) {
    clearTimeout(this.#watch);
    this.state = state;
    this.reason = reason;
    if (state === "failed") this.#drop(reason);
    this.dispatchEvent(new Event("state"));
  }

  // A download that stops without an error must not leave anyone waiting for ever.
  #guard() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#become("failed", "stalled"), STALLED_SECONDS * 1000);
  }
}

export const python = new Python();

// Frames of one origin reach each other through the page that holds them, whatever site that page is of, and whether or not it
// lets them keep anything. (A SharedWorker needs storage, which browsers refuse to frames of another site.)
const NAME = `Python of ${import.meta.url}`;      // of this build: another's, older or elsewhere, speaks another language
if (window.parent !== window) {
  window[NAME] = python;
  addEventListener("pagehide", ({ persisted }) => { if (!persisted) python.leave(); });
}

function* framesIn(page) {
  for (let place = 0; place < page.length; place++) yield page[place], yield* framesIn(page[place]);
}

function lender() {
  if (window.parent === window) return null;
  for (const other of framesIn(window.top)) {
    try {
      if (other !== window && other[NAME]?.lends) return other[NAME];
    } catch {
      // a frame of another origin
    }
  }
  return null;
}
export { STALLED_SECONDS };
