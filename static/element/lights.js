// What is pointed at is lit wherever it stands: in figures by an outline laid over the canvas, in sentences by its
// ground. A widget declares nothing for it: sources that hold tokens have them in `name` or `label`, tables in `query`
// and `key`.
const SVG = "http://www.w3.org/2000/svg",
  NEAR = 8; // pixels from a line that still are on it
// names of sources
const ROLES = { input: /^input/, query: /^quer/, key: /^key/, value: /^value/, output: /^(output|after)/ };
const TOKENS = "em, .chip";

// Where a row of a source stands in its figure, in pixels: a line or a box by two corners. Null for what has no place.
function place(data, row, x, y, floor, ceiling) {
  const of = (name) => data[name][row],
    has = (...names) => names.every((name) => name in data);
  const shape = (kind, x0, y0, x1, y1) => ({ kind, ends: [x(x0), y(y0), x(x1), y(y1)] });
  const box = (left, bottom, right, top) => shape("box", left, bottom, right, top);
  const round = (wide, high) => box(of("x") - wide / 2, of("y") - high / 2, of("x") + wide / 2, of("y") + high / 2);
  if (has("x0", "x1")) return shape("line", of("x0"), of("y0"), of("x1"), of("y1"));
  if (has("foot_x")) return shape("line", 0, 0, of("foot_x"), of("foot_y"));
  if (has("query", "key")) return round(1, 1);
  if (has("w", "h")) return round(of("w"), of("h"));
  if (has("radius")) return null;
  if (has("x", "end")) return box(of("x") - 0.4, of("start"), of("x") + 0.4, of("end"));
  if (has("x", "top")) return box(of("x") - 0.42, 0, of("x") + 0.42, of("top"));
  if (has("y", "end")) return box(0, of("y") - 0.42, of("end"), of("y") + 0.42);
  if (has("left", "right")) return box(of("left"), floor, of("right"), has("top") ? of("top") : ceiling);
  return has("x", "y") && typeof of("x") === "number" ? shape("line", of("x"), of("y"), of("x"), of("y")) : null;
}

// Every row of every source of a widget that has a place in a figure: {source, frame, data, row, shape}.
function* marks(widget) {
  for (const { view, frame } of widget.figures) {
    const { x_scale, y_scale } = view.frame,
      { start, end } = view.model.y_range;
    const sources = new Set(
      view.model.renderers.map((one) => one.data_source ?? one.source).filter((one) => one?.name),
    );
    for (const { name, data } of sources) {
      const rows = Object.values(data)[0]?.length ?? 0;
      for (let row = 0; row < rows; row++) {
        const shape = place(
          data,
          row,
          (at) => x_scale.compute(at),
          (at) => y_scale.compute(at),
          start,
          end,
        );
        if (shape?.ends.every(Number.isFinite)) yield { source: name, frame, data, row, shape };
      }
    }
  }
}

const tokens = ({ data, row }) =>
  Object.fromEntries(["query", "key", "name", "label"].map((kind) => [kind, data[kind]?.[row]]));

// Outlines the marks of a widget that are wanted; whether there are any.
function light(widget, wanted) {
  dim(widget);
  const lit = wanted ? [...marks(widget)].filter(wanted) : [];
  for (const {
    frame,
    shape: {
      kind,
      ends: [x0, y0, x1, y1],
    },
  } of lit) {
    let layer = frame.querySelector(".lights");
    if (!layer) {
      frame.append((layer = document.createElementNS(SVG, "svg")));
      layer.setAttribute("class", "lights");
      layer.setAttribute("aria-hidden", "true");
    }
    const mark = document.createElementNS(SVG, kind === "line" ? "line" : "rect");
    const at =
      kind === "line"
        ? { x1: x0, y1: y0, x2: x1, y2: y1 }
        : { x: Math.min(x0, x1), y: Math.min(y0, y1), width: Math.abs(x1 - x0), height: Math.abs(y1 - y0), rx: 2 };
    for (const [name, value] of Object.entries(at)) mark.setAttribute(name, value);
    layer.append(mark);
  }
  return lit.length > 0;
}

const dim = (widget) => {
  for (const layer of widget.querySelectorAll(".lights")) layer.remove();
};

// Which marks show a fact, by what the widget declares: "source", "source[0]", "source[{name}]", "source[{query},cat]".
function shows(widget, fact) {
  const [, name, items] = /^(\w+)(.*)$/.exec(fact),
    declared = widget.marks[name];
  if (!declared) return null;
  const { facts } = widget,
    [, source, by] = /^(\w+)(?:\[(.*)\])?$/.exec(declared);
  const who = by?.replace(/\{(\w+)\}/g, (_, of) => facts[of]).split(",");
  const of = (mark) => {
    const { query, key, name, label } = tokens(mark);
    return (
      !who ||
      (/^\d+$/.test(who[0])
        ? mark.row === Number(who[0])
        : query === undefined
          ? (name ?? label) === who[0]
          : query === who[0] && [undefined, key].includes(who[1]))
    );
  };
  const rows = [...marks(widget)].filter((mark) => mark.source === source && of(mark)).map(({ row }) => row);
  const [first, second] = [...items.matchAll(/\[(\d+)\]/g)].map(([, place]) => Number(place));
  const one =
    rows.length > 1 && first !== undefined
      ? rows[second === undefined ? first : first * facts[name][0].length + second]
      : null;
  return (mark) => mark.source === source && (one === null ? rows.includes(mark.row) : mark.row === one);
}

