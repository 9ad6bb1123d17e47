// How each kind of control holds a parameter (`control` of attention/parameters.py): Bokeh's own by one of its
// properties, and ours. A new kind is an entry here.
import { Painter, Reading } from "./cells.js";
import { shown } from "./check.js";
import { all, same, the } from "./dom.js";
import { spell } from "./bokeh.js";
import { Field } from "./fields.js";
import { OrderRow } from "./order.js";
import { Player } from "./player.js";
import { tip } from "./tip.js";
import { turner } from "./turning.js";

/** Where a slider stops nearest to a value. @param {number[]} stops @param {number} value */
export const nearest = (stops, value) =>
  stops.reduce((best, stop) => (Math.abs(stop - value) < Math.abs(best - value) ? stop : best));

/**
 * A control of Bokeh's: the property that holds its value, how that is read, and how it is written.
 * @param {string} property
 * @param {(held: any, spec: Spec) => Value} read
 * @param {(value: any, spec: Spec) => unknown} write
 * @returns {(place: Place) => Follower}
 */
const bound =
  (property, read, write) =>
  ({ control, param, spec, holder, locked, move }) => {
    let writing = false; // while it follows the parameters, it is not the reader's
    if (locked) control.disabled = true;
    control.properties[property].change.connect(() => writing || move({ [param]: read(control[property], spec) }));
    Object.assign(holder, { role: "group", ariaLabel: spec.label });
    const show = (/** @type {Params} */ params) => {
      const value = write(params[param], spec);
      if (same(control[property], value)) return;
      writing = true;
      control[property] = value;
      writing = false;
    };
    return { show };
  };

/** One of them that is a slider. @param {(place: Place) => Follower} make @returns {(place: Place) => Follower} */
const slider = (make) => (place) => {
  const { view, spec, now } = place;
  const follower = make(place);
  const spoken = spell(view, spec.label, () => shown(now(), spec.digits ?? 0));
  const show = (/** @type {Params} */ params) => {
    follower.show(params);
    spoken();
  };
  return { show };
};

const choice = bound(
  "active",
  (at, { options }) => options[at],
  (value, { options }) => options.indexOf(value),
);

/** @type {Record<string, (place: Place) => Follower>} */
const KINDS = {
  slider: slider(
    bound(
      "value",
      (value) => Number(value.toFixed(10)),
      (value) => value,
    ),
  ),
  steps: slider(bound("value", Number, (value, { stops }) => String(nearest(stops, value)))),
  choice,
  tokens: choice,
  flag: bound(
    "active",
    (active) => active.length > 0,
    (value) => (value ? [0] : []),
  ),
  order: (place) => new OrderRow(place),
  cells: (place) => new Painter(place),
  numbers: (place) => new Field(place),
  text: (place) => new Field(place),
};

/**
 * Everything on a widget by which its reader moves it, in the figures and beside them.
 * @param {HTMLElement} element
 * @param {Drawn} drawn
 * @param {import("./figures.js").Figures} figures
 * @param {{ words: Words, locks: Set<string>, signal: AbortSignal, move: Move, now: (param: string) => Value }} about
 * @returns {Follower[]}
 */
export function controls(element, drawn, figures, { words, locks, signal, move, now }) {
  const { schema, handle } = drawn;
  const roots = figures.controls.values();
  /** @type {(Place & { kind: string })[]} */
  const places = drawn.controls.map(({ param, kind, drawn }) => ({
    ...{ param, kind, words, signal, move, spec: schema[param], locked: locks.has(param) },
    holder: holder(element, param),
    now: () => now(param),
    .../** @type {{ control: BokehModel, view: any }} */ (drawn ? roots.next().value : {}),
  }));
  const played = places.filter(({ spec, locked }) => spec.play && !locked);
  const followers = [...places.map((place) => KINDS[place.kind](place)), ...played.map((place) => new Player(place))];
  if (handle && !locks.has(handle.x) && !locks.has(handle.y)) {
    const frame = /** @type {HTMLElement} */ (figures.frames[handle.figure].parentNode);
    followers.push(tip(frame, handle, drawn.figures[handle.figure], schema, words, move, signal));
  }
  tables(drawn, figures, words, signal);
  return [...followers, ...presets(element, drawn, locks, move)];
}

/** Where the control of a parameter stands. @param {Element} element @param {string} param */
export const holder = (element, param) => the(element, `[data-param="${param}"]`);

/**
 * @param {Drawn} drawn
 * @param {import("./figures.js").Figures} figures
 * @param {Words} words
 * @param {AbortSignal} signal
 */
function tables(drawn, figures, words, signal) {
  for (const [index, figure] of drawn.figures.entries()) {
    const { table } = figure;
    const frame = figures.frames[index].parentElement;
    if (!table || !frame?.parentElement) continue;
    const reading = new Reading(frame, { ...figure, table }, words, () => figures.shown(table.table));
    figures.after.push(() => reading.refresh());
    if (!table.plain) turner(frame.parentElement, words, signal);
  }
}

/** @param {Element} element @param {Drawn} drawn @param {Set<string>} locks @param {Move} move @returns {Follower[]} */
function presets(element, drawn, locks, move) {
  return all(element, ".presets button", HTMLButtonElement).map((button, index) => {
    const { params } = drawn.presets[index];
    button.disabled = Object.keys(params).some((param) => locks.has(param));
    button.onclick = () => move(params);
    const show = (/** @type {Params} */ now) => {
      button.ariaPressed = String(Object.entries(params).every(([param, value]) => now[param] === value));
    };
    return { show };
  });
}
