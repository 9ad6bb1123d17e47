// The page of exercises to print: with Python, every number of it is drawn anew by a seed, which stands in its address.
import { checked, ParameterError, say } from "../element/check.js";
import { all, the } from "../element/dom.js";
import { showNotice } from "../element/notices.js";
import { another, Numbers } from "../element/seeds.js";
import { json, strings } from "../element/site.js";
import { python } from "../python/python.js";

/**
 * Every part of the sheet with what it says at this seed: all of them, or none if one cannot be worked out.
 * @param {HTMLElement} page
 * @param {number} seed
 */
async function drawn(page, seed) {
  /** @type {[HTMLElement, string][]} */
  const written = [];
  for (const name of new Set(all(page, "[data-exercise]").map(({ dataset }) => dataset.exercise))) {
    /** @type {Posed} */
    const { drawn, exercise, texts } = await json(`exercises/${page.dataset.handout}/${name}.json`);
    if (!drawn) continue;
    const { texts: said } = await python.ask({ do: "exercise", id: name ?? "", exercise, seed, texts });
    for (const [place, part] of ["question", "solution"].entries())
      for (const target of all(page, `article[data-exercise="${name}"] .${part}`)) written.push([target, said[place]]);
  }
  return written;
}

/**
 * The numbers of the sheet.
 * @param {HTMLElement} page
 * @param {Words} words
 * @param {HTMLInputElement} field
 * @param {(text?: string, kind?: string) => void} tell
 */
function numbersOf(page, words, field, tell) {
  /** @type {Numbers<null, [HTMLElement, string][]>} */
  const numbers = new Numbers({
    waits: (waits) => all(page, ".sheet").forEach((part) => part.toggleAttribute("data-waits", waits)),
    wait: () => {
      const failed = python.state === "failed";
      if (failed) return tell(say(words.exercise.failed_numbers, { reason: python.why(words) }), "error");
      tell(words.exercise.drawing);
      python.start();
    },
    ask: (seed) => {
      tell(words.exercise.drawing);
      return drawn(page, seed);
    },
    done: (written) => {
      for (const [target, html] of written) target.innerHTML = html;
      for (const which of all(page, ".which")) which.textContent = say(words.handout.which, { seed: numbers.seed });
      tell();
    },
    lost: (reason) => {
      field.value = `${numbers.shown}`; // the sheet that is there is whole, and stays
      tell(say(words.exercise.not_drawn, { seed: numbers.seed, reason }), "error");
    },
  });
  return numbers;
}

/** @param {HTMLElement} page */
async function start(page) {
  const words = (await strings())[page.dataset.handout ?? ""];
  const form = the(page, ".settings", HTMLFormElement);
  const field = the(form, ".seed", HTMLInputElement);
  /** @type {Schema} */
  const schema = JSON.parse(page.dataset.accepted ?? "");
  const tell = (text = "", kind = "") => showNotice(page, text, kind, words);
  const numbers = numbersOf(page, words, field, tell);
  const go = (/** @type {unknown} */ value, kept = false) => {
    try {
      const seed = Number(checked("seed", value, schema, words, words.handout.numbers));
      const url = new URL(location.href);
      url.searchParams.set("seed", `${seed}`);
      if (!kept && seed !== numbers.seed) history.pushState(null, "", url);
      numbers.seed = seed;
      field.value = `${seed}`;
      if (python.state === "failed") python.start();
      numbers.settle();
    } catch (error) {
      if (!(error instanceof ParameterError)) throw error;
      tell(error.message, "warning");
    }
  };
  const follow = () => go(new URLSearchParams(location.search).get("seed") ?? 0, true);
  form.onsubmit = (event) => {
    event.preventDefault();
    go(field.value);
  };
  the(form, ".other").onclick = () => go(another(numbers.seed, schema.seed));
  the(form, ".print").onclick = () => print();
  const show = the(form, ".show", HTMLSelectElement);
  const choose = () => Object.assign(page.dataset, { show: show.value });
  show.onchange = choose;
  choose(); // a browser may remember the choice
  addEventListener("popstate", follow);
  python.addEventListener("state", () => numbers.settle());
  form.hidden = false;
  follow();
}

for (const page of all(document, "[data-handout]")) start(page);
