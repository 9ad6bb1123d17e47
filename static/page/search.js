// The search over all pages of a language. Its library and what it looks through come at the first use; kept for
// offline reading like everything else, it needs no server.
import { say } from "../element/check.js";
import { all, make, modified, target, the } from "../element/dom.js";
import { once } from "../element/once.js";

/** @typedef {{ at: string, page: string, title: string, text: string, terms: string[] }} Hit */

const LIMIT = 12; // results shown
const [BEFORE, AROUND] = [40, 140]; // characters of text before a hit, and in all

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("ja", { granularity: "word" }) : null;
const PIECES = /[\p{Script=Latin}\p{N}_'’-]+|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]{1,2}/gu;

/**
 * Words as a reader would count them. Japanese has no spaces: the browser cuts it, or, where it cannot, pairs of
 * characters do.
 * @param {string} text
 * @returns {string[]}
 */
export function words(text) {
  if (!segmenter) return text.match(PIECES) ?? [];
  return [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment);
}
/**
 * Hiragana and katakana are one; in katakana, for a browser cuts hiragana wherever it may be a particle.
 * @param {string} text
 */
export const kana = (text) => text.replace(/[ぁ-ゖ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 96));
/** @param {string} text */
const plain = (text) => kana(text.normalize("NFKC").toLowerCase());
/** A word with two neighbouring letters in each other's place, for each two. @param {string} word */
export const slips = (word) =>
  Array.from(word.slice(1), (letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));

/** @param {string} lang @returns {Promise<(question: string) => Hit[]>} */
async function prepare(lang) {
  const library = new URL("../minisearch.js", import.meta.url).href; // of the build, as it comes
  const [{ default: MiniSearch }, response] = await Promise.all([
    import(library),
    fetch(new URL(`../search-${lang}.json`, import.meta.url)),
  ]);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return searching(MiniSearch, await response.json());
}

/**
 * Looks through entries: kana as one word, as readings are; as the browser cuts it; with two letters exchanged; with
 * slips; any of the words.
 * @param {any} MiniSearch
 * @param {Omit<Hit, "terms">[]} entries
 */
export function searching(MiniSearch, entries) {
  const fuzzy = (/** @type {string} */ term) => (/^[a-z]{5,}$/.test(term) ? 0.2 : false);
  const prefix = (/** @type {string} */ term) => term.length > 1;
  const tokenize = (/** @type {string} */ text, field = "") => (field === "also" ? text.split(" ") : words(text));
  const searchOptions = { tokenize: words, boost: { title: 4, page: 2, also: 2 }, prefix, combineWith: "AND" };
  const fields = ["title", "text", "page", "also"];
  const index = new MiniSearch({ fields, idField: "id", processTerm: plain, tokenize, searchOptions });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  return (/** @type {string} */ question) => {
    const exchanged = { combineWith: "OR", queries: slips(question) };
    const ways = [
      () => /^[ぁ-ヿ]+$/.test(question) && index.search(question, { tokenize: (/** @type {string} */ text) => [text] }),
      () => index.search(question),
      () => /^[a-z]{4,20}$/i.test(question) && index.search(exchanged, { prefix: false }),
      () => index.search(question, { fuzzy }),
      () => index.search(question, { fuzzy, combineWith: "OR" }),
    ];
    for (const way of ways) {
      const hits = /** @type {{ id: number, terms: string[] }[]} */ (way() || []);
      if (hits.length) return hits.slice(0, LIMIT).map(({ id, terms }) => ({ ...entries[id], terms }));
    }
    return [];
  };
}

/**
 * From where to where a text is shown round a hit: from the start of a word to the end of one.
 * @param {string} text
 * @param {number} first
 */
export function around(text, first) {
  const from = first > BEFORE ? text.indexOf(" ", first - BEFORE) + 1 : 0;
  const start = from && from <= first ? from : Math.max(0, first - BEFORE);
  const end = text.lastIndexOf(" ", start + AROUND);
  return [start, end > first + BEFORE ? end : start + AROUND];
}

/**
 * The text round the first hit, the hits marked. One letter alone marks too much.
 * @param {string} text
 * @param {string[]} terms
 */
function excerpt(text, terms) {
  const telling = terms.filter((term) => term.length > 1).map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const hits = new RegExp(telling.join("|") || "$^", "giu");
  const [start, end] = around(text, kana(text).search(hits));
  const cut = text.slice(start, end);
  const line = make("p", {}, start ? "… " : "");
  let at = 0;
  for (const { 0: hit, index } of kana(cut).matchAll(hits)) {
    const after = index + hit.length;
    line.append(cut.slice(at, index), make("mark", { textContent: cut.slice(index, after) }));
    at = after;
  }
  line.append(cut.slice(at), start + cut.length < text.length ? " …" : "");
  return line;
}

/** @param {Hit} hit @param {string} home */
function item({ at, page, title, text, terms }, home) {
  const link = make("a", { href: new URL(at, home).href }, title);
  if (page && page !== title) link.append(make("span", { textContent: page }));
  return make("li", {}, link, excerpt(text, terms));
}

/**
 * The answers to what stands in the dialog's field, as it is typed. Gives what has the index on its way.
 * @param {HTMLDialogElement} dialog
 * @param {HTMLInputElement} field
 */
function answering(dialog, field) {
  const home = the(document, "a.home", HTMLAnchorElement).href;
  const told = the(dialog, "[role=status]");
  const list = the(dialog, "ol");
  const ready = once(() => prepare(document.documentElement.lang));
  let asked = 0;
  const show = (/** @type {string} */ text, /** @type {Hit[]} */ hits = []) => {
    told.textContent = text;
    list.replaceChildren(...hits.map((hit) => item(hit, home)));
  };
  field.addEventListener("input", async () => {
    const words = field.value.trim();
    const mine = ++asked;
    if (!words) return show("");
    try {
      const hits = (await ready())(words);
      const { some = "", none = "" } = told.dataset;
      // The reader may have typed on.
      if (mine === asked) show(say(hits.length ? some : none, { n: hits.length, words }), hits);
    } catch (error) {
      show(say(told.dataset.failed ?? "", { reason: /** @type {Error} */ (error).message }));
    }
  });
  return ready;
}

/**
 * @param {HTMLElement} button
 * @param {HTMLDialogElement} dialog
 */
export function install(button, dialog) {
  const field = the(dialog, "input", HTMLInputElement);
  const ready = answering(dialog, field);
  const open = () => {
    dialog.showModal();
    field.select();
    ready().catch(() => {}); // told when something is looked for
  };
  button.hidden = false;
  if (location.hash === "#search") open();
  button.addEventListener("click", open);
  // Enter goes to the first result, once the word is whole: the Enter that ends the input of Japanese is not the
  // reader's. Escape closes at once: a search field would only be emptied by it at first.
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") dialog.close();
    else all(dialog, "ol a").at(0)?.click();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || target(event).closest("a")) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = target(event).closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || modified(event) || dialog.open) return;
    event.preventDefault();
    open();
  });
}
