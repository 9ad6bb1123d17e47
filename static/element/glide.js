// The way of a widget from one state to another, as its reader would go it.
import { same } from "./dom.js";

const GLIDE_MS = 500;
export const frame = () => new Promise(requestAnimationFrame);

/**
 * Numbers glide from where they are to where they are wanted, the rest is set at once: put(state, whether nothing has
 * moved yet). Ends when it is there, or when somebody else has moved what is there; true if it is there.
 * @param {Params} from
 * @param {Params} to
 * @param {Schema} schema
 * @param {boolean} still whether it goes there at once
 * @param {() => Params} now
 * @param {(state: Params, unmoved: boolean) => void} put
 */
export async function glide(from, to, schema, still, now, put) {
  const start = performance.now();
  for (let done = still ? 1 : 0, last = from; ; await frame()) {
    if (last !== from) done = Math.min(1, (performance.now() - start) / GLIDE_MS);
    if (!same(last, now())) return false;
    put(between(from, to, done, schema), same(now(), from));
    last = now();
    if (done === 1) return true;
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
