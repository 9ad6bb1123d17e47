// The seed that draws an exercise's numbers: 0 is the page's own; a link, the page's history or the reader ask for
// others.
import { alone } from "./site.js";
import { fragment } from "./link.js";
import { python } from "../python/python.js";

/** One that is neither this nor 0. @param {number} seed @param {Parameter} accepted */
export const another = (seed, { max = 0 }) => 1 + ((seed + max + Math.floor(Math.random() * (max - 1))) % max);

/**
 * What the page's history, then the link say of an exercise's seed, unchecked.
 * @param {string} name
 * @returns {(string | number)[]}
 */
export function askedFor(name) {
  const seeds = window.history.state?.seeds ?? {};
  const link = fragment();
  const query = alone ? location.search : link.name === name ? link.query : "";
  const linked = new URLSearchParams(query).get("seed");
  return [...(Object.hasOwn(seeds, name) ? [seeds[name]] : []), ...(linked === null ? [] : [linked])];
}

/**
 * Puts a seed into the page's history and its link into the address.
 * @param {string} name
 * @param {number} seed
 * @param {string} url
 * @param {"pushState" | "replaceState"} how
 */
export function remember(name, seed, url, how) {
  const { state } = window.history;
  window.history[how]({ ...state, seeds: { ...state?.seeds, [name]: seed } }, "", url);
}

/**
 * Numbers that Python draws: asked for until those that are wanted are those that are to be seen. An answer to be
 * checked goes along.
 * @template Reply
 * @template Drawn
 */
export class Numbers {
  seed = 0; // of the numbers that are wanted
  shown = 0; // of those that are to be seen
  /** An answer that waits for Python. @type {Reply | null} */
  pending = null;

  /**
   * @param {{
   *   waits(numbers: boolean): void,
   *   wait(): void,
   *   ask(seed: number, numbers: boolean, pending: Reply | null): Promise<Drawn>,
   *   done(drawn: Drawn, numbers: boolean, pending: Reply | null): void,
   *   lost(reason: string, numbers: boolean): void,
   * }} on whether numbers are waited for; without Python; what to ask it; with its answer; when it could not do it: the
   * numbers that are to be seen stay, and are those that are asked for again
   */
  constructor(on) {
    this.on = on;
  }

  get wanted() {
    return this.pending !== null || this.seed !== this.shown;
  }

  /** @returns {Promise<void>} */
  async settle() {
    const { seed, pending, on } = this;
    const numbers = seed !== this.shown;
    const stale = () => seed !== this.seed || pending !== this.pending; // asked again meanwhile
    on.waits(numbers);
    if (!this.wanted) return;
    if (python.state !== "live") return on.wait();
    try {
      const drawn = await on.ask(seed, numbers, pending);
      if (stale()) return this.settle();
      this.pending = null;
      this.shown = seed;
      on.waits(false);
      on.done(drawn, numbers, pending);
    } catch (error) {
      if (python.state !== "live") return;
      if (stale()) return this.settle();
      this.pending = null;
      on.lost(/** @type {Error} */ (error).message, numbers);
      this.seed = this.shown;
      on.waits(false);
    }
  }
}
