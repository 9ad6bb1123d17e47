// Parameters from links, attributes and host pages: each is checked against the widget's schema before it counts.
import { readNumbers } from "./numbers.js";

export class ParameterError extends Error {}

/** A template with its facts. @param {string} template @param {Record<string, any>} facts */
export const say = (template, facts) =>
  template.replace(/\{(\w+)\}/g, (_, /** @type {string} */ name) => facts[name] ?? `{${name}}`);

/** What a person or a link may write for a number. @param {unknown} value @returns {number} */
function numeric(value) {
  if (typeof value === "number") return value;
  return typeof value === "string" ? (readNumbers(value, 1).values?.[0] ?? NaN) : NaN;
}

/** What came from outside as a message quotes it: text, cut. @param {unknown} value */
export function quoted(value) {
  const text = typeof value === "string" ? value : written(value);
  const cut = [...text.slice(0, 82)];
  return cut.length > 40 ? `${cut.slice(0, 40).join("")}…` : text;
}

/** A cycle has no JSON, and a BigInt none either. @param {unknown} value @returns {string} */
function written(value) {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return Object(value) === value ? "{}" : `${value}`;
  }
}

// Attributes that all of HTML has, and what trackers, translators and extensions add to addresses and elements: not
// meant for us.
const FOREIGN = new RegExp(
  "^(data|aria)-|^on|^_|^(utm|mc|pk|mtm|hsa|fb|mkt)_|clid$" +
    "|^(gbraid|wbraid|igsh|igshid|srsltid|spm|ref|si|hl)$|^(name|lang|class|id|style|hidden|title|slot|dir" +
    "|tabindex|role|translate|part|inert|nonce|is|spellcheck|draggable)$",
);
/** @param {[string, unknown]} pair */
export const meant = ([name]) => !FOREIGN.test(name);

const FLAGS = new Map(Object.entries({ true: true, false: false, 1: true, 0: false, "": true }));

/**
 * A number as a reader sees it, with so many decimals or as many as it has; Python's are language/numbers.py.
 * @param {number} number
 * @param {number} [digits]
 */
export function shown(number, digits) {
  const form =
    digits === undefined
      ? { maximumSignificantDigits: 15 }
      : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return number
    .toLocaleString("en", form)
    .replace(/^-(?=.*[1-9])/, "−")
    .replace("-", "");
}

/** @param {any} number */
const told = (number) => (typeof number === "number" ? shown(number) : number);

/**
 * What a parameter that is typed takes, in words: for the hint beside its field, and for the messages.
 * @param {Spec} spec
 * @param {Words} words
 */
export function accepted({ kind, fewest, most, min, max }, words) {
  if (kind === "text") return say(words.takes_text, { most });
  const count = say(words[fewest === most ? "just" : "between"], { fewest, most });
  return say(words.takes_numbers, { min: shown(min), max: shown(max), count });
}

/**
 * How each kind reads a value: in its own kind, or as the message that tells what is wrong, with its facts.
 * @type {Record<Spec["kind"], (value: any, spec: Spec, fail: (message: string, facts?: object) => never) => Value>}
 */
const KINDS = {
  number(value, { min, max }, fail) {
    const number = numeric(value);
    if (!Number.isFinite(number)) return fail("not_number");
    return number < min || number > max ? fail("out_of_range") : number;
  },
  integer(value, spec, fail) {
    const number = numeric(value);
    return Number.isFinite(number) && !Number.isInteger(number) ? fail("not_integer") : KINDS.number(value, spec, fail);
  },
  choice: (value, { options }, fail) => (options.includes(value) ? value : fail("not_option")),
  flag: (value, _, fail) => FLAGS.get(quoted(value).toLowerCase()) ?? fail("not_flag"),
  text(value, { most }, fail) {
    if (typeof value !== "string") return fail("not_text", { length: quoted(value) });
    // Line breaks and the like become spaces, as they do in a field of one line.
    const text = value.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim();
    const { length } = [...text];
    return length > most ? fail("not_text", { length }) : text;
  },
  numbers(value, { fewest, most, min, max }, fail) {
    const items = Array.isArray(value) ? value : [value];
    /** @type {import("./numbers.js").Reading} */
    const read = typeof value === "string" ? readNumbers(value, [fewest, most]) : { values: items.map(numeric) };
    if (read.reason === "empty") return fail("no_numbers");
    if (read.part !== undefined) return fail("not_numbers", { value: quoted(read.part) });
    const values = read.values ?? [];
    const stray = values.findIndex((number) => !Number.isFinite(number));
    if (stray >= 0) return fail("not_numbers", { value: quoted(items[stray]) });
    const given = read.given ?? values.length;
    if (given < fewest || given > most) return fail("not_so_many", { given });
    const outside = values.find((number) => number < min || number > max);
    return outside === undefined ? values : fail("numbers_out_of_range", { value: shown(outside) });
  },
  order(value, { length }, fail) {
    const items = typeof value === "string" ? value.replace(/^\[|\]$/g, "").split(/[,、\s]+/) : value;
    const order = Array.isArray(items) ? items.map(numeric) : [];
    const whole = [...order].sort((a, b) => a - b).every((place, index) => place === index);
    return whole && order.length === length ? order : fail("not_order");
  },
};

/**
 * The value in the parameter's own kind, or a ParameterError that says what is accepted. Messages call it `called`.
 * @param {string} name
 * @param {unknown} value
 * @param {Schema} schema
 * @param {Words} words
 */
export function checked(name, value, schema, words, called = name) {
  const spec = Object.hasOwn(schema, name) ? schema[name] : null;
  const facts = { name: quoted(called), value: quoted(value), min: told(spec?.min), max: told(spec?.max) };
  const fail = (/** @type {string} */ message, more = {}) => {
    const typed = spec && ["text", "numbers"].includes(spec.kind);
    const takes = typed ? accepted(spec, words) : (spec ? spec.options : Object.keys(schema))?.join(", ");
    const last = spec && spec.length - 1;
    throw new ParameterError(say(words[message], { ...facts, last, accepted: takes, ...more }));
  };
  return spec ? KINDS[spec.kind](value, spec, fail) : fail("unknown_param");
}

/**
 * Every parameter or none: either all are good, or the first that is not throws.
 * @param {object} params
 * @param {Schema} schema
 * @param {Words} words
 * @returns {Params}
 */
export const checkedAll = (params, schema, words) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, checked(name, value, schema, words)]));

/**
 * Sets what is good of these pairs in `params`; gives what there is to say of the others, which keep their values.
 * @param {Params} params
 * @param {[string, unknown][]} pairs
 * @param {Schema} schema
 * @param {Words} words
 */
export function taken(params, pairs, schema, words) {
  return pairs.flatMap(([name, value]) => {
    try {
      params[name] = checked(name, value, schema, words);
      return [];
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      return [error.message + (Object.hasOwn(params, name) ? ` ${say(words.kept, { kept: params[name] })}` : "")];
    }
  });
}
