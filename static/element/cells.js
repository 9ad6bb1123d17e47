// Tables whose cells are walked with the arrow keys: one to be read, laid over a figure, and one to be painted.
import { say } from "./check.js";
import { make, modified } from "./dom.js";
import { turning } from "./turning.js";

/**
 * The cell that a key leads to from this one, in rows of n cells; null for other keys.
 * @param {KeyboardEvent} event
 * @param {number} index
 * @param {number} n
 */
export function walked(event, index, n) {
  const column = index % n;
  const by = /** @type {Record<string, number>} */ ({
    ArrowLeft: column ? -1 : 0,
    ArrowRight: column < n - 1 ? 1 : 0,
    ArrowUp: -n,
    ArrowDown: n,
    Home: -column,
    End: n - 1 - column,
  })[event.key];
  return by === undefined || modified(event) ? null : index + by;
}

/**
 * Goes where a key leads; the cell that has the focus is the tables' one stop of the tab key.
 * @param {KeyboardEvent} event
 * @param {HTMLElement[]} cells
 * @param {number} n
 */
function walk(event, cells, n) {
  const from = cells.findIndex((cell) => cell === event.currentTarget);
  const to = walked(event, from, n);
  if (to === null) return;
  event.preventDefault();
  if (!cells[to]) return;
  cells[from].tabIndex = -1;
  cells[to].tabIndex = 0;
  cells[to].focus({ preventScroll: true });
}

/**
 * A table's cells to be read: under the pointer, under a finger, or walked. `columns()` gives the table's present
 * columns, already turned as they are shown.
 */
export class Reading {
  /** @type {HTMLElement[]} */
  #cells = [];
  #n = 0; // cells in a row
  #turned = false; // whether they are laid so
  /** The cell that is read. @type {number | null} */
  #read = null;

  /**
   * @param {HTMLElement} frame
   * @param {Figure & { table: Table }} figure
   * @param {Words} words
   * @param {() => Columns} columns
   */
  constructor(frame, figure, words, columns) {
    this.figure = figure;
    this.words = words;
    this.columns = columns;
    this.line = make("p", { className: "reading" });
    this.grid = make("div", { className: "cells", role: "grid", ariaLabel: figure.caption });
    frame.append(this.grid);
    frame.parentElement?.append(this.line);
    this.#lay();
  }

