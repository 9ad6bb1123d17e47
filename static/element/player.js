// Buttons that play a control's steps, or take them one at a time. Nothing plays for readers who asked for less motion,
// nor out of sight; whatever the reader does by hand stops it.
import { make } from "./dom.js";

/** @param {string} path */
const icon = (path) => `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="${path}"/></svg>`;
const ICONS = {
  back: icon("M11 3v10L5 8zM3.5 3h1.8v10H3.5z"),
  play: icon("M4 2.5v11L13 8z"),
  pause: icon("M3.5 3h3v10h-3zM9.5 3h3v10h-3z"),
  forward: icon("M5 3v10l6-5zM10.7 3h1.8v10h-1.8z"),
};
const MANY = 12; // steps; more go by faster
const [SLOW_MS, FAST_MS] = [1100, 220];

/** @implements {Follower} */
export class Player {
  #timer = 0;

  /** @param {Place} place */
  constructor(place) {
    const { holder, spec, words, signal } = place;
    this.place = place;
    this.first = spec.min ?? spec.options[0];
    this.last = spec.max ?? spec.options.at(-1);
    const button = (/** @type {string} */ title, onclick = () => {}) =>
      make("button", { type: "button", className: "plain", title, onclick });
    this.play = button(words.play, () => (this.#timer ? this.forget() : this.#start()));
    const back = button(words.back, () => this.#step(-1));
    const forward = button(words.forward, () => this.#step(1));
    this.#dress("back", back);
    this.#dress("forward", forward);
    this.#dress("play");
    const bar = make("div", { className: "player" }, back, this.play, forward);
    holder.append(bar);
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const follow = () => {
      this.play.hidden = still.matches;
      if (still.matches) this.forget();
    };
    still.addEventListener("change", follow, { signal });
    follow();
    stopping(holder, bar, () => this.forget(), signal);
  }

  show() {}

  /** Stops. */
  forget() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#dress("play");
  }

  /** @param {keyof typeof ICONS} name */
  #dress(name, button = this.play) {
    button.innerHTML = ICONS[name];
    button.ariaLabel = `${this.place.words[name]}: ${this.place.spec.label}`;
  }

  #start() {
    const { now } = this.place;
    if (now() >= this.last) this.#to(this.first);
    this.#dress("pause");
    const step = () => {
      this.#to(now() + 1);
      if (now() >= this.last) this.forget();
    };
    this.#timer = setInterval(step, this.last - this.first > MANY ? FAST_MS : SLOW_MS);
  }

  /** @param {number} by */
  #step(by) {
    this.forget();
    this.#to(this.place.now() + by);
  }

  /** @param {number} value */
  #to(value) {
    this.place.move({ [this.place.param]: Math.min(this.last, Math.max(this.first, value)) });
  }
}

/**
 * What stops a player: a hand on the control beside its bar, and being out of sight.
 * @param {Element} holder
 * @param {Element} bar
 * @param {() => void} stop
 * @param {AbortSignal} signal
 */
function stopping(holder, bar, stop, signal) {
  const touched = (/** @type {Event} */ { target }) => bar.contains(/** @type {Node} */ (target)) || stop();
  for (const touch of ["pointerdown", "keydown"]) holder.addEventListener(touch, touched, { signal });
  const sight = new IntersectionObserver(([{ isIntersecting }]) => isIntersecting || stop());
  sight.observe(holder);
  document.addEventListener("visibilitychange", () => document.hidden && stop(), { signal });
  signal.addEventListener("abort", () => {
    stop();
    sight.disconnect();
  });
}
