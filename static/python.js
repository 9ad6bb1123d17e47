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

  start() {
    if (this.state === "booting" || this.state === "live") return;
    if (typeof WebAssembly !== "object") return this.#become("failed", "no_wasm");
    this.progress = { step: "fetching", done: 0, all: null };
    const early = self.earlyPython;
    delete self.earlyPython;                          // a second start is a new one
    try {
      if (!early) this.#worker = this.#open();
    } catch {
      return this.#become("failed", "no_worker");     // a sandbox without allow-same-origin forbids it
    }
    this.#become("booting");
    this.#guard();
    early?.then(({ worker, said }) => {
      if (this.#worker || this.state !== "booting") return worker.terminate();       // given up meanwhile
      this.#worker = this.#listen(worker, worker);
      for (const data of said) this.#hear(data);
    }, () => this.#become("failed", "no_worker"));
  }

  // The frames of a page share one Python. Where a browser cannot share workers, or will not do it for frames of another
  // site, each frame has its own.
  #open(share = window.parent !== window && "SharedWorker" in window) {
    const url = new URL("worker.js", import.meta.url);
    const worker = share ? new SharedWorker(url, "attention") : new Worker(url);
    return this.#listen(worker, share ? worker.port : worker, share);
  }

  #listen(worker, port, share = false) {
    let heard = false;
    worker.onerror = (event) => {
      event.preventDefault();
      if (share && !heard) this.#worker = this.#open(false);
      else this.#become("failed", event.message || "worker.js");
    };
    port.onmessage = ({ data }) => {
      heard = true;
      this.#hear(data);
    };
    return port;
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
    if (state === "failed") {
      this.#worker?.terminate?.();
      this.#worker?.close?.();
      this.#worker = null;
      for (const { reject } of this.#waiting.values()) reject(new Error(reason));
      this.#waiting.clear();
    }
    this.dispatchEvent(new Event("state"));
  }

  // A download that stops without an error must not leave anyone waiting for ever.
  #guard() {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.#become("failed", "stalled"), STALLED_SECONDS * 1000);
  }
}

export const python = new Python();
export { STALLED_SECONDS };