const everywhere = () => [...document.querySelectorAll("attention-widget[data-drawn]")];
let now = { key: null, wanted: () => null }; // what is lit; by its key a pointer that moves on it lights it once

function put(key, wanted = () => null, words = () => false) {
  if (key === now.key) return;
  now = { key, wanted };
  for (const widget of everywhere()) light(widget, wanted(widget));
  for (const word of document.querySelectorAll(".lit-word")) word.classList.remove("lit-word");
  if (key !== null)
    for (const word of document.querySelectorAll(TOKENS)) word.classList.toggle("lit-word", words(word));
}

// The mark of a fact in one widget; where it has none, the widget's own sentence.
export function point(widget, fact) {
  put(`fact ${fact}`, (one) => (one === widget ? shows(widget, fact) : null));
  if (!widget.querySelector(".lights")) widget.querySelector(".sentence")?.classList.add("lit-word");
}

const known = (token) =>
  everywhere().some((widget) => [...marks(widget)].some((mark) => Object.values(tokens(mark)).includes(token)));
const token = (word) =>
  put(
    `token ${word}`,
    () => (mark) => {
      const { query, name, label } = tokens(mark);
      return (query ?? name ?? label) === word;
    },
    ({ textContent }) => textContent === word,
  );
const cell = (query, key) =>
  put(
    `cell ${query} ${key}`,
    () => (mark) => {
      const { query: asks, key: answers, name, label } = tokens(mark);
      return asks === undefined
        ? (name ?? label) === (ROLES.query.test(mark.source) ? query : key)
        : asks === query && answers === key;
    },
    ({ textContent }) => textContent === query || textContent === key,
  );
const role = (name) =>
  put(
    `role ${name}`,
    () =>
      ({ source, shape }) =>
        shape.kind === "line" && ROLES[name].test(source),
  );

// How far a point is from a shape: nothing in a box, endless outside it, and from a line as far as it is.
function off({ kind, ends: [x0, y0, x1, y1] }, x, y) {
  if (kind === "box") return (x - x0) * (x - x1) <= 0 && (y - y0) * (y - y1) <= 0 ? 0 : Infinity;
  const [right, down] = [x1 - x0, y1 - y0],
    long = right ** 2 + down ** 2;
  const along = long ? Math.min(1, Math.max(0, ((x - x0) * right + (y - y0) * down) / long)) : 0;
  return Math.hypot(x - x0 - along * right, y - y0 - along * down);
}

// The mark at a place of the screen in a figure.
function under(widget, frame, x, y) {
  const { left, top } = frame.getBoundingClientRect();
  const here = [...marks(widget)].filter((mark) => mark.frame === frame && Object.values(tokens(mark)).some(Boolean));
  return here
    .map((mark) => [off(mark.shape, x - left, y - top), mark])
    .filter(([far]) => far <= NEAR)
    .sort(([a], [b]) => a - b)[0]?.[1];
}

function pointed(event) {
  const [target] = event.composedPath(),
    at = (of) => target.closest?.(of);
  if (at(".claim")) return;
  const widget = at("attention-widget[data-drawn]"),
    frame = at(".frame"),
    word = at(TOKENS)?.textContent;
  const box = target.getBoundingClientRect?.(),
    focused = event.type === "focusin";
  const [x, y] = focused ? [(box.left + box.right) / 2, (box.top + box.bottom) / 2] : [event.clientX, event.clientY];
  const mark = widget && frame ? under(widget, frame, x, y) : null,
    { query, key, name, label } = mark ? tokens(mark) : {};
  const term = at("[class*=term-]")
    ?.getAttribute("class")
    .match(/term-(\w+)/)[1];
  if (query !== undefined) cell(query, key);
  else if (mark) token(name ?? label);
  else if (word && known(word)) token(word);
  else if (term in ROLES) role(term);
  else put(null);
}

for (const type of ["pointermove", "focusin"]) document.addEventListener(type, pointed, { passive: true });
document.documentElement.addEventListener("pointerleave", () => put(null));
// What is lit may have moved: it is lit where it stands now.
document.addEventListener("attention:change", ({ target }) => {
  if (now.key !== null && target.figures) light(target, now.wanted(target));
});
addEventListener("resize", () => put(null));
