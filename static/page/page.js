// A page of ours: its widgets, the theme switch, the language switch that keeps the place.
import "../element/widget.js";
import "../element/exercise.js";
import "./claims.js";
import "./handout.js";
import "./print.js";
import "../offline/offline.js";
import { quoted, say } from "../element/check.js";
import { converse, dress } from "../embed/frame.js";

const root = document.documentElement,
  select = document.querySelector("#theme");

if (select) {
  select.value = root.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    if (select.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = select.value;
    try {
      localStorage.setItem("attention-theme", select.value);
    } catch {
      /* not remembered, but shown */
    }
    document.dispatchEvent(new Event("attention:theme"));
  });
}

// The page for a name that is not there: the element says which are.
const empty = document.querySelector("main[data-element]");
if (empty) {
  const element = document.createElement(empty.dataset.element);
  element.setAttribute("name", new URLSearchParams(location.search).get("name") ?? "");
  empty.append(element);
}

// A widget alone on its page: the address may lock it and say when to load and how to dress; a page round it is told
// all.
const alone = document.querySelector("body.embed :is(attention-widget, attention-exercise)");
if (alone) {
  const query = new URLSearchParams(location.search),
    theme = query.get("theme");
  for (const name of ["lock", "load"]) if (query.has(name)) alone.setAttribute(name, query.get(name));
  if (theme) dress(theme);
  if (empty || query.get("load") === "eager") alone.begin(); // what is empty never comes into view
  if (window.parent !== window) converse(alone);
}

// A link to a widget's state or to an exercise's numbers, #name?param=value: it reads them, the page goes there. Others
// stay as they are.
const named = (name) => document.querySelector(`:is(attention-widget, attention-exercise)[name="${CSS.escape(name)}"]`);
const linked = () => {
  const [name, query] = location.hash.slice(1).split("?");
  return query === undefined ? null : named(name);
};
linked()?.scrollIntoView();

// An address that names nothing on this page: the page says so.
const nowhere = document.querySelector("[data-nowhere]");
const lost = () => {
  let [name] = location.hash.slice(1).split("?");
  try {
    name = decodeURIComponent(name);
  } catch {
    /* as it stands */
  }
  const card = /^\d+$/.test(name) && document.querySelectorAll(".leaf")[name - 1];
  const there = !name || name.startsWith(":~:") || card || document.getElementById(name) || named(name);
  if (nowhere) nowhere.textContent = there ? "" : say(nowhere.dataset.nowhere, { name: quoted(name) });
};
lost();
addEventListener("hashchange", () => {
  lost();
  linked()?.scrollIntoView();
  linked()?.recall();
});

// What has been moved goes along to the other language, once.
const KEPT = "attention-kept";
try {
  const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? "{}");
  sessionStorage.removeItem(KEPT);
  for (const [name, params] of Object.entries(kept)) {
    const widget = named(name);
    if (widget) widget.params = params;
  }
  for (const link of document.querySelectorAll("a.language")) {
    link.addEventListener("click", () => {
      const moved = [...document.querySelectorAll("attention-widget, attention-exercise")].filter(
        (widget) => widget.moved,
      );
      sessionStorage.setItem(
        KEPT,
        JSON.stringify(Object.fromEntries(moved.map((widget) => [widget.getAttribute("name"), widget.params]))),
      );
    });
  }
} catch {
  /* storage is blocked: the other language starts afresh */
}

// The section being read, kept in the link to the other language and marked in the table of contents.
const sections = [...document.querySelectorAll("main h2[id]")];
const here = () => sections.findLast((heading) => heading.getBoundingClientRect().top < innerHeight * 0.4);
const mark = () => {
  const id = here()?.id;
  for (const link of document.querySelectorAll(".contents a")) {
    if (link.hash === `#${id}`) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  for (const link of document.querySelectorAll("a.language")) link.hash = id ? `#${id}` : "";
  const at = sections.findIndex((heading) => heading.id === id),
    bar = document.querySelector(".whereabouts");
  if (!bar) return;
  const [previous, place, next] = bar.children;
  previous.hidden = at < 1;
  next.hidden = at === sections.length - 1;
  if (at > 0) previous.hash = `#${sections[at - 1].id}`;
  if (at < sections.length - 1) next.hash = `#${sections[at + 1].id}`;
  place.textContent =
    at < 0
      ? document.querySelector("h1").textContent
      : `${at + 1}/${sections.length} ${sections[at].firstChild.textContent}`;
};
if (sections.length) {
  let asked = false;
  addEventListener(
    "scroll",
    () => {
      if (asked) return;
      asked = true;
      requestAnimationFrame(() => {
        asked = false;
        mark();
      });
    },
    { passive: true },
  );
  mark();
}

const searching = document.querySelector("dialog.search");
if (searching)
  import("./search.js").then(
    ({ install }) => install(document.querySelector("button.find"), searching),
    () => {},
  ); // no button then
