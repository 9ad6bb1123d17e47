// The page's one Python: a worker that is started when the first widget asks for it, and started again on retry, or
// once by itself when it has died or hangs.
// seconds without a word, by what is waited for
/** @type {Record<string, number>} */
const PATIENCE = { fetching: 60, starting: 300, importing: 300, long: 300, answering: 8 };
const TOLD = ["no_wasm", "no_worker", "stalled", "silent"]; // the reasons that have words
const LONG = 30; // seconds of starting after which it is said that it takes long

class Python extends EventTarget {
  /** @type {"absent" | "booting" | "live" | "failed"} */
  state = "absent";
  /** @type {Progress} */
  progress = { step: "fetching", done: 0, all: null };
  /** @type {string | null} */
  reason = null;
  revived = false; // whether it has been started again by itself
  /** @type {Computer | null} */
  #worker = null;
  /** Another frame's Python that has been joined. @type {{ python: Python, quit(): void } | null} */
  #lender = null;
  /**
   * What to do with the answer to each `seq`.
   * @type {Map<number, { resolve(answer: Answer): void, reject(error: Error): void }>}
   */
  #waiting = new Map();
  #seq = 0;
  #watch = 0;
  #silent = 0; // seconds since the worker was last heard, while something is waited for
  /** The frames that have joined: what tells them that Python is gone. @type {Set<(reason: string | null) => void>} */
  #borrowers = new Set();

  start(revived = false) {
    if (this.state === "booting" || this.state === "live") return;
    this.revived = revived;
    if (typeof WebAssembly !== "object") return this.#become("failed", "no_wasm");
    this.progress = { step: "fetching", done: 0, all: null };
    const early = window.earlyPython;
    delete window.earlyPython; // a second start is a new one
    try {
      if (!early) this.#open();
    } catch {
      return this.#become("failed", "no_worker"); // a sandbox without allow-same-origin forbids it
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
      this.#lender = { python: neighbour, quit: neighbour.lend(port1, (reason) => this.#lost(reason)) };
      this.#take(port2);
    } else {
      this.#take(new Worker(new URL("../python/worker.js", import.meta.url)));
    }
  }

