// What a reader has done with the exercises, kept on this device alone. Where storage is blocked or full it lasts as
// long as the page. What is found there is data: own names, records alone.
import { all as below } from "./dom.js";

/**
 * `shown`: the seeds whose answers were seen first; `at`: when it was solved; of an open one its text and its checks.
 * @typedef {{ attempts: number, correct: boolean, seed: number, hints: number, at?: number, shown?: number[],
 *   text?: string, checks?: boolean[] }} Done
 */

const KEY = "attention-exercises";
/** What storage would not take. @type {Record<string, Done>} */
let unkept = {};

/** Records by the names of exercises. @returns {Record<string, Done>} */
export function all() {
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem(KEY) ?? "{}") ?? {};
  } catch {
    /* blocked, or not ours */
  }
  const records = Object.entries({ ...kept, ...unkept }).filter(([, record]) => record?.constructor === Object);
  return Object.assign(Object.create(null), Object.fromEntries(records));
}

/** @param {string} name @param {Partial<Done>} record */
export function keep(name, record) {
  const known = all();
  store({ ...known, [name]: { ...known[name], ...record } });
}

/**
 * The seeds at which the model answer was to be seen before an answer was right.
 * @param {string} name
 * @returns {number[]}
 */
export function shown(name) {
  const kept = all()[name]?.shown;
  return Array.isArray(kept) ? kept : [];
}

/**
 * Keeps an attempt. What was solved once stays so, with its seed and its hints; an open answer's checks can be taken
 * back.
 * @param {string} name
 * @param {"numeric" | "open"} kind
 * @param {number} attempt 1, or 0 where it is none
 * @param {{ correct: boolean, seed: number, hints: number }} done
 */
export function record(name, kind, attempt, done) {
  const kept = all()[name];
  const attempts = Math.max((kept?.attempts ?? 0) + attempt, 1);
  const stays = kind === "numeric" && kept?.correct && !done.correct;
  keep(name, stays ? { attempts } : { attempts, ...done, ...(done.correct && { at: Date.now() }) });
}

/** @param {Record<string, Done>} records */
function store(records) {
  unkept = {};
  try {
    localStorage.setItem(KEY, JSON.stringify(records));
  } catch {
    unkept = records;
  }
  document.dispatchEvent(new Event("attention:progress"));
}

/**
 * The contents page of a course: what is done in each part and in all, and a button that forgets it.
 * @param {HTMLElement} overview
 */
function install(overview) {
  const [line, button, told] = below(overview, ":scope > *");
  const parts = below(document, "[data-exercises]").map((part) => ({
    part,
    names: part.dataset.exercises?.split(" ") ?? [],
  }));
  const show = () => {
    const kept = all();
    const say = (/** @type {HTMLElement} */ element, /** @type {string[]} */ names) => {
      const done = names.filter((name) => kept[name]?.correct).length;
      const says = element.dataset.says ?? "";
      element.textContent = says.replace("{done}", `${done}`).replace("{all}", `${names.length}`);
    };
    for (const { part, names } of parts) say(part, names);
    say(
      line,
      parts.flatMap(({ names }) => names),
    );
    button.hidden = !Object.keys(kept).length;
  };
  forgetting(button, told);
  document.addEventListener("attention:progress", show);
  for (const event of ["storage", "pageshow"]) addEventListener(event, show);
  show();
  overview.hidden = false;
}

/** At the second press. @param {HTMLElement} button @param {HTMLElement} told */
function forgetting(button, told) {
  const words = button.textContent;
  const calm = () => {
    button.textContent = words;
    delete button.dataset.sure;
  };
  button.onclick = () => {
    if ("sure" in button.dataset) {
      store({});
      calm();
      told.textContent = told.dataset.says ?? "";
    } else {
      button.dataset.sure = "";
      button.textContent = button.dataset.asks ?? "";
    }
  };
  button.onblur = calm;
}

for (const overview of below(document, ".done-overview")) install(overview);
