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

/** @param {Place} place @returns {Follower} */
export function player({ holder, spec, words, param, now, move, signal }) {
  const [first, last] = [spec.min ?? spec.options[0], spec.max ?? spec.options.at(-1)];
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let timer = 0;
  const to = (/** @type {number} */ value) => move({ [param]: Math.min(last, Math.max(first, value)) });
  /** @param {HTMLElement} button @param {keyof typeof ICONS} name */
  const dress = (button, name) => {
    button.innerHTML = ICONS[name];
    button.ariaLabel = `${words[name]}: ${spec.label}`;
  };
  /** @param {keyof typeof ICONS} name @param {() => void} onclick */
  const button = (name, onclick) => {
    const made = make("button", { type: "button", className: "plain", title: words[name], onclick });
    dress(made, name);
    return made;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    dress(play, "play");
  };
  const step = () => {
    to(now() + 1);
    if (now() >= last) stop();
  };
  const start = () => {
    if (now() >= last) to(first);
    dress(play, "pause");
    timer = setInterval(step, last - first > MANY ? FAST_MS : SLOW_MS);
  };
  const stepping = (/** @type {number} */ by) => () => {
    stop();
    to(now() + by);
  };
  const play = button("play", () => (timer ? stop() : start()));
  const bar = make("div", { className: "player" }, button("back", stepping(-1)), play, button("forward", stepping(1)));
  holder.append(bar);
  stopping(holder, bar, stop, signal);
  const follow = () => {
    play.hidden = still.matches;
    if (still.matches) stop();
  };
  still.addEventListener("change", follow, { signal });
  follow();
  return { show: () => {}, forget: stop };
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
