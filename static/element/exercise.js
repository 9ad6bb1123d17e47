// <attention-exercise name lang seed>: a question whose numbers a seed draws, and an answer that Python checks by
// computing. Properties: state, params ({seed}; get, set with checking), text. Events: attention:ready,
// attention:state, attention:change, attention:error, and attention:exercise {id, kind, seed, correct, attempts,
// verdict, given, slip, hints, shown} at each answer.
import { ParameterError, checked, say } from "./check.js";
import * as progress from "./progress.js";
import { linked } from "./share.js";
import { python } from "../python/python.js";
import { json, nearViewport, showNotice, spoken, strings, unfold } from "./widget.js";

export const SEEDS = 10_000; // as in exercise.py
export const SCHEMA = { seed: { kind: "integer", default: 0, min: 0, max: SEEDS - 1, step: 1 } };
export const anotherSeed = (seed) => 1 + ((seed + SEEDS - 1 + Math.floor(Math.random() * (SEEDS - 2))) % (SEEDS - 1));
const UNREAD = new Set(["empty", "not_number", "too_large", "count"]); // verdicts on what is no answer yet
const LEAST = 12; // characters of an open answer before it is compared
const alone = document.body.classList.contains("embed");

export class AttentionExercise extends HTMLElement {
  #drawn = null; // exercises/<lang>/<name>.json
  #words = null;
  #seed = 0; // of the numbers that are asked for
  #shown = 0; // of the numbers that are to be seen
  #pending = null; // {typed}: an answer that waits for Python
  #early = null; // params set before the exercise was there
  #state = "static";
  #begun = false;
  #attempts = 0; // of this visit
  #judged = false; // whether an answer was, in this visit
  #hints = 0; // shown for these numbers
  #gone = new AbortController();

  get state() {
    return this.#state;
  }
  get text() {
    return this.querySelector(".question")?.textContent.trim() ?? "";
  }
  get params() {
    return { seed: this.#seed };
  }
  set params(params) {
    if (!this.#drawn) this.#early = params;
    else
      for (const [name, value] of Object.entries(params)) this.#draw(checked(name, value, SCHEMA, this.#words), "host");
  }
  get moved() {
    return this.#drawn !== null && this.#seed !== this.#own;
  }
  get #name() {
    return this.getAttribute("name");
  }
  get #own() {
    return this.#accepted("seed", this.getAttribute("seed") ?? 0) ?? 0;
  }

