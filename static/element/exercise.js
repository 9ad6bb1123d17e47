// <attention-exercise name lang seed>: a question whose numbers a seed draws, and an answer that Python checks by
// computing. Properties: state, params ({seed}; get, set with checking), text. Events: attention:ready,
// attention:state, attention:change, attention:error, and attention:exercise {id, kind, seed, correct, attempts,
// verdict, given, slip, hints, shown} at each answer.
import { ParameterError, checked, say } from "./check.js";
import { all, the } from "./dom.js";
import { Living } from "./living.js";
import { noticed } from "./notices.js";
import * as progress from "./progress.js";
import * as replies from "./replies.js";
import { another, askedFor, Numbers, remember } from "./seeds.js";
import { linked } from "./share.js";
import { alone, json, spoken, strings, unfold, unknown } from "./site.js";
import { python } from "../python/python.js";

const UNREAD = new Set(["empty", "not_number", "too_large", "count"]); // verdicts on what is no answer yet

export class AttentionExercise extends Living {
  /** What the build wrote of it; there once it has started. @type {Posed} */
  #drawn = /** @type {any} */ (null);
  /** Set before the exercise was there. @type {object} */
  #early = {};
  #attempts = 0; // of this visit
  #judged = false; // whether an answer was, in this visit
  #hints = 0; // shown for these numbers

