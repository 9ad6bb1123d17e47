// The one reader of numbers that people type: for fields, links and exercises alike.
//
// readNumbers(text, { count }) -> { values, percent, others } or { reason, part?, given? }
//   count    how many there must be: a number, [least, most], or left out for any number of them
//   values   the numbers; what was written in percent is divided by 100 already: "2.1 %" is 0.021
//   percent  for each, whether it was written in percent
//   others   further readings, each a list: "11,314" is 11314, but whoever writes decimals with a comma means 11.314
//   reason   "empty" | "not_number" (part: what cannot be read) | "too_large" (part) | "count" (given: how many there are)
//
// A number: 150,994,944  150 994 944  0.021  .5  ０．０２１  −5  1.5e8  4×10^6  10⁶  2^10  1/96  96分の1  2.1 %  1.5億  1億5099万4944
// 604 million  12k  64倍. Several: by commas, Japanese commas, semicolons, spaces or lines, in brackets or not. A comma is
// one of decimals only where it can be nothing else: 2,1 for one number, 0,5 0,4 0,1 for three, 0,5; 0,4.

const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", LINE = "0123456789+-";
const UNITS = { 十: 1, 百: 2, 千: 3, 万: 4, 億: 8, 兆: 12, k: 3, thousand: 3, m: 6, mn: 6, million: 6, b: 9, bn: 9, billion: 9, t: 12, trillion: 12 };
const UNIT = "[十百千]?[万億兆]|[十百千]|thousand|million|billion|trillion|mn|bn|[kmbt]";
const PIECE = new RegExp(`([\\d.,]+)(${UNIT})?`, "giy");

