// How a reader replies to an exercise: numbers that Python checks, or words to be compared with a model answer.
import { all, the } from "./dom.js";
import * as progress from "./progress.js";
import { python } from "../python/python.js";

const LEAST = 12; // characters of an open answer before it is compared

/** @param {Element} exercise @param {string} of @returns {string[]} what stands in its fields */
const typed = (exercise, of) => all(exercise, of, HTMLInputElement).map(({ value }) => value);

/**
 * @param {HTMLElement} exercise
 * @param {string} name
 * @param {() => number} seed
 * @param {(reply: Typed) => void} submit
 */
export function numeric(exercise, name, seed, submit) {
  const form = the(exercise, "form");
  const model = the(exercise, ".model", HTMLDetailsElement);
  let composing = false;
  form.addEventListener("compositionstart", () => {
    composing = true;
  });
  // Safari ends composing before the Enter that ended it comes: that Enter is no answer either.
  form.addEventListener("compositionend", () =>
    setTimeout(() => {
      composing = false;
    }),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const reply = { typed: typed(exercise, "form > .field"), working: typed(exercise, ".working .field") };
    if (!composing) submit(reply);
  };
  form.oninput = ({ target }) => /** @type {Element} */ (target).removeAttribute("aria-invalid");
  // Numbers whose answer was to be seen before it was found do not count as done.
  model.ontoggle = () => {
    const kept = progress.all()[name];
    const shown = progress.shown(name);
    if (!model.open || (kept?.correct && kept.seed === seed()) || shown.includes(seed())) return;
    progress.keep(name, { shown: [...shown, seed()].slice(-99) });
  };
  model.dispatchEvent(new Event("toggle")); // it may have been opened before this script came
  // Whoever begins to write will want it checked: Python comes meanwhile.
  form.addEventListener("focusin", () => {
    if (python.state === "absent" && exercise.getAttribute("load") !== "click") python.start();
  });
}

/**
 * @param {HTMLElement} exercise
 * @param {string} name
 * @param {(early: boolean) => void} tellEarly hears whether there is nothing yet to compare the model answer with
 * @param {(correct: boolean, attempt: number) => void} record
 */
export function open(exercise, name, tellEarly, record) {
  const kept = progress.all()[name];
  const area = the(exercise, "textarea", HTMLTextAreaElement);
  const boxes = all(exercise, ".self input", HTMLInputElement);
  const model = the(exercise, ".model", HTMLDetailsElement);
  const checks = () => boxes.map(({ checked }) => checked);
  area.value = typeof kept?.text === "string" ? kept.text : "";
  for (const [place, box] of boxes.entries()) box.checked = Boolean(kept?.checks?.[place]);
  the(model, "summary").onclick = (event) => {
    const early = !model.open && area.value.trim().length < LEAST;
    if (early) event.preventDefault();
    tellEarly(early);
  };
  area.oninput = () => progress.keep(name, { text: area.value });
  for (const box of boxes) {
    box.onchange = () => {
      progress.keep(name, { checks: checks() });
      record(checks().every(Boolean), 0);
    };
  }
  // To look at the model answer, once in a visit, is an attempt.
  model.ontoggle = () => {
    if (!model.open || "seen" in model.dataset) return;
    model.dataset.seen = "";
    record(checks().every(Boolean), 1);
  };
  model.dispatchEvent(new Event("toggle"));
}
