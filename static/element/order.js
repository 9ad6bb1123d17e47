// The sentence as a row of tokens to be put in another order: drag, arrow keys, or the two buttons.
import { say } from "./check.js";
import { make, modified, same } from "./dom.js";

let count = 0;

/** Another order of the same, by Fisher and Yates, until something has really moved. @param {number[]} order */
export function shuffled(order) {
  const next = [...order];
  do {
    for (let last = next.length - 1; last > 0; last--) {
      const other = Math.floor(Math.random() * (last + 1));
      [next[last], next[other]] = [next[other], next[last]];
    }
  } while (same(next, order));
  return next;
}

/**
 * The order with one position moved to another place.
 * @param {number[]} order
 * @param {number} position
 * @param {number} to
 */
export function shifted(order, position, to) {
  const next = order.filter((other) => other !== position);
  next.splice(Math.min(order.length - 1, Math.max(0, to)), 0, position);
  return next;
}

/** @implements {Follower} */
export class OrderRow {
  /** @type {number[]} */
  #order;
  /** The chip that a finger carries, and which finger. @type {HTMLElement | null} */
  #held = null;
  #finger = 0;

  /** @param {Place} place */
  constructor({ holder, param, spec, words, move, signal, locked }) {
    this.param = param;
    this.words = words;
    this.move = move;
    this.options = spec.options;
    this.#order = [...spec.default];
    const id = `order-help-${++count}`;
    this.row = make("div", { className: "order", role: "group", ariaLabel: spec.label });
    this.row.setAttribute("aria-describedby", id);
    this.chips = spec.options.map((textContent) =>
      make("button", { type: "button", className: "chip", textContent, disabled: locked }),
    );
    const button = (/** @type {string} */ textContent, /** @type {() => void} */ onclick) =>
      make("button", { type: "button", className: "plain", textContent, onclick, hidden: locked });
    const shuffle = button(words.shuffle, () => this.#go(shuffled(this.#order)));
    const restore = button(words.unshuffle, () => this.#go(this.#order.map((_, place) => place)));
    const help = make("p", { className: "label", id, textContent: `${spec.label}: ${words.order_help}` });
    holder.append(help, this.row, make("div", { className: "buttons" }, shuffle, restore));
    this.chips.forEach((chip, position) => this.#wire(chip, position));
    // Listened to on the document: a chip that changes places in the row would lose a pointer captured by it.
    document.addEventListener("pointermove", (event) => this.#carry(event), { signal });
    for (const end of /** @type {const} */ (["pointerup", "pointercancel"]))
      document.addEventListener(end, ({ pointerId }) => pointerId === this.#finger && this.forget(), { signal });
  }

  forget() {
    this.#held = null;
  }

  /** @param {Params} params */
  show(params) {
    this.#order = [.../** @type {number[]} */ (params[this.param])];
    const ordered = this.#order.map((position) => this.chips[position]);
    // The chip that is held or focused stays where it is in the document, and the others move round it: a chip that is
    // taken out, even for a moment, loses finger and focus.
    const still = ordered.find((chip) => chip === (this.#held ?? document.activeElement)) ?? ordered[0];
    if (still.parentNode !== this.row) this.row.append(still);
    const at = ordered.indexOf(still);
    for (const chip of ordered.slice(0, at)) this.row.insertBefore(chip, still);
    this.row.append(...ordered.slice(at + 1));
    ordered.forEach((chip, place) => {
      const facts = { token: this.options[this.#order[place]], place: place + 1, n: ordered.length };
      chip.ariaLabel = say(this.words.place, facts);
    });
  }

  /** @param {number[]} next */
  #go(next) {
    if (same(next, this.#order)) return;
    this.show({ [this.param]: next });
    this.move({ [this.param]: next });
  }

  /** @param {HTMLElement} chip @param {number} position */
  #wire(chip, position) {
    chip.addEventListener("keydown", (event) => {
      const { length } = this.chips;
      const by = /** @type {Record<string, number>} */ ({ ArrowLeft: -1, ArrowRight: 1, Home: -length, End: length });
      if (event.key === "Escape") this.forget();
      if (!by[event.key] || modified(event)) return;
      event.preventDefault();
      this.#go(shifted(this.#order, position, this.#order.indexOf(position) + by[event.key]));
    });
    chip.addEventListener("pointerdown", (event) => {
      if (!event.button && !this.#held) [this.#held, this.#finger] = [chip, event.pointerId];
    });
  }

  /** @param {PointerEvent} event */
  #carry({ pointerId, clientX, clientY }) {
    if (!this.#held || pointerId !== this.#finger) return;
    const over = this.chips.findIndex((chip) => {
      const { left, right, top, bottom } = chip.getBoundingClientRect();
      return chip !== this.#held && clientX > left && clientX < right && clientY > top && clientY < bottom;
    });
    if (over < 0) return;
    this.#go(
      shifted(
        this.#order,
        this.chips.findIndex((chip) => chip === this.#held),
        this.#order.indexOf(over),
      ),
    );
  }
}
