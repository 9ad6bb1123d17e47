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
 * columns, already turned as they are shown. Gives what tells the new numbers.
 * @param {HTMLElement} frame
 * @param {Figure & { table: Table }} figure
 * @param {Words} words
 * @param {() => Columns} columns
 */
export function cells(frame, figure, words, columns) {
  const { table, caption } = figure;
  const reading = make("p", { className: "reading", textContent: words.read_cells });
  const grid = make("div", { className: "cells", role: "grid", ariaLabel: caption });
  /** @type {HTMLElement[]} */
  let all = [];
  let n = 0; // cells in a row
  let laid = false; // whether they are laid turned
  /** @type {number | null} */
  let shown = null;
  const label = (/** @type {number} */ index) => {
    const { x, y, query, key, number } = columns();
    const place = x.findIndex((at, cell) => at === index % n && -y[cell] === Math.floor(index / n));
    const facts = { query: query[place], key: key[place], number: number[place] };
    return say(table.plain ? words.plain_cell : words.cell, facts);
  };
  const show = (/** @type {number} */ index) => {
    shown = index;
    reading.textContent = label(index);
  };
  const refresh = () => {
    if (laid !== turning.turned && !table.plain && table.rows !== table.columns) lay();
    if (shown !== null) show(shown);
    if (grid.contains(document.activeElement)) for (const [index, cell] of all.entries()) cell.ariaLabel = label(index);
  };
  const cell = (/** @type {number} */ index) => {
    const made = make("div", { role: "gridcell", tabIndex: index ? -1 : 0 });
    Object.assign(made.style, place(figure, index % n, Math.floor(index / n)));
    made.ariaLabel = label(index);
    made.onpointerenter = () => show(index);
    made.onfocus = () => {
      refresh();
      show(index);
    };
    made.onpointerdown = () => made.focus({ preventScroll: true });
    made.onkeydown = (event) => walk(event, all, n);
    return made;
  };
  const lay = () => {
    laid = turning.turned && !table.plain;
    n = laid ? table.rows : table.columns;
    all = Array.from({ length: table.rows * table.columns }, (_, index) => cell(index));
    const rows = Array.from({ length: all.length / n }, (_, row) => all.slice(row * n, (row + 1) * n));
    grid.replaceChildren(...rows.map((row) => make("div", { role: "row" }, ...row)));
    shown = null;
    reading.textContent = words.read_cells;
  };
  frame.append(grid);
  frame.parentElement?.append(reading);
  lay();
  return refresh;
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
 * @param {Place} place
 * @returns {Follower}
 */
export function painter({ holder, param, spec: { label, rows, columns }, move, locked }) {
  const n = columns.length;
  const title = (/** @type {string} */ text) => make("span", { textContent: text, ariaHidden: "true" });
  let value = 0;
  /** What a stroke paints; null for none under way. @type {boolean | null} */
  let paint = null;
  const change = (/** @type {number} */ index, /** @type {boolean} */ wanted) => {
    if (locked || on(value, index) === wanted) return;
    show({ [param]: value + (wanted ? 1 : -1) * 2 ** index });
    move({ [param]: value });
  };
  const all = rows.flatMap((row) => columns.map((column) => make("button", { ariaLabel: `${row}, ${column}` })));
  for (const [index, cell] of all.entries()) {
    Object.assign(cell, { type: "button", disabled: locked, tabIndex: index ? -1 : 0 });
    // Of the keyboard: a pointer has painted already.
    cell.onclick = ({ detail }) => detail || change(index, !on(value, index));
    cell.onkeydown = (event) => walk(event, all, n);
    cell.onfocus = () => all.forEach((one) => Object.assign(one, { tabIndex: one === cell ? 0 : -1 }));
  }
  const titled = rows.flatMap((row, r) => [title(row), ...all.slice(r * n, (r + 1) * n)]);
  const grid = make("div", { className: "painter", role: "group", ariaLabel: label }, title(""));
  grid.append(...columns.map(title), ...titled);
  grid.style.setProperty("--columns", `${n}`);
  const under = (/** @type {PointerEvent} */ { clientX, clientY }) =>
    all.findIndex((cell) => cell === document.elementFromPoint(clientX, clientY));
  grid.onpointerdown = (event) => {
    const index = under(event);
    if (event.button || index < 0) return;
    event.preventDefault();
    all[index].focus({ preventScroll: true });
    grid.setPointerCapture(event.pointerId);
    change(index, (paint = !on(value, index)));
  };
  grid.onpointermove = (event) => {
    if (paint !== null && under(event) >= 0) change(under(event), paint);
  };
  grid.onpointerup =
    grid.onpointercancel =
    grid.onlostpointercapture =
      () => {
        paint = null;
      };
  holder.append(make("p", { className: "label", textContent: label }), grid);
  const show = (/** @type {Params} */ params) => {
    value = Number(params[param]);
    for (const [index, cell] of all.entries()) cell.ariaPressed = String(on(value, index));
  };
  return { show };
}

/** Whether a cell is on: by division, for there are more of them than operators have bits. @param {number} value @param {number} index */
export const on = (value, index) => Math.floor(value / 2 ** index) % 2 === 1;
