// Parameters from links, attributes and host pages: each is checked against the widget's schema before it counts.
import { readNumbers } from "./numbers.js";

export class ParameterError extends Error {}

export const say = (template, facts) => template.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? `{${name}}`);

// What a person or a link may write for a number.
const numeric = (value) =>
  typeof value === "number" ? value : typeof value === "string" ? (readNumbers(value, 1).values?.[0] ?? NaN) : NaN;

// What came from outside as a message quotes it: text, cut. A cycle has no JSON, and a BigInt none either.
export function quoted(value) {
  let text = value;
  if (typeof value !== "string") {
    try {
      text = JSON.stringify(value) ?? String(value);
    } catch {
      text = Object(value) === value ? "{}" : `${value}`;
    }
  }
  const cut = [...text.slice(0, 82)];
  return cut.length > 40 ? `${cut.slice(0, 40).join("")}…` : text;
}

// Attributes that all of HTML has, and what trackers, translators and extensions add to addresses and elements: not
// meant for us.
const FOREIGN = new RegExp(
  "^(data|aria)-|^on|^_|^(utm|mc|pk|mtm|hsa|fb|mkt)_|clid$" +
    "|^(gbraid|wbraid|igsh|igshid|srsltid|spm|ref|si|hl)$|^(name|lang|class|id|style|hidden|title|slot|dir" +
    "|tabindex|role|translate|part|inert|nonce|is|spellcheck|draggable)$",
);
export const meant = ([name]) => !FOREIGN.test(name);

const FLAGS = new Map([
  ["true", true],
  ["false", false],
  ["1", true],
  ["0", false],
  ["", true],
]);

// A number as a reader sees it, with so many decimals or as many as it has; Python's are language/numbers.py.
export const shown = (number, digits) =>
  number
    .toLocaleString(
      "en",
      digits === undefined
        ? { maximumSignificantDigits: 15 }
        : { minimumFractionDigits: digits, maximumFractionDigits: digits },
    )
    .replace(/^-(?=.*[1-9])/, "−")
    .replace("-", "");

// What a parameter that is typed takes, in words: for the hint beside its field, and for the messages.
export const accepted = (spec, words) =>
  spec.kind === "text"
    ? say(words.takes_text, { most: spec.most })
    : say(words.takes_numbers, {
        min: shown(spec.min),
        max: shown(spec.max),
        count: say(words[spec.fewest === spec.most ? "just" : "between"], { fewest: spec.fewest, most: spec.most }),
      });

const told = (number) => (typeof number === "number" ? shown(number) : number);

// The value in the parameter's own kind, or a ParameterError that says what is accepted. Messages call it `called`.
export function checked(name, value, schema, words, called = name) {
  const spec = Object.hasOwn(schema, name) ? schema[name] : undefined;
  const fail = (message, more) => {
    throw new ParameterError(
      say(words[message], {
        name: quoted(called),
        value: quoted(value),
        min: told(spec?.min),
        max: told(spec?.max),
        last: spec && spec.length - 1,
        accepted: (spec ? spec.options : Object.keys(schema))?.join(", "),
        ...more,
      }),
    );
  };
  if (!spec) return fail("unknown_param");
  if (spec.kind === "number" || spec.kind === "integer") {
    const number = numeric(value);
    if (!Number.isFinite(number)) return fail("not_number");
    if (spec.kind === "integer" && !Number.isInteger(number)) return fail("not_integer");
    return number < spec.min || number > spec.max ? fail("out_of_range") : number;
  }
  if (spec.kind === "choice") return spec.options.includes(value) ? value : fail("not_option");
  if (spec.kind === "flag") {
    return FLAGS.get(quoted(value).toLowerCase()) ?? fail("not_flag");
  }
  if (spec.kind === "text") {
    // Line breaks and the like become spaces, as they do in a field of one line.
    const text = typeof value === "string" ? value.replace(/[\p{C}\p{Z}\s]+/gu, " ").trim() : null;
    return text === null || [...text].length > spec.most
      ? fail("not_text", { accepted: accepted(spec, words), length: text === null ? quoted(value) : [...text].length })
      : text;
  }
  if (spec.kind === "numbers") {
    const takes = { accepted: accepted(spec, words) };
    const items = Array.isArray(value) ? value : [value];
    const read =
      typeof value === "string" ? readNumbers(value, [spec.fewest, spec.most]) : { values: items.map(numeric) };
    if (read.reason === "empty") return fail("no_numbers", takes);
    const stray = read.values?.findIndex((number) => !Number.isFinite(number)) ?? -1;
    if (read.part !== undefined) return fail("not_numbers", { ...takes, value: quoted(read.part) });
    if (stray >= 0) return fail("not_numbers", { ...takes, value: quoted(items[stray]) });
    const given = read.given ?? read.values.length;
    if (given < spec.fewest || given > spec.most) return fail("not_so_many", { ...takes, given });
    const outside = read.values.find((number) => number < spec.min || number > spec.max);
    return outside === undefined ? read.values : fail("numbers_out_of_range", { ...takes, value: shown(outside) });
  }
  const order = (
    typeof value === "string" ? value.replace(/^\[|\]$/g, "").split(/[,、\s]+/) : Array.isArray(value) ? value : []
  ).map(numeric);
  const whole =
    [...order].sort((a, b) => a - b).every((place, index) => place === index) && order.length === spec.length;
  return whole ? order : fail("not_order");
}

// Every parameter or none: either all are good, or the first that is not throws.
export const checkedAll = (params, schema, words) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, checked(name, value, schema, words)]));
