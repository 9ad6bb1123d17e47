// <attention-widget name lang ...params>: shows what the build drew, takes what the reader does, asks Python, shows the
// answer. Properties: state, params (get, set with checking), facts, text. Events: attention:ready, attention:state,
// attention:change, attention:error.
import { checkedAll, say, taken } from "./check.js";
import { controls, holder } from "./controls.js";
import { all, same, the } from "./dom.js";
import { expected, Figures } from "./figures.js";
import { glide, until } from "./glide.js";
import * as link from "./link.js";
import { announcer, failure, noticed, offer, report } from "./notices.js";
import { Living } from "./living.js";
import { once } from "./once.js";
import { alone, json, spoken, strings, unfold, unknown } from "./site.js";
import { Talk } from "./talk.js";
import { lit, tools } from "./tools.js";
import { python } from "../python/python.js";
import { steps } from "./undo.js";

if (document.querySelector("attention-widget")) {
  strings().catch(() => {}); // told when it is awaited
  expected();
}

export class AttentionWidget extends Living {
  /** What the build wrote of it; there once it is drawn. @type {Drawn} */
  #drawn = /** @type {any} */ (null);
  /** @type {Params} */
  #params = {};
  /** @type {Facts} */
  #facts = {};
  /** @type {Figures | null} */
  #figures = null;
  /** Controls, handles, buttons: what follows the parameters. @type {Follower[]} */
  #followers = [];
  /** Parameters that a host set before the schema was there. @type {Params[]} */
  #early = [];
  #read = false; // attributes and address have been
  #announce = announcer(this);
  /** Keeps the steps of the reader. @type {(changes: Params) => boolean} */
  #takes = () => true;

