// A page of ours: its widgets, the theme switch, the language switch that keeps the place.
import "../element/widget.js";
import "../element/exercise.js";
import "./claims.js";
import "./handout.js";
import "./print.js";
import "./sections.js";
import "../offline/offline.js";
import { quoted, say } from "../element/check.js";
import { all, the } from "../element/dom.js";
import { fragment } from "../element/link.js";
import { converse, dress } from "../embed/frame.js";

/** @typedef {import("../element/widget.js").AttentionWidget} Element A widget, or an exercise, which is alike here. */

const ELEMENTS = "attention-widget, attention-exercise";

for (const select of all(document, "#theme", HTMLSelectElement)) {
  select.value = document.documentElement.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    dress(select.value);
    try {
      localStorage.setItem("attention-theme", select.value);
    } catch {
      /* not remembered, but shown */
    }
  });
}

// The page for a name that is not there: the element says which are.
const [empty] = all(document, "main[data-element]");
if (empty) {
  const element = document.createElement(empty.dataset.element ?? "");
  element.setAttribute("name", new URLSearchParams(location.search).get("name") ?? "");
  empty.append(element);
}

// A widget alone on its page: the address may lock it and say when to load and how to dress; a page round it is told
// all.
const alone = /** @type {Element | null} */ (document.querySelector(`body.embed :is(${ELEMENTS})`));
if (alone) {
  const query = new URLSearchParams(location.search);
  for (const name of ["lock", "load"]) if (query.has(name)) alone.setAttribute(name, query.get(name) ?? "");
  dress(query.get("theme") ?? "");
  if (empty || query.get("load") === "eager") alone.begin(); // what is empty never comes into view
  if (window.parent !== window) converse(alone);
}

// A link to a widget's state or to an exercise's numbers, #name?param=value: it reads them, the page goes there. Others
// stay as they are.
const named = (/** @type {string} */ name) =>
  /** @type {Element | null} */ (document.querySelector(`:is(${ELEMENTS})[name="${CSS.escape(name)}"]`));
const linked = () => {
  const { name, query } = fragment();
  return query === undefined ? null : named(name);
};
linked()?.scrollIntoView();

// An address that names nothing on this page: the page says so.
const lost = () => {
  const { name } = fragment();
  const card = /^\d+$/.test(name) && all(document, ".leaf")[Number(name) - 1];
  const there = !name || name.startsWith(":~:") || card || document.getElementById(name) || named(name);
  for (const nowhere of all(document, "[data-nowhere]"))
    nowhere.textContent = there ? "" : say(nowhere.dataset.nowhere ?? "", { name: quoted(name) });
};
lost();
addEventListener("hashchange", () => {
  lost();
  linked()?.scrollIntoView();
  linked()?.recall();
});

// What has been moved goes along to the other language, once.
const KEPT = "attention-kept";
const keep = () => {
  const moved = /** @type {Element[]} */ (all(document, ELEMENTS)).filter((element) => element.moved);
  const kept = moved.map((element) => [element.getAttribute("name"), element.params]);
  sessionStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(kept)));
};
try {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  sessionStorage.removeItem(KEPT);
  for (const [name, params] of Object.entries(kept)) Object.assign(named(name) ?? {}, { params });
  for (const link of all(document, "a.language")) link.addEventListener("click", keep);
} catch {
  /* storage is blocked: the other language starts afresh */
}

const [searching] = all(document, "dialog.search", HTMLDialogElement);
if (searching) {
  const install = async () => (await import("./search.js")).install(the(document, "button.find"), searching);
  install().catch(() => {}); // no button then
}
