// What a widget and an exercise have in common: they begin when they come near the viewport, end when they leave the
// page, have a state, and tell what happens.
import { showNotice } from "./notices.js";
import { notNear, whenNear } from "./site.js";

export class Living extends HTMLElement {
  #gone = new AbortController();
  #begun = false;
  /** @type {State} */
  #state = "static";
  /** Of its language; there once it has started. @type {Words} */
  words = /** @type {any} */ (null);

  get state() {
    return this.#state;
  }
  /** Aborted when the element has left the page. */
  get signal() {
    return this.#gone.signal;
  }
  get begun() {
    return this.#begun;
  }

  connectedCallback() {
    if (this.signal.aborted) this.#gone = new AbortController();
    if (this.getAttribute("load") === "eager") this.begin();
    else whenNear(this);
  }

  disconnectedCallback() {
    queueMicrotask(() => this.isConnected || this.leave()); // moved within the page is not gone
  }

  leave() {
    notNear(this);
    this.#gone.abort();
    this.#begun = false;
  }

  /** Starts once; again if that went wrong. */
  async begin() {
    if (this.#begun) return;
    this.#begun = true;
    try {
      await this.start(this.signal);
    } catch (error) {
      this.#begun = false;
      this.fail(/** @type {Error} */ (error));
    }
  }

  /** @param {AbortSignal} _signal @returns {Promise<void>} */
  async start(_signal) {}

  /** @param {Error} _error */
  fail(_error) {}

  /** @param {string} type @param {object} detail */
  tell(type, detail) {
    this.dispatchEvent(new CustomEvent(`attention:${type}`, { bubbles: true, detail }));
  }

  /** What the reader should know; nothing clears it. What is wrong a host hears, too. */
  notice(text = "", kind = "", retry = false) {
    if (text && (kind === "warning" || kind === "error")) this.tell("error", { message: text });
    showNotice(this, text, kind, this.words, retry ? () => this.again() : null);
  }

  /** What failed, started again. */
  again() {}

  /** @param {State} state */
  become(state) {
    if (this.#state === state) return;
    this.#state = this.dataset.state = state;
    this.tell("state", { state });
  }
}
