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

/** @param {string} id @param {boolean} locked */
function lineOf(id, locked) {
  const props = { id, disabled: locked, autocomplete: /** @type {const} */ ("off"), spellcheck: false };
  const input = make("input", {
    type: "text",
    className: "field",
    autocapitalize: "off",
    enterKeyHint: "done",
    ...props,
  });
  input.setAttribute("aria-describedby", `${id}-hint ${id}-mistake`);
  return input;
}

/**
 * `move` is called with each new value; show() writes it, unless the reader's own text says the same.
 * @param {Place} place
 * @returns {Follower}
 */
export function field({ holder, param, spec, words, move, signal, locked }) {
  const id = `field-${++count}`;
  const input = lineOf(id, locked);
  const mistake = make("p", { className: "mistake", id: `${id}-mistake`, ariaLive: "polite" });
  const label = make("label", { className: "label", htmlFor: id, textContent: spec.label });
  const hint = make("p", { className: "hint", id: `${id}-hint`, textContent: accepted(spec, words) });
  holder.append(label, input, hint, mistake);
  /** @type {Value | null} */
  let value = null;
  let later = 0;
  const tell = (message = "") => {
    clearTimeout(later);
    input.ariaInvalid = message ? "true" : null;
    if (mistake.textContent !== message) mistake.textContent = message;
  };
  const look = (/** @type {boolean} */ done) => {
    clearTimeout(later);
    try {
      const read = checked(param, input.value, { [param]: spec }, words, spec.label);
      tell();
      if (same(read, value)) return;
      value = read;
      move({ [param]: read });
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      if (done) tell(error.message);
      else later = setTimeout(tell, PAUSE_MS, error.message);
    }
  };
  input.addEventListener("input", (event) => /** @type {InputEvent} */ (event).isComposing || look(false));
  input.addEventListener("compositionend", () => look(false));
  input.onchange = () => look(true);
  input.addEventListener("keydown", ({ key, isComposing, keyCode }) => {
    if (key === "Enter" && !isComposing && keyCode !== SAFARI_COMPOSING) look(true);
  });
  signal.addEventListener("abort", () => clearTimeout(later));
  const show = (/** @type {Params} */ params) => {
    if (same(params[param], value)) return;
    value = params[param];
    input.value = written(value);
    tell();
  };
  // Whatever is written gives way to the next value shown, the same one too.
  const forget = () => {
    value = null;
  };
  return { show, forget };
}
