// The section being read: kept in the link to the other language, marked in the table of contents, told on a phone.
import { all, target } from "../element/dom.js";

const READING = 0.4; // of the window's height: a heading above it is that of what is being read

const sections = all(document, "main h2[id]");

function mark() {
  const here = sections.findLast((heading) => heading.getBoundingClientRect().top < innerHeight * READING);
  const hash = here ? `#${here.id}` : "";
  for (const link of all(document, ".contents a", HTMLAnchorElement))
    link.ariaCurrent = here && link.hash === hash ? "true" : null;
  for (const link of all(document, "a.language", HTMLAnchorElement)) link.hash = hash;
  for (const bar of all(document, ".whereabouts")) tell(bar, here ? sections.indexOf(here) : -1);
}

/** Where one is, with the ways to the sections before and after. @param {HTMLElement} bar @param {number} at */
function tell(bar, at) {
  const [previous, place, next] = all(bar, ":scope > *");
  const ways = /** @type {[HTMLElement, HTMLElement | undefined][]} */ ([
    [previous, sections[at - 1]],
    [next, sections[at + 1]],
  ]);
  for (const [way, to] of ways) {
    way.hidden = !to;
    if (to) way.setAttribute("href", `#${to.id}`);
  }
  const title = sections[at]?.firstChild?.textContent ?? document.querySelector("h1")?.textContent ?? "";
  place.textContent = at < 0 ? title : `${at + 1}/${sections.length} ${title}`;
}

// On a narrow screen the contents are opened to choose from, and have been chosen from then.
for (const contents of all(document, ".contents details", HTMLDetailsElement)) {
  contents.addEventListener("click", (event) => {
    if (target(event).closest("a")) contents.open = false;
  });
}

if (sections.length) {
  let asked = false;
  const later = () => {
    if (!asked) requestAnimationFrame(now);
    asked = true;
  };
  const now = () => {
    asked = false;
    mark();
  };
  addEventListener("scroll", later, { passive: true });
  mark();
}