  /** Tells the new numbers. */
  refresh() {
    const { plain, rows, columns } = this.figure.table;
    if (this.#turned !== turning.turned && !plain && rows !== columns) this.#lay();
    if (this.#read !== null) this.#show(this.#read);
    if (!this.grid.contains(document.activeElement)) return;
    for (const [index, cell] of this.#cells.entries()) cell.ariaLabel = this.#label(index);
  }

  /** @param {number} index */
  #label(index) {
    const { x, y, query, key, number } = this.columns();
    const row = Math.floor(index / this.#n);
    const place = x.findIndex((at, cell) => at === index % this.#n && -y[cell] === row);
    const facts = { query: query[place], key: key[place], number: number[place] };
    return say(this.figure.table.plain ? this.words.plain_cell : this.words.cell, facts);
  }

  /** @param {number} index */
  #show(index) {
    this.#read = index;
    this.line.textContent = this.#label(index);
  }

  #lay() {
    const { plain, rows, columns } = this.figure.table;
    this.#turned = turning.turned && !plain;
    this.#n = this.#turned ? rows : columns;
    this.#cells = Array.from({ length: rows * columns }, (_, index) => this.#cell(index));
    const lines = Array.from({ length: (rows * columns) / this.#n }, (_, row) => row * this.#n).map((start) =>
      this.#cells.slice(start, start + this.#n),
    );
    this.grid.replaceChildren(...lines.map((line) => make("div", { role: "row" }, ...line)));
    this.#read = null;
    this.line.textContent = this.words.read_cells;
  }

  /** @param {number} index */
  #cell(index) {
    const cell = make("div", { role: "gridcell", tabIndex: index ? -1 : 0, ariaLabel: this.#label(index) });
    Object.assign(cell.style, place(this.figure, index % this.#n, Math.floor(index / this.#n)));
    cell.onpointerenter = () => this.#show(index);
    cell.onpointerdown = () => cell.focus({ preventScroll: true });
    cell.onkeydown = (event) => walk(event, this.#cells, this.#n);
    cell.onfocus = () => {
      this.refresh();
      this.#show(index);
    };
    return cell;
  }
}

/** Where a cell lies over its figure, as a style. @param {Figure} figure @param {number} column @param {number} row */
function place({ x: [x0, x1], y: [y0, y1] }, column, row) {
  return {
    left: `${(100 * (column - 0.5 - x0)) / (x1 - x0)}%`,
    top: `${(100 * (y1 + row - 0.5)) / (y1 - y0)}%`,
    width: `${100 / (x1 - x0)}%`,
    height: `${100 / (y1 - y0)}%`,
  };
}

/**
 * A table of cells that are on or off, to be painted: a pointer or a finger draws what the first cell became, space and
 * Enter change one. The value is a whole number with a bit for each cell, row by row, the first of them the lowest.
 * @implements {Follower}
 */
export class Painter {
  #value = 0;
  /** What a stroke paints; null for none under way. @type {boolean | null} */
  #paint = null;

  /** @param {Place} place */
  constructor({ holder, param, spec: { label, rows, columns }, move, locked }) {
    const n = columns.length;
    const title = (/** @type {string} */ text) => make("span", { textContent: text, ariaHidden: "true" });
    this.param = param;
    this.move = move;
    this.locked = locked;
    this.cells = rows.flatMap((row) => columns.map((column) => this.#cell(`${row}, ${column}`, n)));
    this.cells[0].tabIndex = 0;
    const lines = rows.map((row, r) => [title(row), ...this.cells.slice(r * n, (r + 1) * n)]);
    this.grid = make("div", { className: "painter", role: "group", ariaLabel: label }, title(""));
    this.grid.append(...columns.map(title), ...lines.flat());
    this.grid.style.setProperty("--columns", `${n}`);
    holder.append(make("p", { className: "label", textContent: label }), this.grid);
    this.#wire();
  }

  /** @param {Params} params */
  show(params) {
    this.#value = Number(params[this.param]);
    for (const [index, cell] of this.cells.entries()) cell.ariaPressed = String(on(this.#value, index));
  }

  /** @param {string} ariaLabel @param {number} n */
  #cell(ariaLabel, n) {
    const cell = make("button", { type: "button", disabled: this.locked, ariaLabel, tabIndex: -1 });
    // Of the keyboard: a pointer has painted already.
    cell.onclick = ({ detail }) => detail || this.#change(this.cells.indexOf(cell), !this.#on(cell));
    cell.onkeydown = (event) => walk(event, this.cells, n);
    cell.onfocus = () => this.cells.forEach((one) => Object.assign(one, { tabIndex: one === cell ? 0 : -1 }));
    return cell;
  }

  /** @param {HTMLButtonElement} cell */
  #on(cell) {
    return on(this.#value, this.cells.indexOf(cell));
  }

  /** @param {number} index @param {boolean} wanted */
  #change(index, wanted) {
    if (this.locked || on(this.#value, index) === wanted) return;
    this.show({ [this.param]: this.#value + (wanted ? 1 : -1) * 2 ** index });
    this.move({ [this.param]: this.#value });
  }

  #wire() {
    const under = (/** @type {PointerEvent} */ { clientX, clientY }) =>
      this.cells.find((cell) => cell === document.elementFromPoint(clientX, clientY));
    this.grid.onpointerdown = (event) => {
      const cell = under(event);
      if (event.button || !cell) return;
      event.preventDefault();
      cell.focus({ preventScroll: true });
      this.grid.setPointerCapture(event.pointerId);
      this.#paint = !this.#on(cell);
      this.#change(this.cells.indexOf(cell), this.#paint);
    };
    this.grid.onpointermove = (event) => {
      const cell = under(event);
      if (this.#paint !== null && cell) this.#change(this.cells.indexOf(cell), this.#paint);
    };
    const end = () => {
      this.#paint = null;
    };
    for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) this.grid.addEventListener(type, end);
  }
}

/**
 * Whether a cell is on: by division, for there are more of them than operators have bits.
 * @param {number} value
 * @param {number} index
 */
export const on = (value, index) => Math.floor(value / 2 ** index) % 2 === 1;
