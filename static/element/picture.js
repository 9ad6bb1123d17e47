// A card as a picture for slides: its title, its words, its notation and its figures as they are now, in the present
// theme. Drawn on a canvas of our own, since a browser will not hand out a picture of HTML.
import { all, canvases, make, the } from "./dom.js";
import { lay } from "./formula.js";

const [WIDE, HIGH, MARGIN, GAP, LEFT] = [1600, 900, 80, 70, 560];
const FIGURES = 560; // how high they may be
const SMALLEST = 16;
const LEADING = 1.45;

/** @param {string} name */
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/**
 * @param {HTMLElement} card
 * @param {string} number which of the cards it is, in words
 * @param {string} site
 * @returns {Promise<Blob>}
 */
export async function picture(card, number, site) {
  const { lang } = document.documentElement;
  const canvas = make("canvas", { width: WIDE, height: HIGH });
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  Object.assign(pen, { fillStyle: colour("page"), textBaseline: "alphabetic", imageSmoothingQuality: "high" });
  pen.fillRect(0, 0, WIDE, HIGH);
  const notation = card.querySelector(".notation math");
  const foot = HIGH - MARGIN - (notation ? 90 : 20);
  const title = { x: MARGIN, y: MARGIN, width: LEFT, room: 240, size: 56, weight: 700, ink: "ink" };
  const y = write(pen, words(the(card, "h2")), lang, title) + 24;
  const said = all(card, ":scope > p:not(.notation)")
    .map(words)
    .join(lang === "ja" ? "" : " ");
  write(pen, said, lang, { ...title, y, room: foot - y, size: 34, weight: 400 });
  if (notation) formula(pen, notation, foot + 40);
  font(pen, 20);
  pen.fillStyle = colour("quiet");
  pen.fillText([site, number].filter(Boolean).join("  ·  "), MARGIN, HIGH - 40);
  const x = MARGIN + LEFT + GAP;
  const width = WIDE - MARGIN - x;
  const under = figures(pen, card, x, width) + 30;
  const sentence = { x, y: under, width, room: HIGH - MARGIN - under, size: 28, weight: 400, ink: "quiet" };
  write(pen, words(the(card, ".sentence")), lang, sentence);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"),
  );
}

/** @param {CanvasRenderingContext2D} pen @param {number} size @param {number} weight */
function font(pen, size, weight = 400) {
  pen.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
}

/**
 * A paragraph in a column, in the largest size up to `size` at which it stays within `room`; gives its lower edge.
 * @param {CanvasRenderingContext2D} pen
 * @param {string} text
 * @param {string} lang
 * @param {{ x: number, y: number, width: number, room: number, size: number, weight: number, ink: string }} column
 * @returns {number}
 */
function write(pen, text, lang, { x, y, width, room, size, weight, ink }) {
  font(pen, size, weight);
  const lines = wrap(text, width, lang, (part) => pen.measureText(part).width);
  if (lines.length * size * LEADING > room && size > SMALLEST)
    return write(pen, text, lang, { x, y, width, room, size: size - 1, weight, ink });
  pen.fillStyle = colour(ink);
  for (const [row, line] of lines.entries()) pen.fillText(line, x, y + size * (1.1 + LEADING * row));
  return y + size * LEADING * lines.length;
}

/** Its words; a formula within a sentence stands in one line. @param {HTMLElement} element */
export function words(element) {
  const copy = /** @type {HTMLElement} */ (element.cloneNode(true));
  for (const root of copy.querySelectorAll("msqrt")) root.prepend("√");
  return copy.textContent.replace(/\s+/g, " ").trim();
}

/** As large as fits. @param {CanvasRenderingContext2D} pen @param {Element} notation @param {number} baseline */
function formula(pen, notation, baseline) {
  let box;
  let size = 40;
  do box = lay(notation, (size -= 2), pen, colour("ink"));
  while (box.width > LEFT && size > SMALLEST);
  box.draw(MARGIN, baseline);
}

/**
 * The figures, as large as fits beside the words; gives their lower edge.
 * @param {CanvasRenderingContext2D} pen
 * @param {HTMLElement} card
 * @param {number} x
 * @param {number} room
 */
function figures(pen, card, x, room) {
  const frames = all(card, ".frame");
  const boxes = frames.map((frame) => frame.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const wide = Math.max(...boxes.map((box) => box.right)) - left;
  const high = Math.max(...boxes.map((box) => box.bottom)) - top;
  const scale = Math.min(room / wide, FIGURES / high);
  const from = x + (room - scale * wide) / 2;
  for (const drawn of frames.flatMap(canvases)) {
    const box = drawn.getBoundingClientRect();
    const [right, down] = [from + scale * (box.left - left), MARGIN + scale * (box.top - top)];
    if (box.width && box.height) pen.drawImage(drawn, right, down, scale * box.width, scale * box.height);
  }
  return MARGIN + scale * high;
}

const NEVER_FIRST = /^[\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ°%]/u;
const NEVER_LAST = /[\p{Ps}\p{Pi}]$/u;

/**
 * Lines no wider than `width`: broken between words; in Japanese too, which has no spaces, but never before a closing
 * sign.
 * @param {string} text
 * @param {number} width
 * @param {string} lang
 * @param {(part: string) => number} measure
 */
export function wrap(text, width, lang, measure) {
  /** @type {string[]} */
  const pieces = [];
  for (const part of cut(text, lang)) {
    const last = pieces.at(-1);
    const apart = last === undefined || lang === "ja" || part === " " || /\s$/.test(last);
    if (apart && !(last !== undefined && (NEVER_FIRST.test(part) || NEVER_LAST.test(last)))) pieces.push(part);
    else pieces[pieces.length - 1] += part;
  }
  const lines = [""];
  for (const piece of pieces) {
    if (lines.at(-1) && measure(lines.at(-1) + piece.trimEnd()) > width) lines.push("");
    lines[lines.length - 1] += lines.at(-1) ? piece : piece.trimStart();
  }
  return lines.map((line) => line.trimEnd());
}

/** Where a text may be broken, at the most. @param {string} text @param {string} lang @returns {string[]} */
function cut(text, lang) {
  if (!("Segmenter" in Intl)) return lang === "ja" ? [...text] : text.split(/(?<= )/);
  return [...new Intl.Segmenter(lang, { granularity: "word" }).segment(text)].map(({ segment }) => segment);
}
