// What addresses and attributes say of a widget, and the address that says where it is now.
import { meant, quoted, say } from "./check.js";
import { alone } from "./site.js";

// What may stand beside parameters in a link or an element.
const SETTINGS = ["load", "theme", "lock"];
const THEMES = ["light", "dark", "auto"];

/** @param {[string, string][]} pairs */
const parameters = (pairs) => pairs.filter(([name]) => !SETTINGS.includes(name)).filter(meant);

/** The name that the fragment gives, and the query after it if there is one: #name?param=value. */
export function fragment() {
  const [name, query] = location.hash.slice(1).split("?");
  try {
    return { name: decodeURIComponent(name), query };
  } catch {
    return { name, query }; // no encoded name: as it stands
  }
}

/** The first widget of this name in the page: what a link or a sentence elsewhere means. @param {string | null} name */
export const first = (name) => document.querySelector(`attention-widget[name="${CSS.escape(name ?? "")}"]`);

/**
 * What a link asks of this widget: in the query of its own page, or after its name in the fragment of another.
 * @param {Element} widget
 */
export function asked(widget) {
  if (alone) return new URLSearchParams(location.search);
  const { name, query } = fragment();
  return new URLSearchParams(name === widget.getAttribute("name") && first(name) === widget ? query : "");
}

/** @param {Element} widget */
export const linked = (widget) => parameters([...asked(widget)]);

/**
 * What a widget's attributes and then the address say of its parameters; the address may also lock it.
 * @param {Element} widget
 * @returns {[string, any][]}
 */
export function said(widget) {
  const lock = asked(widget).get("lock");
  if (lock !== null) widget.setAttribute("lock", lock);
  return [...parameters([...widget.attributes].map(({ name, value }) => [name, value])), ...linked(widget)];
}

/**
 * The parameters that the one who placed the widget keeps from its readers.
 * @param {Element} widget
 * @param {Schema} schema
 */
export function locks(widget, schema) {
  const names = (widget.getAttribute("lock") ?? "").split(/[\s,]+/).filter(Boolean);
  return new Set(names.includes("all") ? Object.keys(schema) : names);
}

/**
 * What there is to say of an address and of locks that name what is not there.
 * @param {Element} widget
 * @param {Schema} schema
 * @param {Words} words
 */
export function oddities(widget, schema, words) {
  const accepted = ["all", ...Object.keys(schema)].join(", ");
  const unknown = [...locks(widget, schema)].filter((name) => !Object.hasOwn(schema, name));
  const theme = asked(widget).get("theme");
  const facts = { name: "theme", value: quoted(theme), accepted: THEMES.join(", ") };
  return [
    ...(theme === null || THEMES.includes(theme) ? [] : [say(words.not_option, facts)]),
    ...unknown.map((name) => say(words.unknown_param, { name: quoted(name), accepted })),
  ];
}

/**
 * The parameters that differ from the widget's own defaults, and its locks: what a link or a snippet must say.
 * @param {Element} widget
 * @param {Params} params
 * @param {Schema} schema
 * @returns {[string, string][]}
 */
export function changed(widget, params, schema) {
  const moved = Object.entries(params).filter(([key, value]) => String(value) !== String(schema[key].default));
  const lock = widget.getAttribute("lock");
  return [...moved.map(([key, value]) => pair(key, value)), ...(lock ? [pair("lock", lock)] : [])];
}

/** @param {string} key @param {Value} value @returns {[string, string]} */
const pair = (key, value) => [key, String(value)];

/**
 * The address that opens this widget in its present state: on its own page, or at its place in this one.
 * @param {Element} widget
 * @param {[string, string][]} moved
 */
export function address(widget, moved) {
  const url = new URL(location.href);
  const query = new URLSearchParams(moved).toString();
  if (alone) url.search = query;
  else url.hash = `${widget.getAttribute("name")}${query && "?"}${query}`;
  return url.href;
}
