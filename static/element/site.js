// The files of this build, and what pages, widgets and exercises need of them.
import { ParameterError, say } from "./check.js";
import { the } from "./dom.js";
import { once } from "./once.js";

/** This build's folder in the site, and the site. */
export const base = new URL("../../", import.meta.url);
export const site = new URL("../../", base);

/** Whether this is a widget's or an exercise's own page, to stand in others. */
export const alone = document.body.classList.contains("embed");

export class MissingError extends Error {}

/** @param {string} path @returns {Promise<any>} */
export async function json(path) {
  const response = await fetch(new URL(path, base));
  if (response.ok) return response.json();
  throw new (response.status === 404 ? MissingError : Error)(`${path}: HTTP ${response.status}`);
}

/**
 * For a widget or an exercise whose file did not come: if there is none of its name, tells which there are.
 * @param {Error} error
 * @param {string} name
 * @param {string} folder where its like are in embed/
 * @param {string} told the words for it
 * @returns {Promise<never>}
 */
export async function unknown(error, name, folder, told) {
  if (!(error instanceof MissingError)) throw error;
  const pages = Object.keys(await json("embed/schema.json")).map((page) => /^(.*\/)?(.*)$/.exec(page) ?? []);
  const known = pages.filter(([, of = ""]) => of === folder).map(([, , known]) => known);
  if (known.includes(name)) throw error;
  throw new ParameterError(say(told, { name, accepted: known.join(", ") }));
}

/** The words of the interface, by language. @type {() => Promise<Record<string, Words>>} */
export const strings = once(() => json("static/strings.json"));

/**
 * The language of an element, of those that the site speaks: that of the page it stands in unless it says another.
 * @param {Element} element
 */
export const spoken = (element) => (/^ja\b/i.test(element.closest("[lang]")?.getAttribute("lang") ?? "") ? "ja" : "en");

/**
 * What stands in an element that a page has put there empty: the HTML that the build wrote for its like.
 * @param {HTMLElement & { state: State }} element
 * @param {string} html
 * @param {string} kind
 */
export function unfold(element, html, kind) {
  if (element.querySelector(".card")) return;
  const shell = document.createElement("template");
  shell.innerHTML = html;
  element.replaceChildren(...(the(shell.content, ".card").parentNode?.childNodes ?? []));
  element.classList.add(kind);
  element.dataset.state = element.state;
}

/**
 * Calls begin() of an element once it comes near the viewport, when all scripts of the page have run: one of them may
 * yet scroll to the place that the address names.
 * @param {HTMLElement & { begin(): unknown }} element
 */
export function whenNear(element) {
  parsed.then(() => {
    if (element.isConnected) near.observe(element);
  });
}

/** @param {Element} element */
export const notNear = (element) => near.unobserve(element);

const parsed =
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise((done) => {
        document.addEventListener("DOMContentLoaded", done);
        addEventListener("load", done);
      });

const near = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      /** @type {any} */ (target).begin();
    }
  },
  { rootMargin: "120% 0px" },
);