  /** @param {Computer} worker */
  #take(worker) {
    this.#worker = worker;
    const heeded = (/** @type {() => void} */ act) => {
      if (worker === this.#worker) act(); // one that was given up may still have something to say
    };
    worker.onmessage = ({ data }) => heeded(() => this.#hear(data));
    if (!(worker instanceof Worker)) return;
    worker.onerror = (event) => {
      event.preventDefault();
      heeded(() => this.#fall(event.message || "worker.js"));
    };
  }

  // Whether another frame may join. One that has only joined itself may go at any time, so it does not pass Python on.
  get lends() {
    return this.#worker instanceof Worker && (this.state === "booting" || this.state === "live");
  }

  /**
   * Lets another frame in; `lost` is called when Python goes. Gives what forgets that frame again: all of it would stay
   * in memory for as long as it is known here.
   * @param {MessagePort} port
   * @param {(reason: string | null) => void} lost
   */
  lend(port, lost) {
    this.#worker?.postMessage(null, [port]);
    this.#borrowers.add(lost);
    return () => this.#borrowers.delete(lost);
  }

  // This frame goes: the worker ends with it, or goes on without it.
  leave() {
    this.#dismiss("gone");
    if (this.#worker instanceof MessagePort) this.#worker.postMessage(null);
    this.#lender?.quit();
  }

  /** @param {string | null} reason */
  #dismiss(reason) {
    for (const lost of [...this.#borrowers]) lost(reason);
    this.#borrowers.clear();
  }

  // The frame that had Python has gone, or starts it again: begin anew. Only after it has gone, or it would still be
  // found.
  /** @param {string | null} reason */
  #lost(reason) {
    if (reason !== "gone" && this.#lender?.python.state === "failed") return this.#become("failed", reason);
    this.#drop(reason);
    this.state = "absent";
    setTimeout(() => this.start(reason !== "gone"));
  }

  // Whoever computes has died or hangs, or could not be started. What was live starts again, once until a reader asks
  // for it.
  /** @param {string} reason @returns {void} */
  #fall(reason) {
    if (this.#lender) return this.#lender.python.doubt(reason);
    const again = this.state === "live" && !this.revived;
    if (!again) return this.#become("failed", reason);
    this.#drop(reason);
    this.state = "absent";
    this.start(true);
    this.#dismiss(reason);
  }

  // A frame that has joined gets no answer, and so nobody does.
  /** @param {string} reason */
  doubt(reason) {
    this.#fall(reason);
  }

  /** @param {string | null} reason */
  #drop(reason) {
    clearInterval(this.#watch);
    this.#lender?.quit();
    this.#lender = null;
    if (this.#worker instanceof Worker) this.#worker.terminate();
    else this.#worker?.close();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error(reason ?? ""));
    this.#waiting.clear();
  }

  /**
   * Resolves to Python's answer; rejects with its error. Ask only when live.
   * @param {Question} message
   * @returns {Promise<Answer>}
   */
  ask(message) {
    const seq = ++this.#seq;
    this.#worker?.postMessage(JSON.stringify({ ...message, seq }));
    if (!this.#waiting.size) this.#guard();
    return new Promise((resolve, reject) => this.#waiting.set(seq, { resolve, reject }));
  }

  /** @param {Said} data */
  #hear(data) {
    this.#silent = 0;
    if (typeof data === "string") {
      const answer = JSON.parse(data),
        waiting = this.#waiting.get(answer.seq);
      this.#waiting.delete(answer.seq);
      if (answer.error) waiting?.reject(new Error(answer.error));
      else waiting?.resolve(answer);
    } else if (data.kind === "progress") {
      this.progress = data;
      this.dispatchEvent(new Event("progress"));
    } else if (data.kind === "died") {
      this.#fall(data.reason ?? "");
    } else {
      this.#become(data.kind, data.reason);
    }
  }

  /** @param {Python["state"]} state @param {string | null} [reason] */
  #become(state, reason = null) {
    clearInterval(this.#watch);
    this.state = state;
    this.reason = reason;
    if (state === "failed") {
      this.#drop(reason);
      this.#dismiss(reason);
    }
    this.dispatchEvent(new Event("state"));
  }

  // Nobody must be left waiting for ever. Seconds are counted rather than timed: while a machine sleeps, none passes.
  #guard() {
    clearInterval(this.#watch);
    this.#silent = 0;
    this.#watch = setInterval(() => {
      const waits = this.state === "booting" ? this.progress.step : "answering";
      if (waits === "answering" && !this.#waiting.size) return clearInterval(this.#watch);
      this.#silent += 1;
      if (this.#silent >= PATIENCE[waits]) return this.#fall(waits === "answering" ? "silent" : "stalled");
      if (!["starting", "importing"].includes(waits) || this.#silent < LONG) return;
      this.progress = { ...this.progress, step: "long" };
      this.dispatchEvent(new Event("progress"));
    }, 1000);
  }

  /** Why there is no Python, in words. @param {Words | null} words */
  why(words) {
    const reason = this.reason ?? "";
    const seconds = PATIENCE[reason === "silent" ? "answering" : this.progress.step];
    return TOLD.includes(reason) && words ? words[reason].replace("{seconds}", `${seconds}`) : reason;
  }

  // Whether there is no use in trying again.
  get hopeless() {
    return ["no_wasm", "no_worker"].includes(this.reason ?? "");
  }
}

export const python = new Python();

// Frames of one origin reach each other through the page that holds them, whatever site that page is of, and whether or
// not it lets them keep anything. (A SharedWorker needs storage, which browsers refuse to frames of another site.)
const NAME = `Python of ${import.meta.url}`; // of this build: another's, older or elsewhere, speaks another language
if (window.parent !== window) {
  Object.assign(window, { [NAME]: python });
  addEventListener("pagehide", ({ persisted }) => {
    if (!persisted) python.leave();
  });
}

/** @param {Window} page @returns {Generator<any>} */
function* framesIn(page) {
  for (let place = 0; place < page.length; place++) {
    yield page[place];
    yield* framesIn(page[place]);
  }
}

/** @returns {Python | null} */
function lender() {
  if (window.parent === window || !window.top) return null;
  for (const other of framesIn(window.top)) {
    try {
      if (other !== window && other[NAME]?.lends) return other[NAME];
    } catch {
      // a frame of another origin
    }
  }
  return null;
}
