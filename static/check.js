// Parameters from links, attributes and host pages: each is checked against the widget's schema before it counts.
export class ParameterError extends Error {}

export const say = (template, facts) => template.replace(/\{(\w+)\}/g, (_, name) => facts[name] ?? `{${name}}`);

// What a person or a link may write for a number: full-width digits and signs, spaces, a true minus.
const numeric = (value) => typeof value === "number" ? value
  : typeof value === "string" && value.trim() ? Number(value.normalize("NFKC").replace(/[−‐–]/g, "-").replace(/\s/g, "")) : NaN;

// The value in the parameter's own kind, or a ParameterError that says what is accepted.
export function checked(name, value, schema, words) {
  const spec = schema[name];
  const fail = (message) => { throw new ParameterError(say(words[message], {
    name, value: typeof value === "string" ? value : JSON.stringify(value), min: spec?.min, max: spec?.max, last: spec && spec.length - 1,
    accepted: (spec ? spec.options : Object.keys(schema))?.join(", ") })); };
  if (!spec) return fail("unknown_param");
  if (spec.kind === "number" || spec.kind === "integer") {
    const number = numeric(value);
    if (!Number.isFinite(number)) return fail("not_number");
    if (spec.kind === "integer" && !Number.isInteger(number)) return fail("not_integer");
    return number < spec.min || number > spec.max ? fail("out_of_range") : number;
  }
  if (spec.kind === "choice") return spec.options.includes(value) ? value : fail("not_option");
  if (spec.kind === "flag") {
    const flag = { true: true, false: false, 1: true, 0: false, "": true }[String(value).toLowerCase()];
    return flag ?? fail("not_flag");
  }
  const order = (typeof value === "string" ? value.replace(/^\[|\]$/g, "").split(/[,、\s]+/) : Array.from(value ?? [])).map(numeric);
  const whole = [...order].sort((a, b) => a - b).every((place, index) => place === index) && order.length === spec.length;
  return whole ? order : fail("not_order");
}

// Every parameter or none: either all are good, or the first that is not throws.
export const checkedAll = (params, schema, words) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, checked(name, value, schema, words)]));