  connectedCallback() {
    if (this.#gone.signal.aborted) this.#gone = new AbortController();
    if (this.getAttribute("load") === "eager") this.begin();
    else nearViewport.observe(this);
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      if (this.isConnected) return;
      nearViewport.unobserve(this);
      this.#gone.abort();
      this.#begun = false;
    });
  }

  // Called once, when the exercise comes near the viewport. Python is asked for when there is something to compute.
  async begin() {
    if (this.#begun) return;
    this.#begun = true;
    try {
      await this.#load();
    } catch (error) {
      this.#begun = false;
      this.dataset.state = this.#state = "failed";
      return this.#notice(error.message, "error");
    }
    const { signal } = this.#gone,
      kept = progress.all()[this.#name];
    python.addEventListener("state", () => this.#follow(), { signal });
    addEventListener("popstate", () => this.recall(), { signal });
    document.addEventListener("attention:progress", () => this.#mark(), { signal });
    if (this.#drawn.kind === "numeric") this.#wireNumeric(signal);
    else this.#wireOpen(kept);
    this.querySelector(".more").onclick = () => this.#hint(this.#hints + 1);
    this.querySelector(".link").onclick = () => this.#link();
    const other = this.querySelector(".other");
    if (other) {
      other.hidden = /\b(seed|all)\b/.test(this.getAttribute("lock") ?? "");
      other.onclick = () => this.#go(anotherSeed(this.#seed));
    }
    for (const hidden of this.querySelectorAll(".reply, .help, .tools")) hidden.hidden = false;
    this.#mark();
    const { name, lang, title } = this.#drawn;
    const seed = this.#asked();
    try {
      this.#draw(seed);
      this.params = this.#early ?? {};
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      this.#notice(error.message, "warning");
    }
    this.#tell("ready", { name, lang, title, params: this.params, schema: structuredClone(SCHEMA) });
    this.#follow();
  }

  async #load() {
    const lang = spoken(this);
    this.#words ??= (await strings())[lang];
    try {
      this.#drawn ??= await json(`exercises/${lang}/${encodeURIComponent(this.#name)}.json`);
    } catch (error) {
      if (error.status !== 404) throw error;
      const known = Object.keys(await json("embed/schema.json")).filter((name) => name.startsWith("exercise/"));
      const accepted = known.map((name) => name.slice("exercise/".length)).join(", ");
      throw new Error(say(this.#words.exercise.unknown, { name: this.#name, accepted }), { cause: error });
    }
    if (this.querySelector(".card")) return;
    unfold(this, this.#drawn.html);
    this.classList.add("exercise");
    this.id ||= this.#name;
    Object.assign(this.dataset, { kind: this.#drawn.kind, state: this.#state });
  }

  // The numbers that the address asks for now; a link within the page may have changed it.
  recall() {
    if (this.#drawn) this.#draw(this.#asked(), "reader");
  }

  // The seed that the page's history, the link or the element asks for; a bad one is told and gives way to the next.
  #asked() {
    const seeds = history.state?.seeds ?? {},
      remembered = Object.hasOwn(seeds, this.#name) ? seeds[this.#name] : null,
      [name, query] = location.hash.slice(1).split("?");
    const linked = new URLSearchParams(alone ? location.search : name === this.#name ? (query ?? "") : "").get("seed");
    return (
      (remembered === null ? null : this.#accepted("seed", remembered)) ??
      (linked === null ? null : this.#accepted("seed", linked)) ??
      this.#own
    );
  }

  #accepted(name, value) {
    try {
      return checked(name, value, SCHEMA, this.#words);
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      this.#notice(`${error.message} ${say(this.#words.kept, { kept: 0 })}`, "warning");
      return null;
    }
  }

  // Other numbers: in the question and in the model answer, and in the address, which the browser's back button walks
  // through.
  #go(seed) {
    this.#remember(seed, window.parent === window ? "pushState" : "replaceState");
    this.#draw(seed, "reader");
    this.querySelector("form > .field").focus();
  }

  #remember(seed, how) {
    history[how]({ ...history.state, seeds: { ...history.state?.seeds, [this.#name]: seed } }, "", this.link(seed));
  }

  link(seed = this.#seed) {
    const url = new URL(location.href);
    if (alone) url.searchParams.set("seed", seed);
    else url.hash = this.#drawn.drawn ? `${this.#name}?seed=${seed}` : this.#name;
    return url.href;
  }

  #draw(seed, by = null) {
    if (!this.#drawn.drawn) seed = 0;
    if (seed === this.#seed) return;
    this.#seed = seed;
    this.#pending = null;
    for (const field of this.querySelectorAll("form input")) field.value = "";
    this.#say();
    this.#hint(0);
    this.querySelector(".model").open = false;
    this.#settle();
    if (by) this.#tell("change", { params: this.params, facts: {}, text: this.text, by });
  }

  #wireNumeric(signal) {
    const form = this.querySelector("form"),
      model = this.querySelector(".model");
    let composing = false;
    form.addEventListener(
      "compositionstart",
      () => {
        composing = true;
      },
      { signal },
    );
    // Safari ends composing before the Enter that ended it comes: that Enter is no answer either.
    form.addEventListener(
      "compositionend",
      () =>
        setTimeout(() => {
          composing = false;
        }),
      { signal },
    );
    form.onsubmit = (event) => {
      event.preventDefault();
      if (!composing) this.#submit();
    };
    form.oninput = ({ target }) => target.removeAttribute("aria-invalid");
    // Numbers whose answer was to be seen before it was found do not count as done.
    model.ontoggle = () => {
      const kept = progress.all()[this.#name],
        shown = progress.shown(this.#name);
      if (!model.open || (kept?.correct && kept.seed === this.#seed) || shown.includes(this.#seed)) return;
      progress.keep(this.#name, { shown: [...shown, this.#seed].slice(-99) });
    };
    model.ontoggle(); // it may have been opened before this script came
    // Whoever begins to write will want it checked: Python comes meanwhile.
    form.addEventListener(
      "focusin",
      () => {
        if (python.state === "absent" && this.getAttribute("load") !== "click") python.start();
      },
      { signal },
    );
  }

  #wireOpen(kept) {
    const area = this.querySelector("textarea"),
      boxes = [...this.querySelectorAll(".self input")],
      model = this.querySelector(".model");
    area.value = typeof kept?.text === "string" ? kept.text : "";
    boxes.forEach((box, place) => {
      box.checked = Boolean(kept?.checks?.[place]);
    });
    model.querySelector("summary").onclick = (event) => {
      const early = !model.open && area.value.trim().length < LEAST;
      if (early) event.preventDefault();
      this.#notice(early ? this.#words.exercise.write_first : "");
    };
    area.oninput = () => progress.keep(this.#name, { text: area.value });
    for (const box of boxes) {
      box.onchange = () => {
        const checks = boxes.map(({ checked }) => checked);
        progress.keep(this.#name, { checks });
        this.#judged = true;
        this.#record(checks.every(Boolean), 0);
      };
    }
    // To look at the model answer, once in a visit, is an attempt.
    model.ontoggle = () => {
      if (!model.open || "seen" in model.dataset) return;
      model.dataset.seen = "";
      this.#record(
        boxes.every(({ checked }) => checked),
        1,
      );
    };
    model.ontoggle();
  }

  #submit() {
    const [typed, working] = ["form > .field", ".working .field"].map((kind) =>
      [...this.querySelectorAll(kind)].map(({ value }) => value),
    );
    this.#pending = [...typed, ...working].some((text) => text.trim()) ? { typed, working } : null;
    this.#say();
    if (this.#pending) this.#settle();
    else this.#judge({ verdict: "empty", told: this.#words.exercise.empty, field: 0 }, []);
  }

  // The hints up to this one are to be seen.
  #hint(count) {
    const hints = [...this.querySelectorAll(".hints li")],
      more = this.querySelector(".more");
    this.#hints = count;
    hints.forEach((hint, place) => {
      hint.hidden = place >= count;
    });
    more.hidden = count >= hints.length;
    more.textContent = this.#words.exercise[count ? "next_hint" : "hint"];
  }

  // Asks Python for whatever is wanted of it: the numbers of another seed, and what became of an answer.
  async #settle() {
    const seed = this.#seed,
      pending = this.#pending,
      numbers = seed !== this.#shown,
      { exercise, texts } = this.#drawn;
    this.querySelector(".question").toggleAttribute("data-waits", numbers);
    if (!numbers && !pending) return;
    if (python.state !== "live") {
      python.start();
      if (python.state !== "failed") this.#say(this.#words.exercise[pending ? "waiting" : "drawing"], "waits");
      return this.#follow();
    }
    try {
      const { texts: said, check } = await python.ask({
        do: "exercise",
        id: this.#name,
        exercise,
        seed,
        texts: numbers ? texts : [],
        ...pending,
        words: this.#words.exercise,
      });
      if (seed !== this.#seed || pending !== this.#pending) return this.#settle(); // asked again meanwhile
      this.#pending = null;
      if (numbers) {
        this.#shown = seed;
        const parts = [".question", ".solution", ".hints li"].flatMap((kind) => [...this.querySelectorAll(kind)]);
        parts.forEach((part, place) => {
          part.innerHTML = said[place];
        });
        this.querySelector(".question").removeAttribute("data-waits");
        if (!check) this.#say();
      }
      if (check) this.#judge(check, pending.typed);
    } catch (error) {
      if (python.state !== "live") return;
      if (seed !== this.#seed || pending !== this.#pending) return this.#settle();
      this.#lost(numbers ? "not_drawn" : "not_checked", error.message);
    }
  }

  // Python could not do it: the numbers that are to be seen stay, and are those that are asked for again.
  #lost(what, reason) {
    this.#pending = null;
    this.#say();
    this.#notice(say(this.#words.exercise[what], { seed: this.#seed, reason }), "error");
    this.#seed = this.#shown;
    this.querySelector(".question").removeAttribute("data-waits");
  }

  #judge({ verdict, told, field, says = null }, given) {
    if (UNREAD.has(verdict)) {
      this.querySelectorAll("form > .field")[field].setAttribute("aria-invalid", "true");
      return this.#say(told, "odd");
    }
    const right = verdict === "right",
      shown = progress.shown(this.#name).includes(this.#seed);
    this.#say(right && shown ? `${told} ${this.#words.exercise.seen}` : told, right ? "right" : "wrong");
    this.#judged = true;
    this.#record(right && !shown, 1, { verdict, given: given.join("; "), slip: says, shown });
  }

  // Earlier visits are kept for the reader, and are nobody else's: a host hears of this one alone.
  // What was solved once stays so, with its seed and its hints.
  #record(
    correct,
    attempt,
    heard = { verdict: null, given: "", slip: null, shown: this.querySelector(".model").open },
  ) {
    const kept = progress.all()[this.#name],
      attempts = Math.max((kept?.attempts ?? 0) + attempt, 1);
    const { kind } = this.#drawn,
      seed = this.#seed,
      hints = this.#hints,
      stays = kind === "numeric" && kept?.correct && !correct;
    progress.keep(
      this.#name,
      stays ? { attempts } : { attempts, seed, hints, correct, ...(correct && { at: Date.now() }) },
    );
    this.#attempts = Math.max(this.#attempts + attempt, 1);
    this.#tell("exercise", {
      id: this.#name,
      kind,
      seed,
      correct: correct && this.#judged,
      attempts: this.#attempts,
      ...heard,
      hints,
    });
  }

  #mark() {
    this.querySelector(".solved").hidden = !progress.all()[this.#name]?.correct;
  }

  // The verdict, read out when it comes: HTML of the build's words, in which Python has made whatever was typed text.
  #say(told = "", kind = "") {
    const verdict = this.querySelector(".verdict");
    if (!verdict) return;
    verdict.innerHTML = told;
    verdict.dataset.kind = kind;
  }

  #follow() {
    const wants = this.#pending || this.#seed !== this.#shown;
    const state = python.state === "absent" ? "static" : python.state;
    if (this.#state !== state) {
      this.#state = this.dataset.state = state;
      this.#tell("state", { state });
    }
    if (python.state === "live") {
      if (this.querySelector(".notice").dataset.kind === "error") this.#notice();
      this.#settle();
    }
    if (python.state !== "failed" || !wants) return;
    const reason = python.why(this.#words);
    this.#say();
    this.#notice(
      say(this.#words.exercise[this.#pending ? "failed" : "failed_numbers"], { reason }),
      "error",
      !python.hopeless,
    );
  }

  async #link() {
    const url = this.link();
    this.#remember(this.#seed, "replaceState");
    this.#notice(await linked(url, this.#words.exercise), "done");
  }

  #notice(text = "", kind = "", retry = false) {
    if (kind === "warning" || kind === "error") this.#tell("error", { message: text });
    showNotice(
      this,
      text,
      kind,
      this.#words,
      retry
        ? () => {
            this.#notice();
            this.#settle();
          }
        : null,
    );
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(`attention:${type}`, { bubbles: true, detail }));
  }
}

customElements.define("attention-exercise", AttentionExercise);
