// The marks in a widget's figures: where each row of a source stands, what it is of, and which of them show a fact. A
// widget declares nothing for the first two: sources that hold tokens have them in `name` or `label`, tables in `query`
// and `key`.
import { geometry } from "./bokeh.js";

/**
 * In pixels of its figure: a line by its ends, a box by two corners.
 * @typedef {{ kind: "line" | "box", ends: number[] }} Shape
 * @typedef {{ source: string, frame: HTMLElement, data: Columns, row: number, shape: Shape }} Mark
 * @typedef {import("./widget.js").AttentionWidget} Widget
 */

/**
 * Where a row of a source stands in its figure. Null for what has no place.
 * @param {Columns} data
 * @param {number} row
 * @param {ReturnType<typeof geometry>} figure
 * @returns {Shape | null}
 */
function place(data, row, { x, y, floor, ceiling }) {
  const of = (/** @type {string} */ name) => data[name][row];
  const has = (/** @type {string[]} */ ...names) => names.every((name) => name in data);
  /** @param {Shape["kind"]} kind @param {[number, number, number, number]} ends */
  const shape = (kind, ...[x0, y0, x1, y1]) => ({ kind, ends: [x(x0), y(y0), x(x1), y(y1)] });
  const line = shape.bind(null, "line");
  const box = shape.bind(null, "box");
  const round = (/** @type {number} */ wide, /** @type {number} */ high) =>
    box(of("x") - wide / 2, of("y") - high / 2, of("x") + wide / 2, of("y") + high / 2);
  if (has("x0", "x1")) return line(of("x0"), of("y0"), of("x1"), of("y1"));
  if (has("foot_x")) return line(0, 0, of("foot_x"), of("foot_y"));
  if (has("query", "key")) return round(1, 1);
  if (has("w", "h")) return round(of("w"), of("h"));
  if (has("radius")) return null;
  if (has("x", "end")) return box(of("x") - 0.4, of("start"), of("x") + 0.4, of("end"));
  if (has("x", "top")) return box(of("x") - 0.42, 0, of("x") + 0.42, of("top"));
  if (has("y", "end")) return box(0, of("y") - 0.42, of("end"), of("y") + 0.42);
  if (has("left", "right")) return box(of("left"), floor, of("right"), has("top") ? of("top") : ceiling);
  return has("x", "y") && typeof of("x") === "number" ? line(of("x"), of("y"), of("x"), of("y")) : null;
}

/**
 * Every row of every source of a widget that has a place in a figure.
 * @param {Widget} widget
 * @returns {Generator<Mark>}
 */
export function* marks(widget) {
  for (const { view, frame } of widget.figures) {
    const figure = geometry(view);
    for (const { name, data } of figure.sources) {
      const rows = Object.values(/** @type {Columns} */ (data))[0]?.length ?? 0;
      for (let row = 0; row < rows; row++) {
        const shape = place(data, row, figure);
        if (shape?.ends.every(Number.isFinite)) yield { source: name, frame, data, row, shape };
      }
    }
  }
}

/**
 * The tokens that a mark is of.
 * @param {Mark} mark
 * @returns {{ query?: string, key?: string, name?: string, label?: string }}
 */
export const tokens = ({ data, row }) =>
  Object.fromEntries(["query", "key", "name", "label"].map((kind) => [kind, data[kind]?.[row]]));

/**
 * Which marks show a fact, by what the widget declares: "source", "source[0]", "source[{name}]", "source[{query},cat]".
 * @param {Widget} widget
 * @param {string} fact its name, and which item of a list or a table
 * @returns {((mark: Mark) => boolean) | null}
 */
export function shows(widget, fact) {
  const [, name, items] = /^(\w+)(.*)$/.exec(fact) ?? [];
  const [, source, by] = /^(\w+)(?:\[(.*)\])?$/.exec(widget.marks[name] ?? "") ?? [];
  if (!source) return null;
  const { facts } = widget;
  const who = by?.replace(/\{(\w+)\}/g, (_, of) => facts[of]).split(",");
  const rows = [...marks(widget)].filter((mark) => mark.source === source && of(mark, who)).map(({ row }) => row);
  const [first, second] = [...items.matchAll(/\[(\d+)\]/g)].map(([, place]) => Number(place));
  const only = second === undefined ? first : first * facts[name][0].length + second;
  const wanted = rows.length > 1 && first !== undefined ? [rows[only]] : rows;
  return (mark) => mark.source === source && wanted.includes(mark.row);
}

/**
 * Whether a mark is of this: a row, a token, or a query and a key; any mark if nobody is named.
 * @param {Mark} mark
 * @param {string[]} [who]
 */
function of(mark, who) {
  if (!who) return true;
  if (/^\d+$/.test(who[0])) return mark.row === Number(who[0]);
  const { query, key, name, label } = tokens(mark);
  if (query === undefined) return (name ?? label) === who[0];
  return query === who[0] && [undefined, key].includes(who[1]);
}

/**
 * How far a point is from a shape: nothing in a box, endless outside it, and from a line as far as it is.
 * @param {Shape} shape
 * @param {number} x
 * @param {number} y
 */
export function distance({ kind, ends: [x0, y0, x1, y1] }, x, y) {
  if (kind === "box") return (x - x0) * (x - x1) <= 0 && (y - y0) * (y - y1) <= 0 ? 0 : Infinity;
  const [right, down] = [x1 - x0, y1 - y0];
  const long = right ** 2 + down ** 2;
  const along = long ? Math.min(1, Math.max(0, ((x - x0) * right + (y - y0) * down) / long)) : 0;
  return Math.hypot(x - x0 - along * right, y - y0 - along * down);
}
