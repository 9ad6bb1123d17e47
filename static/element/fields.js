// What a reader types: a labelled field of one line for a list of numbers or a short text. What can be read is applied
// while it is typed; what cannot keeps standing, the widget keeps its last good state, and the mistake is told beside
// the field: when the reader is done (Enter, or away from the field) or pauses. What an input method is still composing
// is not yet typed.
import { accepted, checked, ParameterError, shown } from "./check.js";
import { make, same } from "./dom.js";

const PAUSE_MS = 1200; // shorter, and "4, 1, −" would be called a mistake while it is being typed
const SAFARI_COMPOSING = 229; // the key code of the Enter by which composing ends there

let count = 0;

/** @param {any} value @returns {string} */
const written = (value) => (Array.isArray(value) ? value.map((one) => shown(one)).join(", ") : value);

/**
 * The field with its label and its hint, and the line for mistakes.
 * @param {Place} place
 */
function made({ holder, spec, words, locked }) {
  const id = `field-${++count}`;
  const props = { id, disabled: locked, autocomplete: /** @type {const} */ ("off"), spellcheck: false };
  const input = make("input", {
    type: "text",
    className: "field",
    autocapitalize: "off",
    enterKeyHint: "done",
    ...props,
  });
  input.setAttribute("aria-describedby", `${id}-hint ${id}-mistake`);
  const mistake = make("p", { className: "mistake", id: `${id}-mistake`, ariaLive: "polite" });
  const label = make("label", { className: "label", htmlFor: id, textContent: spec.label });
  const hint = make("p", { className: "hint", id: `${id}-hint`, textContent: accepted(spec, words) });
  holder.append(label, input, hint, mistake);
  return { input, mistake };
}

/**
 * `move` is called with each new value; show() writes it, unless the reader's own text says the same.
 * @implements {Follower}
 */
export class Field {
  /** @type {Value | null} */
  #value = null;
  #later = 0;

  /** @param {Place} place */
  constructor(place) {
    const { input, mistake } = made(place);
    this.place = place;
    this.input = input;
    this.mistake = mistake;
    input.addEventListener("input", (event) => /** @type {InputEvent} */ (event).isComposing || this.#look(false));
    input.addEventListener("compositionend", () => this.#look(false));
    input.addEventListener("change", () => this.#look(true));
    input.addEventListener("keydown", ({ key, isComposing, keyCode }) => {
      if (key === "Enter" && !isComposing && keyCode !== SAFARI_COMPOSING) this.#look(true);
    });
    place.signal.addEventListener("abort", () => clearTimeout(this.#later));
  }

  #tell(message = "") {
    clearTimeout(this.#later);
    this.input.ariaInvalid = message ? "true" : null;
    if (this.mistake.textContent !== message) this.mistake.textContent = message;
  }

  /** @param {boolean} done */
  #look(done) {
    const { param, spec, words, move } = this.place;
    clearTimeout(this.#later);
    try {
      const read = checked(param, this.input.value, { [param]: spec }, words, spec.label);
      this.#tell();
      if (same(read, this.#value)) return;
      this.#value = read;
      move({ [param]: read });
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      const { message } = error;
      if (done) this.#tell(message);
      else this.#later = setTimeout(() => this.#tell(message), PAUSE_MS);
    }
  }

  /** @param {Params} params */
  show(params) {
    const value = params[this.place.param];
    if (same(value, this.#value)) return;
    this.#value = value;
    this.input.value = written(value);
    this.#tell();
  }

  /** Whatever is written gives way to the next value shown, the same one too. */
  forget() {
    this.#value = null;
  }
}