// The text with one sign for each thing, and no space that is inside a number.
function tidied(text, single) {
  const plain = text
    .replace(/[⁰¹²³⁴-⁹⁺⁻]+/g, (raised) => `^${[...raised].map((sign) => LINE[SUPERSCRIPTS.indexOf(sign)]).join("")}`)
    .replace(/(\d)\s*([¼-¾⅐-⅞])/g, "$1?$2")         // one and a half, which would else become eleven halves
    .normalize("NFKC")
    .replace(/[‐‑‒–—―−]|ー(?=\s*[\d.])/g, "-")
    .replace(/(?<=\d)。(?=\d)/g, ".").replace(/[。.]\s*$/, "")
    .replace(/\*\*/g, "^").replace(/[*∗✕⋅·]|(?<=\d\s*)(?<!\b0)x(?=\s*\d)/gi, "×").replace(/[⁄∕÷]/g, "/")
    .replace(/([\d.,]+)\s*分の\s*([\d.,]+)/g, "$2/$1")
    .replace(/パーセント|per ?cent/gi, "%")
    .replace(/(?<=\d)['’_](?=\d{3})/g, "")
    .trim()
    .replace(/^(?:約|およそ|だいたい|about|approximately|approx\.?|roughly|[=≈≒~〜∼])\s*/i, "")
    .replace(/^[([{「](.*)[)\]}」]$/s, "$1")
    .replace(/\s*([×/^])\s*/g, "$1").replace(/\s+%/g, "%")
    .replace(new RegExp(`(?<=\\d)\\s+(?=(?:${UNIT}|倍|個|times)(?![a-z]))`, "gi"), "")
    .replace(/(^|[\s,;、])([+-])\s+(?=[\d.])/g, "$1$2")
    .trim();
  return single ? plain.replace(/、/g, ",").replace(/(?<=[万億兆])\s+(?=\d)/g, "").replace(/(?<=\d)\s(?=\d{3}(?!\d))/g, "") : plain;
}

// Digits as JavaScript writes them, or null. `comma` says what a comma is: "none", "groups" of thousands, or "decimal".
function digits(text, comma) {
  if (/^(?:\d+\.?\d*|\.\d+)$/.test(text)) return text;
  if (comma === "groups" && /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/.test(text)) return text.replace(/,/g, "");
  if (comma === "decimal" && /^\d+,\d+$|^,\d+$/.test(text)) return text.replace(",", ".");
  if (comma === "decimal" && /^[1-9]\d{0,2}(?:\.\d{3})+,\d+$|^[1-9]\d{0,2}(?:\.\d{3}){2,}$/.test(text)) return text.replace(/\./g, "").replace(",", ".");
  return null;
}

// 12,288 or 1.5e8 or 1億5099万4944: NaN if it is none.
function magnitude(text, comma) {
  const scientific = /^([\d.,]+)e([+-]?\d+)$/i.exec(text);
  if (scientific) return Number(`${digits(scientific[1], comma)}e${scientific[2]}`);
  let sum = 0, before = Infinity, at = 0;
  while (at < text.length) {
    PIECE.lastIndex = at;
    const found = PIECE.exec(text), written = found && digits(found[1], comma);
    if (written === null) return NaN;
    const unit = (found[2] ?? "").toLowerCase(), tens = unit in UNITS ? UNITS[unit] : [...unit].reduce((all, sign) => all + UNITS[sign], 0);
    if (tens >= before) return NaN;
    before = tens;
    sum += Number(`${written.replace(/\.$/, "")}e${tens}`);
    at = PIECE.lastIndex;
  }
  return at ? sum : NaN;
}

// One number with sign, powers, products, quotients and percent: { value, percent }, NaN if it is none.
function single(text, comma) {
  const [, sign, body, percent] = /^([+-]?)(.*?)(%?)(?:倍|個|times|(?<=\d)x)?$/i.exec(text);
  let value = null, operator = "×";
  for (const part of body.split(/([×/])/)) {
    if (part === "×" || part === "/") operator = part;
    else {
      const [, base, power] = /^(.*?)(?:\^([+-]?\d+))?$/.exec(part), factor = magnitude(base, comma) ** Number(power ?? 1);
      value = value === null ? factor : operator === "×" ? value * factor : value / factor;
    }
  }
  return { value: (sign === "-" && value !== 0 ? -value : value) / (percent ? 100 : 1), percent: percent === "%" };
}

// All pieces read with commas meaning the same, or the first that is no number.
function reading(pieces, comma) {
  const read = pieces.map((piece) => single(piece, comma));
  const wrong = read.findIndex(({ value }) => !Number.isFinite(value));
  return wrong < 0 ? { values: read.map(({ value }) => value), percent: read.map(({ percent }) => percent) }
    : { reason: Number.isNaN(read[wrong].value) ? "not_number" : "too_large", part: pieces[wrong] };
}

export function readNumbers(text, { count } = {}) {
  const [least, most] = Array.isArray(count) ? count : [count ?? 1, count ?? Infinity];
  const plain = tidied(String(text), most === 1);
  if (!plain) return { reason: "empty" };
  const list = plain.replace(/\s*[,;、]$/, ""), inside = list.split(/\s*[;、]\s*|,?\s+/), one = most === 1;
  const apart = reading(list.split(/\s*[,;、]\s*|\s+/), "none");
  const grouped = reading(one ? [plain] : inside, "groups"), decimal = reading(one ? [plain] : inside, "decimal");
  // Where something else than a comma separates, a comma is first taken for what it is inside a number.
  const order = one ? [grouped, decimal, apart] : /\d,\d/.test(list) && inside.length > 1
    ? [grouped, ...(list.includes(";") ? [decimal, apart] : [apart, decimal])] : [apart, ...(least === most ? [grouped, decimal] : [])];
  const good = order.filter(({ values }) => values && values.length >= least && values.length <= most);
  if (good.length) {
    const others = good.slice(1).map(({ values }) => values).filter((values) => JSON.stringify(values) !== JSON.stringify(good[0].values));
    return { ...good[0], others };
  }
  const counted = order.find(({ values }) => values);
  return counted ? { reason: "count", given: counted.values.length } : order.find(({ reason }) => reason === "too_large") ?? apart;
}