  #talk = new Talk(this, {
    show: ({ columns, facts }) => {
      this.#facts = facts;
      return this.#figures?.show(columns);
    },
    answered: (by) => this.tell("change", { params: this.params, facts: this.facts, by }),
    failed: (reason, mounting) => {
      if (mounting) this.become("failed");
      this.notice(say(this.words.compute, { reason }), "error", mounting);
    },
    returned: () => this.#follow(),
  });

  #fetch = once(() =>
    json(`widgets/${spoken(this)}/${encodeURIComponent(this.dataset.file ?? this.getAttribute("name") ?? "")}.json`),
  );

  get params() {
    return structuredClone(this.#params);
  }
  set params(changes) {
    this.#set(changes, "host");
  }
  get moved() {
    return Boolean(this.#drawn) && !same(this.#params, this.#drawn.params);
  }
  get facts() {
    return structuredClone(this.#facts);
  }
  get text() {
    return this.querySelector(".sentence")?.textContent ?? "";
  }
  /**
   * For who points at marks: Bokeh's views of the figures, the frames they stand in, and which mark shows which fact.
   */
  get figures() {
    const frames = all(this, ".frame");
    return (this.#figures?.views ?? []).map((view, index) => ({ view, frame: frames[index] }));
  }
  get marks() {
    return this.#drawn?.marks ?? {};
  }

  connectedCallback() {
    if (alone) this.#fetch().catch(() => {}); // its page has it on the way; told when it is awaited
    super.connectedCallback();
  }

  /** Put back into the page, it is drawn anew. */
  leave() {
    super.leave();
    this.#figures = null;
    this.#followers = [];
    this.replaceChildren();
    this.#talk.leave();
    this.become("static");
  }

  /** @param {AbortSignal} signal */
  async start(signal) {
    python.addEventListener("progress", () => this.#report(), { signal });
    python.addEventListener("state", () => this.#follow(), { signal });
    const asks = this.getAttribute("load") === "click" && python.state === "absent";
    if (!asks) python.start();
    await this.#load();
    this.#readAttributes();
    if (!this.#figures) await this.#draw(signal);
    if (signal.aborted) return;
    if (asks) offer(this, this.words, signal);
    const { name, lang, title, schema } = this.#drawn;
    this.tell("ready", { name, lang, title, params: this.params, schema: structuredClone(schema) });
    this.#follow();
  }

  async #load() {
    const name = this.getAttribute("name") ?? "";
    const drawn = this.#fetch();
    drawn.catch(() => {}); // told when it is awaited
    this.words ??= (await strings())[spoken(this)];
    this.#drawn ??= await drawn.catch((error) => unknown(error, name, "", this.words.unknown_widget));
    unfold(this, this.#drawn.html, "widget");
    this.#params = { ...this.#drawn.params, ...this.#params };
    this.#facts = this.#drawn.facts;
  }

  /** What attributes, the address, and a host that was early say; a bad one is told and leaves its parameter alone. */
  #readAttributes() {
    if (this.#read) return; // put back into the page, it is where it was
    this.#read = true;
    const wanted = [...link.said(this), ...this.#early.splice(0).flatMap((changes) => Object.entries(changes ?? {}))];
    this.#take(wanted, link.oddities(this, this.#drawn.schema, this.words));
    if (wanted.length) this.#talk.changed ??= "host";
  }

  /** @param {[string, any][]} wanted @param {string[]} complaints */
  #take(wanted, complaints = []) {
    complaints.push(...taken(this.#params, wanted, this.#drawn.schema, this.words));
    if (complaints.length) this.notice(complaints.join("\n"), "warning");
  }

  /** The address has come to name this widget in another state, by a link or by going back and forward. */
  recall() {
    if (!this.#drawn) return; // read when it is drawn
    const lock = link.asked(this).get("lock");
    if (lock !== null && lock !== this.getAttribute("lock")) return location.reload();
    this.#params = { ...this.#drawn.params };
    this.notice();
    this.#take(link.linked(this));
    this.#talk.changed = "host";
    this.#showParams();
    this.#ask();
  }

  /** @param {AbortSignal} signal */
  async #draw(signal) {
    const drawn = this.#drawn;
    const words = this.words;
    const locks = link.locks(this, drawn.schema);
    const holders = drawn.controls.filter(({ drawn }) => drawn).map(({ param }) => holder(this, param));
    const figures = await Figures.draw(this, drawn.document, holders, signal);
    if (signal.aborted) return;
    this.#figures = figures;
    const move = (/** @type {Params} */ changes) => this.#set(changes, "reader");
    const now = (/** @type {string} */ param) => this.#params[param];
    this.#followers = controls(this, drawn, figures, { words, locks, signal, move, now });
    const moved = () => link.changed(this, this.#params, drawn.schema);
    figures.after.push(
      () => lit(this, this.#facts.line),
      tools(this, drawn, words, moved, (text) => this.notice(text, "done")),
    );
    lit(this, this.#facts.line);
    const put = (/** @type {Params} */ state) => {
      for (const follower of this.#followers) follower.forget?.();
      move(state);
    };
    const start = Object.entries(drawn.schema).map(([name, spec]) => [name, drawn.params[name] ?? spec.default]);
    the(this, ".reset").onclick = () => put(Object.fromEntries(start));
    this.#takes = steps(this, () => this.params, put, signal);
    this.#showParams();
    this.dataset.drawn = "";
  }

  /** The address that opens this widget in its present state. */
  link() {
    return link.address(this, link.changed(this, this.#params, this.#drawn.schema));
  }

  /** Goes to a state as the reader would; done when it is shown. @param {object} wanted */
  async go(wanted) {
    this.begin();
    await until(() => this.#figures || this.state === "failed");
    if (!this.#figures) return;
    const to = { ...this.#drawn.params, ...checkedAll(wanted, this.#drawn.schema, this.words) };
    const put = (/** @type {Params} */ state, /** @type {boolean} */ unmoved) => this.#set(state, "reader", unmoved);
    await glide(this, to, this.#drawn.schema, put);
    await until(() => !this.#talk.asking && !(this.#talk.changed && this.state === "live"));
  }

  /**
   * @param {Params} changes
   * @param {"reader" | "host"} by
   * @param {boolean} counts whether it is a step of the reader's
   */
  #set(changes, by, counts = true) {
    if (!this.#drawn) {
      this.#early.push(changes);
      return;
    }
    const good = checkedAll(changes, this.#drawn.schema, this.words);
    if (by === "reader" && counts && !this.#takes(good)) return;
    Object.assign(this.#params, good);
    this.#talk.changed = by;
    if (this.state !== "failed") this.notice(); // a failure stays told, and its retry at hand
    this.#showParams();
    this.#ask();
  }

  /** Controls and handles follow the parameters, whoever set them. */
  #showParams() {
    for (const follower of this.#followers) follower.show(this.#params);
  }

  #follow() {
    if (!this.begun || (this.state === "failed" && python.state !== "booting")) return;
    // Told when there are words.
    if (python.state === "failed") return this.words && this.fail(new Error(python.reason ?? ""));
    if (python.state === "booting") this.become("booting");
    if (python.state === "live" && this.#figures && this.state !== "live") this.#mount();
    this.#report();
  }

  async #mount() {
    if (this.#talk.asking || !(await this.#talk.mount(this.#drawn.file))) return;
    this.become("live");
    if (noticed(this) === "error") this.notice();
    this.#talk.warm();
    this.#ask();
  }

  async #ask() {
    if (this.#talk.asking) return;
    await this.#talk.ask();
    this.#announce();
  }

  /** @param {Error} error */
  fail(error) {
    const { told, retry } = failure(error, this.words, this.#talk.answered);
    this.become("failed");
    this.notice(told, "error", retry);
  }

  #report() {
    if (this.state === "booting" && this.words) report(this, this.words);
  }

  again() {
    this.become("static");
    python.start();
    this.begin();
    this.#follow();
  }
}

customElements.define("attention-widget", AttentionWidget);