  /** @type {Numbers<Typed, Answer>} */
  #numbers = new Numbers({
    waits: (numbers) => the(this, ".question").toggleAttribute("data-waits", numbers),
    wait: () => {
      python.start();
      if (python.state !== "failed")
        this.#say(this.words.exercise[this.#numbers.pending ? "waiting" : "drawing"], "waits");
      this.#follow();
    },
    ask: (seed, numbers, pending) => {
      const { exercise, texts } = this.#drawn;
      const question = { exercise, seed, texts: numbers ? texts : [], ...pending, words: this.words.exercise };
      return python.ask({ do: "exercise", id: this.#name, ...question });
    },
    done: ({ texts, check }, numbers, pending) => {
      const parts = numbers ? [".question", ".solution", ".hints li"].flatMap((kind) => all(this, kind)) : [];
      for (const [place, part] of parts.entries()) part.innerHTML = texts[place];
      if (check) this.#judge(check, pending?.typed ?? []);
      else if (numbers) this.#say();
    },
    lost: (reason, numbers) => {
      this.#say();
      const told = this.words.exercise[numbers ? "not_drawn" : "not_checked"];
      this.notice(say(told, { seed: this.#seed, reason }), "error");
    },
  });

  get text() {
    return the(this, ".question").textContent.trim();
  }
  get params() {
    return { seed: this.#seed };
  }
  set params(/** @type {object} */ params) {
    if (!this.#drawn) this.#early = params;
    else for (const [name, value] of Object.entries(params)) this.#draw(this.#checked(name, value), "host");
  }
  get moved() {
    return Boolean(this.#drawn) && this.#seed !== this.#accepted([this.getAttribute("seed") ?? 0]);
  }
  get #seed() {
    return this.#numbers.seed;
  }
  get #name() {
    return this.getAttribute("name") ?? "";
  }

  /** Python is asked for when there is something to compute. @param {AbortSignal} signal */
  async start(signal) {
    await this.#load();
    python.addEventListener("state", () => this.#follow(), { signal });
    addEventListener("popstate", () => this.recall(), { signal });
    document.addEventListener("attention:progress", () => this.#mark(), { signal });
    this.#wire();
    this.#mark();
    const { name, lang, title, schema } = this.#drawn;
    try {
      this.#draw(this.#asked());
      this.params = this.#early;
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      this.notice(error.message, "warning");
    }
    this.tell("ready", { name, lang, title, params: this.params, schema: structuredClone(schema) });
    this.#follow();
  }

  /** @param {Error} error */
  fail(error) {
    this.become("failed");
    this.notice(error.message, "error");
  }

  async #load() {
    const lang = spoken(this);
    this.words ??= (await strings())[lang];
    this.#drawn ??= await json(`exercises/${lang}/${encodeURIComponent(this.#name)}.json`).catch((error) =>
      unknown(error, this.#name, "exercise/", this.words.exercise.unknown),
    );
    unfold(this, this.#drawn.html, "exercise");
    this.id ||= this.#name;
    this.dataset.kind = this.#drawn.kind;
  }

  #wire() {
    const early = (/** @type {boolean} */ early) => this.notice(early ? this.words.exercise.write_first : "");
    const opened = (/** @type {boolean} */ correct, /** @type {number} */ attempt) => {
      this.#judged ||= attempt === 0;
      this.#record(correct, attempt);
    };
    if (this.#drawn.kind === "open") replies.open(this, this.#name, early, opened);
    else
      replies.numeric(
        this,
        this.#name,
        () => this.#seed,
        (reply) => this.#submit(reply),
      );
    the(this, ".more").onclick = () => this.#hint(this.#hints + 1);
    the(this, ".link").onclick = () => this.#link();
    for (const other of all(this, ".other")) {
      other.hidden = /\b(seed|all)\b/.test(this.getAttribute("lock") ?? "");
      other.onclick = () => this.#go(another(this.#seed, this.#drawn.schema.seed));
    }
    for (const hidden of all(this, ".reply, .help, .tools")) hidden.hidden = false;
  }

  /** The numbers that the address asks for now; a link within the page may have changed it. */
  recall() {
    if (this.#drawn) this.#draw(this.#asked(), "reader");
  }

  /** The seed that the page's history, the link or the element asks for. */
  #asked() {
    return this.#accepted([...askedFor(this.#name), this.getAttribute("seed") ?? 0]);
  }

  /** @param {string} name @param {unknown} value */
  #checked(name, value) {
    return Number(checked(name, value, this.#drawn.schema, this.words));
  }

  /** The first of these seeds that is good; a bad one is told and gives way to the next. @param {unknown[]} seeds */
  #accepted(seeds) {
    for (const seed of seeds) {
      try {
        return this.#checked("seed", seed);
      } catch (error) {
        if (!(error instanceof ParameterError)) throw error;
        this.notice(`${error.message} ${say(this.words.kept, { kept: 0 })}`, "warning");
      }
    }
    return 0;
  }

  /**
   * Other numbers: in the question and in the model answer, and in the address, which the browser's back button walks
   * through.
   * @param {number} seed
   */
  #go(seed) {
    remember(this.#name, seed, this.link(seed), window.parent === window ? "pushState" : "replaceState");
    this.#draw(seed, "reader");
    the(this, "form > .field").focus();
  }

  /** The address that opens this exercise with these numbers. */
  link(seed = this.#seed) {
    const url = new URL(location.href);
    if (alone) url.searchParams.set("seed", `${seed}`);
    else url.hash = this.#drawn.drawn ? `${this.#name}?seed=${seed}` : this.#name;
    return url.href;
  }

  /** @param {number} wanted @param {"reader" | "host"} [by] */
  #draw(wanted, by) {
    const seed = this.#drawn.drawn ? wanted : 0;
    if (seed === this.#seed) return;
    Object.assign(this.#numbers, { seed, pending: null });
    for (const field of all(this, "form input", HTMLInputElement)) field.value = "";
    this.#say();
    this.#hint(0);
    the(this, ".model", HTMLDetailsElement).open = false;
    this.#numbers.settle();
    if (by) this.tell("change", { params: this.params, facts: {}, text: this.text, by });
  }

  /** @param {Typed} reply */
  #submit(reply) {
    this.#numbers.pending = [...reply.typed, ...reply.working].some((text) => text.trim()) ? reply : null;
    this.#say();
    if (this.#numbers.pending) this.#numbers.settle();
    else this.#judge({ verdict: "empty", told: this.words.exercise.empty, field: 0 }, []);
  }

  /** The hints up to this one are to be seen. @param {number} count */
  #hint(count) {
    const hints = all(this, ".hints li");
    const more = the(this, ".more");
    this.#hints = count;
    for (const [place, hint] of hints.entries()) hint.hidden = place >= count;
    more.hidden = count >= hints.length;
    more.textContent = this.words.exercise[count ? "next_hint" : "hint"];
  }

  /** @param {Verdict} verdict @param {string[]} given */
  #judge({ verdict, told, field, says = null }, given) {
    if (UNREAD.has(verdict)) {
      all(this, "form > .field")[field].ariaInvalid = "true";
      return this.#say(told, "odd");
    }
    const right = verdict === "right";
    const shown = progress.shown(this.#name).includes(this.#seed);
    this.#say(right && shown ? `${told} ${this.words.exercise.seen}` : told, right ? "right" : "wrong");
    this.#judged = true;
    this.#record(right && !shown, 1, { verdict, given: given.join("; "), slip: says, shown });
  }

  /**
   * Earlier visits are kept for the reader, and are nobody else's: a host hears of this one alone.
   * @param {boolean} correct
   * @param {number} attempt
   * @param {object} heard
   */
  #record(correct, attempt, heard = { verdict: null, given: "", slip: null, shown: this.#opened }) {
    const { kind } = this.#drawn;
    const [seed, hints] = [this.#seed, this.#hints];
    progress.record(this.#name, kind, attempt, { correct, seed, hints });
    this.#attempts = Math.max(this.#attempts + attempt, 1);
    const told = { id: this.#name, kind, seed, correct: correct && this.#judged, attempts: this.#attempts };
    this.tell("exercise", { ...told, ...heard, hints });
  }

  get #opened() {
    return the(this, ".model", HTMLDetailsElement).open;
  }

  #mark() {
    the(this, ".solved").hidden = !progress.all()[this.#name]?.correct;
  }

  /**
   * The verdict, read out when it comes: HTML of the build's words, in which Python has made whatever was typed text.
   */
  #say(told = "", kind = "") {
    for (const verdict of all(this, ".verdict")) {
      verdict.innerHTML = told;
      verdict.dataset.kind = kind;
    }
  }

  #follow() {
    this.become(python.state === "absent" ? "static" : python.state);
    if (python.state === "live") {
      if (noticed(this) === "error") this.notice();
      this.#numbers.settle();
    }
    if (python.state !== "failed" || !this.#numbers.wanted) return;
    const reason = python.why(this.words);
    this.#say();
    const told = this.words.exercise[this.#numbers.pending ? "failed" : "failed_numbers"];
    this.notice(say(told, { reason }), "error", !python.hopeless);
  }

  async #link() {
    const url = this.link();
    remember(this.#name, this.#seed, url, "replaceState");
    this.notice(await linked(url, this.words.exercise), "done");
  }

  again() {
    this.notice();
    this.#numbers.settle();
  }
}

customElements.define("attention-exercise", AttentionExercise);
