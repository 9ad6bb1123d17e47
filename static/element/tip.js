// The tip of a vector, for which Bokeh has no accessible control: HTML laid over the figure, moved by pointer, touch
// and keyboard alike. Only the handle itself takes the finger from the page's scrolling.
import { say, shown } from "./check.js";
import { make, modified } from "./dom.js";

/** How far an arrow key goes, in steps; with Shift one; and by Page Up and the like. */
const SMALL = 10;
const LARGE = 50;

/** The nearest value that a parameter can have. @param {number} value @param {Spec} spec */
export function within(value, { min, max, step }) {
  return Number(Math.min(max, Math.max(min, Math.round(value / step) * step)).toFixed(6));
}

/**
 * How far right and up a key moves the tip; nothing for other keys.
 * @param {KeyboardEvent} event
 * @param {number} step
 */
export function keyed({ key, shiftKey }, step) {
  const small = step * (shiftKey ? 1 : SMALL);
  const large = step * LARGE;
  /** @type {Record<string, [number, number]>} */
  const ways = {
    ArrowLeft: [-small, 0],
    ArrowRight: [small, 0],
    ArrowDown: [0, -small],
    ArrowUp: [0, small],
    PageDown: [0, -large],
    PageUp: [0, large],
    Home: [-large, 0],
    End: [large, 0],
  };
  return ways[key];
}

/**
 * A draggable tip over a figure whose frame is the whole element, so that positions are simple shares of its size.
 * @param {HTMLElement} frame
 * @param {Handle} handle
 * @param {Figure} figure
 * @param {Schema} schema
 * @param {Words} words
 * @param {Move} move
 * @param {AbortSignal} signal
 * @returns {Follower}
 */
export function tip(frame, handle, figure, schema, words, move, signal) {
  const [x0, x1] = figure.x;
  const [y0, y1] = figure.y;
  const [x, y] = [schema[handle.x], schema[handle.y]];
  const grip = make("div", {
    className: `handle ${handle.role}`,
    role: "slider",
    tabIndex: 0,
    ariaLabel: handle.label,
  });
  Object.assign(grip, { ariaDescription: words.handle_help, ariaValueMin: `${x.min}`, ariaValueMax: `${x.max}` });
  frame.append(grip);
  let at = [x.default, y.default];
  const show = (/** @type {Params} */ params) => {
    at = [params[handle.x], params[handle.y]];
    grip.style.left = `${(100 * (at[0] - x0)) / (x1 - x0)}%`;
    grip.style.top = `${(100 * (y1 - at[1])) / (y1 - y0)}%`;
    grip.ariaValueNow = String(at[0]);
    grip.ariaValueText = say(words.handle_value, { x: shown(at[0], 2), y: shown(at[1], 2) });
  };
  const go = (/** @type {number} */ right, /** @type {number} */ up) => {
    const next = { [handle.x]: within(right, x), [handle.y]: within(up, y) };
    show(next);
    move(next);
  };
  const pointed = (/** @type {PointerEvent} */ event) => {
    const box = frame.getBoundingClientRect();
    const [right, down] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height];
    return [x0 + right * (x1 - x0), y1 - down * (y1 - y0)];
  };
  const drop = draggable(grip, pointed, () => at, go, signal);
  grip.addEventListener("keydown", (event) => {
    if (event.key === "Escape") drop();
    const by = keyed(event, x.step);
    if (!by || modified(event)) return;
    event.preventDefault();
    go(at[0] + by[0], at[1] + by[1]);
  });
  return { show };
}

/**
 * Lets one finger carry the grip, which does not jump under it. Gives what lets go of it.
 * @param {HTMLElement} grip
 * @param {(event: PointerEvent) => number[]} pointed
 * @param {() => number[]} now
 * @param {(right: number, up: number) => void} go
 * @param {AbortSignal} signal
 */
function draggable(grip, pointed, now, go, signal) {
  /** @type {number[] | null} */
  let offset = null;
  /** @type {number | null} */
  let finger = null;
  grip.addEventListener("pointerdown", (event) => {
    if (event.button || offset) return;
    const [right, up] = pointed(event);
    finger = event.pointerId;
    offset = [now()[0] - right, now()[1] - up];
    grip.setPointerCapture(event.pointerId);
    grip.focus({ preventScroll: true });
    event.preventDefault();
  });
  grip.addEventListener("pointermove", (event) => {
    if (!offset || event.pointerId !== finger) return;
    const [right, up] = pointed(event);
    go(right + offset[0], up + offset[1]);
  });
  const drop = () => {
    offset = null;
  };
  const ended = (/** @type {PointerEvent} */ event) => event.pointerId === finger && drop();
  for (const end of /** @type {const} */ (["pointerup", "pointercancel", "lostpointercapture"]))
    grip.addEventListener(end, ended);
  addEventListener("resize", drop, { signal }); // what the finger pointed at lies elsewhere now
  return drop;
}
