// Figures in the prose that can be pressed: their widget goes to the state that gives them, and the mark that shows it
// is lit. Without scripts they are text; so they are where the page has no such widget.
import { all } from "../element/dom.js";
import { point } from "../element/lights.js";

/** @typedef {import("../element/widget.js").AttentionWidget} Widget */

const SEEN = 0.6; // the share of a widget's figures that must be in sight, or the page goes there

/** A claim's widget and fact, as the build wrote them: "widget.fact". @param {HTMLElement} claim */
function meant({ dataset: { fact = "" } }) {
  const dot = fact.indexOf(".");
  return { name: fact.slice(0, dot), fact: fact.slice(dot + 1) };
}

/**
 * The widget that a figure is about: of several with its name the last before it, else the first.
 * @param {HTMLElement} claim
 */
function about(claim) {
  const named = all(document, `attention-widget[name="${CSS.escape(meant(claim).name)}"]`);
  const before = (/** @type {Node} */ widget) =>
    widget.compareDocumentPosition(claim) & Node.DOCUMENT_POSITION_FOLLOWING;
  return /** @type {Widget | undefined} */ (named.findLast(before) ?? named[0]);
}

/** @param {Widget} widget */
function show(widget) {
  const { top, bottom } = (widget.querySelector(".figures") ?? widget).getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (seen < SEEN * Math.min(bottom - top, innerHeight))
    widget.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
}

/** @param {HTMLElement} claim @param {Widget} widget */
async function press(claim, widget) {
  show(widget);
  if (claim.dataset.to) await widget.go(Object.fromEntries(new URLSearchParams(claim.dataset.to)));
  point(widget, meant(claim).fact);
}

for (const claim of all(document, "data.fact")) {
  const widget = about(claim);
  if (!widget || claim.closest("a")) continue;
  claim.classList.add("claim");
  Object.assign(claim, { role: "button", tabIndex: 0, onclick: () => press(claim, widget) });
  if (claim.dataset.state) claim.ariaDescription = claim.dataset.state;
  claim.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(claim, widget);
  });
}
