// A widget's conversation with Python: one question in flight; what changes meanwhile is asked afterwards, in one, so
// the last state is always sent.
import { all } from "./dom.js";
import { first } from "./link.js";
import { python } from "../python/python.js";

let count = 0;

export class Talk {
  #id = `w${++count}`;
  #asking = false;
  /** Of the answer that the figures show; none if one broke on the way. @type {number | null} */
  #shown = null;
  /** The sentences that Python writes, those in the page too. @type {HTMLElement[]} */
  #sentences = [];
  /** Who changed what is not yet answered. @type {"reader" | "host" | null} */
  changed = null;

  /**
   * @param {HTMLElement & { state: State, signal: AbortSignal, params: Params }} widget
   * @param {{
   *   show(answer: Answer): Promise<void> | undefined,
   *   answered(by: "reader" | "host"): void,
   *   failed(reason: string, mounting: boolean): void,
   *   returned(): void,
   * }} on what to do with an answer, when it is shown, with an error, and when who had left is back
   */
  constructor(widget, on) {
    this.widget = widget;
    this.on = on;
  }

  get asking() {
    return this.#asking;
  }
  /** Whether the figures show an answer of Python's. */
  get answered() {
    return this.#shown !== null;
  }

  /** Every element whose text is a sentence about this widget's facts, in the widget and in the prose round it. */
  #spoken() {
    const name = this.widget.getAttribute("name");
    const elsewhere = first(name) === this.widget ? all(document, `[data-of="${name}"]`) : [];
    return [...all(this.widget, "[data-says]"), ...elsewhere];
  }

  /** Makes the widget known to Python and shows its answer. @param {string | undefined} file */
  async mount(file) {
    this.#sentences = this.#spoken();
    const texts = this.#sentences.map(({ dataset }) => dataset.says ?? "");
    const mounted = await this.#ask({ do: "mount", name: this.widget.getAttribute("name") ?? "", texts, file });
    if (mounted?.more) this.changed ??= "host";
    return mounted;
  }

  /** What an update runs is compiled when it first runs: better now than when the reader moves something. */
  warm() {
    python.ask({ do: "update", id: this.#id, params: this.widget.params }).catch(() => {});
  }

  /** Asks until nothing has changed meanwhile. */
  async ask() {
    while (!this.#asking && this.changed && this.widget.state === "live" && python.state === "live") {
      const by = this.changed;
      this.changed = null;
      const answer = await this.#ask({ do: "update" });
      if (answer) this.on.answered(by);
      // Asked again when Python is there again; a long run is shown as it goes, and other widgets get their turn.
      if (answer ? answer.more : python.state !== "live") this.changed ??= by;
    }
  }

  /**
   * Asks and shows the answer; it, or null if that went wrong. Who has left the page meanwhile, or come back to it,
   * wants it no more.
   * @param {{ do: "update" } | { do: "mount", name: string, texts: string[], file?: string }} question
   */
  async #ask(question) {
    const { params, signal } = this.widget;
    this.#asking = true;
    try {
      const answer = await python.ask({ id: this.#id, params, shown: this.#shown, ...question });
      if (signal.aborted) return null;
      await this.#show(answer);
      this.widget.ariaBusy = answer.more ? "true" : null;
      return signal.aborted ? null : answer;
    } catch (error) {
      if (python.state !== "live" || signal.aborted) return null;
      this.on.failed(/** @type {Error} */ (error).message, question.do === "mount");
      return null;
    } finally {
      this.#asking = false;
      if (signal.aborted) this.on.returned();
    }
  }

  /** @param {Answer} answer */
  async #show(answer) {
    const sentences = this.#sentences;
    this.#shown = null;
    await this.on.show(answer);
    for (const [index, text] of answer.texts.entries())
      if (sentences[index].innerHTML !== text) sentences[index].innerHTML = text;
    this.#shown = answer.seq;
  }

  leave() {
    if (python.state === "live") python.ask({ do: "unmount", id: this.#id }).catch(() => {});
  }
}
