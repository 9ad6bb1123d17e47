// Figures in the prose that can be pressed: their widget goes to the state that gives them, and the mark that shows it
// is lit. Without scripts they are text; so they are where the page has no such widget.
import { point } from "../element/lights.js";

const SEEN = 0.6; // the share of a widget's figures that must be in sight, or the page goes there

// The widget that a figure is about: of several with its name the last before it, else the first.
function about(claim) {
  const all = [
    ...document.querySelectorAll(`attention-widget[name="${CSS.escape(claim.dataset.fact.split(".")[0])}"]`),
  ];
  return all.findLast((widget) => widget.compareDocumentPosition(claim) & Node.DOCUMENT_POSITION_FOLLOWING) ?? all[0];
}

function show(widget) {
  const { top, bottom } = (widget.querySelector(".figures") ?? widget).getBoundingClientRect();
  const seen = Math.min(bottom, innerHeight) - Math.max(top, 0),
    still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (seen < SEEN * Math.min(bottom - top, innerHeight))
    widget.scrollIntoView({ block: "center", behavior: still ? "auto" : "smooth" });
}

async function press(claim, widget) {
  const fact = claim.dataset.fact.split(".").slice(1).join(".");
  show(widget);
  if (claim.dataset.to) await widget.go(Object.fromEntries(new URLSearchParams(claim.dataset.to)));
  point(widget, fact);
}

for (const claim of document.querySelectorAll("data.fact")) {
  const widget = about(claim);
  if (!widget || claim.closest("a")) continue;
  claim.classList.add("claim");
  claim.role = "button";
  claim.tabIndex = 0;
  if (claim.dataset.state) claim.ariaDescription = claim.dataset.state;
  claim.onclick = () => press(claim, widget);
  claim.onkeydown = (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    press(claim, widget);
  };
}
