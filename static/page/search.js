// The search over all pages of a language. Its library and what it looks through come at the first use; kept for
// offline reading like everything else, it needs no server.
import { say } from "../element/check.js";

const LIMIT = 12,
  BEFORE = 40,
  AROUND = 140; // results shown; characters of text before a hit, and in all

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter("ja", { granularity: "word" }) : null;
// Words as a reader would count them. Japanese has no spaces: the browser cuts it, or, where it cannot, pairs of
// characters do.
const words = (text) =>
  segmenter
    ? [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike).map(({ segment }) => segment)
    : (text.match(/[\p{Script=Latin}\p{N}_'’-]+|[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]{1,2}/gu) ??
      []);
// Hiragana and katakana are one; in katakana, for a browser cuts hiragana wherever it may be a particle.
const kana = (text) => text.replace(/[ぁ-ゖ]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 96));
const plain = (text) => kana(text.normalize("NFKC").toLowerCase());
// A word with two neighbouring letters in each other's place, for each two.
const slips = (word) =>
  Array.from(word.slice(1), (letter, at) => word.slice(0, at) + letter + word[at] + word.slice(at + 2));

async function prepare(lang) {
  const [{ default: MiniSearch }, entries] = await Promise.all([
    import("../minisearch.js"),
    fetch(new URL(`../search-${lang}.json`, import.meta.url)).then((response) => {
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      return response.json();
    }),
  ]);
  const fuzzy = (term) => (/^[a-z]{5,}$/.test(term) ? 0.2 : false),
    prefix = (term) => term.length > 1;
  const index = new MiniSearch({
    fields: ["title", "text", "page", "also"],
    idField: "id",
    processTerm: plain,
    tokenize: (text, field) => (field === "also" ? text.split(" ") : words(text)),
    searchOptions: { tokenize: words, boost: { title: 4, page: 2, also: 2 }, prefix, combineWith: "AND" },
  });
  index.addAll(entries.map((entry, id) => ({ id, ...entry })));
  // Kana as one word, as readings are; as the browser cuts it; with two letters exchanged; with slips; any of the
  // words.
  return (question) => {
    const whole = { tokenize: (text) => [text] };
    const ways = [
      () => (/^[ぁ-ヿ]+$/.test(question) ? index.search(question, whole) : []),
      () => index.search(question),
      () =>
        /^[a-z]{4,20}$/i.test(question)
          ? index.search({ combineWith: "OR", queries: slips(question) }, { prefix: false })
          : [],
      () => index.search(question, { fuzzy }),
      () => index.search(question, { fuzzy, combineWith: "OR" }),
    ];
    for (const way of ways) {
      const hits = way();
      if (hits.length) return hits.slice(0, LIMIT).map(({ id, terms }) => ({ ...entries[id], terms }));
    }
    return [];
  };
}

// The text round the first hit, from the start of a word to the end of one, the hits marked. One letter alone marks too
// much.
function excerpt(text, terms) {
  const telling = terms.filter((term) => term.length > 1),
    whole = telling.map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  const hits = new RegExp(whole || "$^", "giu"),
    first = kana(text).search(hits),
    line = document.createElement("p");
  const from = first > BEFORE ? text.indexOf(" ", first - BEFORE) + 1 : 0,
    start = from && from <= first ? from : Math.max(0, first - BEFORE);
  const end = text.lastIndexOf(" ", start + AROUND),
    cut = text.slice(start, end > first + BEFORE ? end : start + AROUND);
  let at = 0;
  for (const hit of kana(cut).matchAll(hits)) {
    const end = hit.index + hit[0].length;
    line.append(
      cut.slice(at, hit.index),
      Object.assign(document.createElement("mark"), { textContent: cut.slice(hit.index, end) }),
    );
    at = end;
  }
  line.append(cut.slice(at));
  if (start) line.prepend("… ");
  if (start + cut.length < text.length) line.append(" …");
  return line;
}

export function install(button, dialog) {
  const home = document.querySelector("a.home").href,
    lang = document.documentElement.lang;
  const field = dialog.querySelector("input"),
    told = dialog.querySelector("[role=status]"),
    list = dialog.querySelector("ol");
  let search = null,
    asked = 0;
  const look = async () => {
    const question = field.value.trim(),
      mine = ++asked;
    if (!question) return (list.replaceChildren(), void (told.textContent = ""));
    let hits;
    try {
      hits = (await (search ??= prepare(lang)))(question);
    } catch (error) {
      search = null;
      list.replaceChildren();
      return void (told.textContent = say(told.dataset.failed, { reason: error.message }));
    }
    if (mine !== asked) return; // the reader has typed on
    told.textContent = say(hits.length ? told.dataset.some : told.dataset.none, { n: hits.length, words: question });
    list.replaceChildren(
      ...hits.map(({ at, page, title, text, terms }) => {
        const item = document.createElement("li"),
          link = document.createElement("a");
        link.href = new URL(at, home);
        link.textContent = title;
        if (page && page !== title) link.append(Object.assign(document.createElement("span"), { textContent: page }));
        item.append(link, excerpt(text, terms));
        return item;
      }),
    );
  };
  const open = () => {
    dialog.showModal();
    field.select();
    search ??= prepare(lang);
    search.catch(() => {
      search = null;
    }); // told when something is looked for
  };
  button.hidden = false;
  if (location.hash === "#search") open();
  button.addEventListener("click", open);
  field.addEventListener("input", look);
  // Enter goes to the first result, once the word is whole: the Enter that ends the input of Japanese is not the
  // reader's. Escape closes at once: a search field would only be emptied by it at first.
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || !["Enter", "Escape"].includes(event.key)) return;
    event.preventDefault();
    if (event.key === "Escape") dialog.close();
    else list.querySelector("a")?.click();
  });
  dialog.addEventListener("click", ({ target }) => {
    if (target === dialog || target.closest("a")) dialog.close();
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey || dialog.open) return;
    event.preventDefault();
    open();
  });
}
