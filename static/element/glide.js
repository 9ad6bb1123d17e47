// The way of a widget from one state to another, as its reader would go it.
import { same } from "./dom.js";

const GLIDE_MS = 500;
const frame = () => new Promise(requestAnimationFrame);

/** Waits for what nobody tells of. @param {() => unknown} done */
export async function until(done) {
  while (!done()) await frame();
}

/**
 * Numbers glide from where they are to where they are wanted, the rest is set at once: put(state, whether nothing moved
 * yet), so that there is a way back. Whoever moves something on the way stops it.
 * @param {{ params: Params, state: State }} widget
 * @param {Params} to
 * @param {Schema} schema
 * @param {(state: Params, unmoved: boolean) => void} put
 */
export async function glide(widget, to, schema, put) {
  const from = widget.params;
  const start = performance.now();
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches || widget.state !== "live";
  let last = from;
  for (
    let done = still ? 1 : 0;
    same(last, widget.params);
    done = Math.min(1, (performance.now() - start) / GLIDE_MS)
  ) {
    put(between(from, to, done, schema), same(widget.params, from));
    last = widget.params;
    if (done === 1) return;
    await frame();
  }
}

/** @param {Params} from @param {Params} to @param {number} done @param {Schema} schema @returns {Params} */
export function between(from, to, done, schema) {
  const way = Object.entries(to).map(([name, end]) => {
    const start = from[name];
    if (typeof end !== "number" || typeof start !== "number" || start === end || done === 1) return [name, end];
    return [name, Number((start + done * (end - start)).toFixed(schema[name].digits ?? 0))];
  });
  return Object.fromEntries(way);
}
