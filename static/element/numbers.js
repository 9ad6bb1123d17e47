// The numbers of links and fields, read before Python is there. What is typed as an answer is read by Python
// (src/attention/runtime/reading.py), which knows more ways to write a number.
//
// A number: 12.5  .5  ０．５  −5  ー5  1.5e3  1,024  2.1 %  1/8. Several: by commas, Japanese commas, semicolons, spaces or
// lines, in brackets or not. A comma is one of decimals only where it can be nothing else: 2,1 for one number, 0,5 0,4
// 0,1 for three.
const DIGITS = "(?:\\d+\\.?\\d*|\\.\\d+)(?:e[+-]?\\d+)?";
const NUMBER = new RegExp(`^([+-]?${DIGITS})(?:/(${DIGITS}))?(%?)$`, "i");
const GROUPED = /^([+-]?)([1-9]\d{0,2}(?:,\d{3})+)(?=\D|$)/;

/**
 * The numbers, or why there are none: `part` cannot be read, or so many are `given`.
 * @typedef {{ values?: number[], reason?: "empty" | "not_number" | "count", part?: string, given?: number }} Reading
 * @typedef {"groups" | "decimal" | undefined} Comma of thousands, of decimals, or none
 */

/** @param {string} text */
const tidied = (text) =>
  text
    .normalize("NFKC")
    .replace(/[‐‑‒–—―−]|ー(?=\s*[\d.])/g, "-")
    .replace(/[⁄∕÷]/g, "/")
    .trim()
    .replace(/^[([{「](.*)[)\]}」]$/s, "$1")
    .replace(/\s+%/g, "%")
    .replace(/\s*\/\s*/g, "/")
    .replace(/(^|[\s,;、])([+-])\s+(?=[\d.])/g, "$1$2")
    .replace(/\s*[,;、]?\s*$/, "")
    .trim();

/** One number; NaN if it is none. @param {string} text @param {Comma} comma */
function number(text, comma) {
  const plain = {
    groups: () => text.replace(GROUPED, (_, sign, whole) => sign + whole.replaceAll(",", "")),
    decimal: () => text.replace(/^([+-]?\d*),(\d)/, "$1.$2"),
    none: () => text,
  }[comma ?? "none"]();
  const [, above = NaN, below = 1, percent] = NUMBER.exec(plain) ?? [];
  return Number(above) / Number(below) / (percent ? 100 : 1) + 0; // no negative zero
}

/**
 * All pieces read with commas meaning the same, or the first that is no number.
 * @param {string[]} pieces
 * @param {Comma} [comma]
 * @returns {Reading}
 */
function reading(pieces, comma) {
  const values = pieces.map((piece) => number(piece, comma));
  const wrong = values.findIndex((value) => !Number.isFinite(value));
  return wrong < 0 ? { values } : { reason: "not_number", part: pieces[wrong] };
}

/**
 * @param {string} text
 * @param {number | [number, number]} count how many there must be, or the least and the most
 * @returns {Reading}
 */
export function readNumbers(text, count) {
  const [least, most] = typeof count === "number" ? [count, count] : count;
  const plain = tidied(text);
  if (!plain) return { reason: "empty" };
  const apart = reading(plain.split(/\s*[,;、]\s*|\s+/));
  const inside = most === 1 ? [plain] : plain.split(/\s*[;、]\s*|,?\s+/);
  const ways = [reading(inside, "groups"), reading(inside, "decimal")];
  // Where something else than a comma separates, a comma is first taken for what it is inside a number.
  const separated = /\d,\d/.test(plain) && inside.length > 1;
  ways.splice(most === 1 || (separated && plain.includes(";")) ? 2 : separated ? 1 : 0, 0, apart);
  const whole = ways.find(({ values }) => values && values.length >= least && values.length <= most);
  return whole ?? (apart.values ? { reason: "count", given: apart.values.length } : apart);
}
