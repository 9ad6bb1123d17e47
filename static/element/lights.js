// What is pointed at is lit wherever it stands: in figures by an outline laid over the canvas, in sentences by its
// ground.
import { all, target } from "./dom.js";
import { distance, marks, shows, tokens } from "./marks.js";

/** @typedef {import("./marks.js").Mark} Mark */
/** @typedef {import("./widget.js").AttentionWidget} Widget */
/** @typedef {((mark: Mark) => boolean) | null} Wanted */

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 8; // pixels from a line that still are on it
/** The names of sources. @type {Record<string, RegExp>} */
const ROLES = { input: /^input/, query: /^quer/, key: /^key/, value: /^value/, output: /^(output|after)/ };
const TOKENS = "em, .chip";

/**
 * What is lit; by its key a pointer that moves on it lights it once.
 * @type {{ key: string | null, wanted(widget: Widget): Wanted }}
 */
let now = { key: null, wanted: () => null };

const everywhere = () => /** @type {Widget[]} */ (all(document, "attention-widget[data-drawn]"));

/** Outlines the marks of a widget that are wanted, and no others. @param {Widget} widget @param {Wanted} wanted */
function light(widget, wanted) {
  for (const layer of all(widget, ".lights", SVGElement)) layer.remove();
  if (!wanted) return;
  for (const { frame, shape } of [...marks(widget)].filter(wanted)) layerOf(frame).append(outline(shape));
}

/** @param {HTMLElement} frame */
function layerOf(frame) {
  const known = frame.querySelector(".lights");
  if (known) return known;
  const layer = document.createElementNS(SVG, "svg");
  layer.classList.add("lights");
  layer.ariaHidden = "true";
  frame.append(layer);
  return layer;
}

/** @param {import("./marks.js").Shape} shape */
function outline({ kind, ends: [x1, y1, x2, y2] }) {
  const box = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1), rx: 2 };
  const mark = document.createElementNS(SVG, kind === "line" ? "line" : "rect");
  for (const [name, value] of Object.entries(kind === "line" ? { x1, y1, x2, y2 } : box))
    mark.setAttribute(name, `${value}`);
  return mark;
}

/**
 * Lights the marks that are wanted, and the words: by what they say.
 * @param {string | null} key
 * @param {(widget: Widget) => Wanted} wanted
 * @param {(string | undefined)[]} words
 */
function put(key, wanted = () => null, words = []) {
  if (key === now.key) return;
  now = { key, wanted };
  for (const widget of everywhere()) light(widget, wanted(widget));
  for (const word of all(document, ".lit-word")) word.classList.remove("lit-word");
  for (const word of words.length ? all(document, TOKENS) : [])
    word.classList.toggle("lit-word", words.includes(word.textContent));
}

/**
 * The mark of a fact in one widget; where it has none, the widget's own sentence.
 * @param {Widget} widget
 * @param {string} fact
 */
export function point(widget, fact) {
  put(`fact ${fact}`, (one) => (one === widget ? shows(widget, fact) : null));
  if (!widget.querySelector(".lights")) widget.querySelector(".sentence")?.classList.add("lit-word");
}

/** @param {string | undefined} token */
const known = (token) =>
  everywhere().some((widget) => [...marks(widget)].some((mark) => Object.values(tokens(mark)).includes(token ?? "")));

/** @param {string} [word] */
function lightToken(word) {
  const wanted = (/** @type {Mark} */ mark) => {
    const { query, name, label } = tokens(mark);
    return (query ?? name ?? label) === word;
  };
  put(`token ${word}`, () => wanted, [word]);
}

/** @param {string} query @param {string} [key] */
function lightCell(query, key) {
  const wanted = (/** @type {Mark} */ mark) => {
    const { query: asks, key: answers, name, label } = tokens(mark);
    if (asks !== undefined) return asks === query && answers === key;
    return (name ?? label) === (ROLES.query.test(mark.source) ? query : key);
  };
  put(`cell ${query} ${key}`, () => wanted, [query, key]);
}

/** @param {string} name */
function lightRole(name) {
  put(
    `role ${name}`,
    () =>
      ({ source, shape }) =>
        shape.kind === "line" && ROLES[name].test(source),
  );
}

/**
 * The mark at a place of the screen in a figure.
 * @param {Widget} widget
 * @param {Element} frame
 * @param {number} x
 * @param {number} y
 */
function under(widget, frame, x, y) {
  const { left, top } = frame.getBoundingClientRect();
  const here = [...marks(widget)].filter((mark) => mark.frame === frame && Object.values(tokens(mark)).some(Boolean));
  const far = new Map(here.map((mark) => [mark, distance(mark.shape, x - left, y - top)]));
  const near = here.filter((mark) => (far.get(mark) ?? Infinity) <= NEAR);
  return near.sort((one, other) => (far.get(one) ?? 0) - (far.get(other) ?? 0))[0];
}

/** Where the pointer is, or the middle of what has the focus. @param {Event} event @param {Element} element */
function where(event, element) {
  if (event instanceof PointerEvent) return [event.clientX, event.clientY];
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return [(left + right) / 2, (top + bottom) / 2];
}

/** @param {Event} event */
function pointed(event) {
  const at = target(event);
  if (!(at instanceof Element) || at.closest(".claim")) return;
  const widget = /** @type {Widget | null} */ (at.closest("attention-widget[data-drawn]"));
  const frame = at.closest(".frame");
  const [x, y] = where(event, at);
  const mark = widget && frame ? under(widget, frame, x, y) : null;
  const { query, key, name, label } = mark ? tokens(mark) : {};
  const word = at.closest(TOKENS)?.textContent ?? "";
  const [, term = ""] = /term-(\w+)/.exec(at.closest("[class*=term-]")?.getAttribute("class") ?? "") ?? [];
  if (query !== undefined) lightCell(query, key);
  else if (mark) lightToken(name ?? label);
  else if (word && known(word)) lightToken(word);
  else if (Object.hasOwn(ROLES, term)) lightRole(term);
  else put(null);
}

for (const type of ["pointermove", "focusin"]) document.addEventListener(type, pointed, { passive: true });
document.documentElement.addEventListener("pointerleave", () => put(null));
// What is lit may have moved: it is lit where it stands now.
document.addEventListener("attention:change", (event) => {
  const widget = /** @type {Widget} */ (target(event));
  if (now.key !== null && widget.figures) light(widget, now.wanted(widget));
});
addEventListener("resize", () => put(null));
