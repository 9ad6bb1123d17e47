// A page of ours: its widgets, the theme switch, the language switch that keeps the place.
import "./widget.js";

const root = document.documentElement, select = document.querySelector("#theme");

if (select) {
  select.value = root.dataset.theme ?? "auto";
  select.addEventListener("change", () => {
    if (select.value === "auto") delete root.dataset.theme;
    else root.dataset.theme = select.value;
    try { localStorage.setItem("attention-theme", select.value); } catch { /* not remembered, but shown */ }
    document.dispatchEvent(new Event("attention:theme"));
  });
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
};
if (sections.length) {
  let asked = false;
  addEventListener("scroll", () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => { asked = false; mark(); });
  }, { passive: true });
  mark();
}
