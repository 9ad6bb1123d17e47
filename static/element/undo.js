// The steps of a reader, and the way back: Ctrl+Z, Cmd+Z, or the button. What is done until finger or key is up is one
// step; Escape takes a running one back, or closes what is open.
import { same, target, the } from "./dom.js";

const WRITING = "textarea, input:not([type=checkbox], [type=radio], [type=range])";

/**
 * The steps without the page: `takes(changes)` tells whether a change counts, and keeps the state before it if it
 * begins a step.
 * @param {() => Params} get gives the state
 * @param {(state: Params) => void} put takes one
 * @param {(any: boolean) => void} tell hears whether there is a way back
 */
export function history(get, put, tell) {
  /** @type {Params[]} */
  const past = [];
  const steps = {
    pressed: false, // whether a finger or a button is down
    open: false, // whether what changes belongs to the step before
    dropped: false, // after Escape, until the finger is up
    /** @param {Params} changes */
    takes(changes) {
      const before = get();
      const moved = Object.keys(changes).some((name) => !same(changes[name], before[name]));
      if (steps.dropped) return false;
      if (moved && !steps.open) past.push(before);
      steps.open ||= moved;
      tell(past.length > 0);
      return true;
    },
    undo() {
      const last = past.pop();
      steps.open = true; // so that the way back is no step itself
      if (last) put(last);
      steps.open = false;
      tell(past.length > 0);
    },
  };
  return steps;
}

/**
 * @param {HTMLElement} element
 * @param {() => Params} get
 * @param {(state: Params) => void} put
 * @param {AbortSignal} signal
 */
export function steps(element, get, put, signal) {
  const button = the(element, ".undo");
  const steps = history(get, put, (any) => Object.assign(button, { ariaDisabled: String(!any) }));
  const press = () => Object.assign(steps, { pressed: true, open: false });
  const release = () => {
    steps.pressed = steps.open = false;
    if (!steps.dropped) return;
    // When whoever was moved has heard of it too.
    setTimeout(() => {
      steps.dropped = false;
      put(get());
    });
  };
  element.addEventListener("pointerdown", press, { capture: true, signal });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, release, { capture: true, signal });
  addEventListener("keyup", () => (steps.open &&= steps.pressed), { capture: true, signal });
  const keyed = (/** @type {KeyboardEvent} */ event) => {
    const { key, ctrlKey, metaKey, shiftKey } = event;
    if (key === "Escape" && steps.pressed && steps.open) {
      steps.undo();
      steps.dropped = true;
    } else if (key === "Escape") {
      close(element, target(event));
    } else if (key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !target(event).matches(WRITING)) {
      event.preventDefault();
      steps.undo();
    }
  };
  element.addEventListener("keydown", keyed, { signal });
  button.onclick = steps.undo;
  return steps.takes;
}

/**
 * Closes what is open in the element: the panel, or what unfolds round the focus.
 * @param {Element} element
 * @param {Element} at
 */
function close(element, at) {
  const button = the(element, "button.embed");
  const folded = /** @type {HTMLDetailsElement | null} */ (at.closest("details[open]"));
  if (element.querySelector(".share:not([hidden])")) {
    button.click();
    button.focus();
  } else if (folded) {
    folded.open = false;
    folded.querySelector("summary")?.focus();
  }
}
