// "Embed this" and "link": the present state of a widget as snippets for the systems that courses are written in, and
// what goes into the clipboard.
import { say } from "./check.js";
import { all, make, the } from "./dom.js";

/**
 * Text within an attribute; Markdown that lets HTML through still reads `code` and [links] in it: all signs are spelt.
 * @param {unknown} text
 */
const quote = (text) => String(text).replace(/[!"#$&'*<>@[\]\\^`{|}~]/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** @param {string} text */
const indented = (text) => text.replace(/^/gm, "   ");

// A frame's usual width in a course's column, and what lies round a widget in it.
const [COLUMN, ROUND] = [688, 16];

/**
 * How high a frame must be for this widget as it stands, all that folds folded: it is laid out once at that width,
 * unpainted.
 * @param {HTMLElement} element
 */
export function tall(element) {
  const box = the(element, ".share");
  const open = all(element, "details[open]", HTMLDetailsElement);
  const { width } = element.style;
  const { hidden } = box;
  const fold = (/** @type {boolean} */ shut) => {
    box.hidden = shut || hidden;
    for (const one of open) one.open = !shut;
  };
  element.style.width = `${COLUMN - ROUND}px`;
  fold(true);
  const { height } = element.getBoundingClientRect();
  fold(false);
  element.style.width = width;
  return Math.ceil(height) + ROUND;
}

/**
 * Snippets by system, for a widget with these parameters on the site at `base`; a plain frame is that high.
 * @param {URL} base
 * @param {{ name: string, lang: string, title: string }} widget
 * @param {Record<string, string>} params
 * @param {number} height
 * @returns {Record<string, string>}
 */
export function snippets(base, { name, lang, title }, params, height) {
  const url = new URL(`embed/${lang}/${name}/`, base);
  for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value);
  const attributes = Object.entries({ name, lang, ...params }).map(([key, value]) => `${key}="${quote(value)}"`);
  const script = `<script src="${new URL("static/embed.js", base)}" async></script>`;
  const element = `${script}\n<attention-widget ${attributes.join(" ")}></attention-widget>`;
  const frame = `src="${quote(url)}" title="${quote(title)}" loading="lazy" allow="clipboard-write"`;
  const iframe = `<iframe ${frame} style="width: 100%; height: ${height}px; border: 0"></iframe>`;
  return {
    HTML: element,
    "HTML (iframe)": iframe,
    "Jupyter Book 1, MyST for Sphinx": `\`\`\`{raw} html\n${element}\n\`\`\``,
    "Jupyter Book 2 (MyST)": `:::{iframe} ${url}\n:width: 100%\n:title: ${title}\n:::`,
    Quarto: `\`\`\`{=html}\n${element}\n\`\`\``,
    MkDocs: element,
    "Sphinx (reStructuredText)": `.. raw:: html\n\n${indented(element)}`,
    Moodle: iframe,
  };
}

/**
 * Puts a text into the clipboard and tells whether it is there. A frame may not unless its page allows it: then the old
 * way, which needs no permission.
 * @param {string} text
 */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { value: text, className: "heard" });
    const before = document.activeElement;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    if (before instanceof HTMLElement) before.focus();
    return done;
  }
}

/**
 * A button that copies what stands in `node`, or, where nothing may be copied, marks it and says so.
 * @param {HTMLElement} button
 * @param {Node} node
 * @param {Words} words
 * @param {() => string | null} text
 */
export function copies(button, node, words, text) {
  button.onclick = async () => {
    const done = await copied(`${text()}\n`);
    button.textContent = words[done ? "copied" : "copy_yourself"];
    if (!done) return getSelection()?.selectAllChildren(node);
    setTimeout(() => Object.assign(button, { textContent: words.copy_code }), 2000);
  };
}

/**
 * What is said of a link that has come into the address: it is copied, or it stands there, or, in a frame, here.
 * @param {string} url
 * @param {Record<string, string>} words
 */
export async function linked(url, words) {
  if (await copied(url)) return words.linked;
  return window.parent === window ? words.linked_here : say(words.linked_is, { url });
}

/**
 * The panel below a widget: choose a system, read the snippet, copy it. `state()` gives the parameters to be kept.
 * @param {URL} base
 * @param {Drawn} drawn
 * @param {Words} words
 * @param {() => Record<string, string>} state
 * @param {() => number} height
 */
export function panel(base, drawn, words, state, height) {
  const systems = Object.keys(snippets(base, drawn, {}, 0)).map((value) =>
    make("option", { value, textContent: value }),
  );
  const select = make("select", {}, ...systems);
  const code = make("code");
  const copy = make("button", { type: "button", textContent: words.copy_code });
  const show = () => {
    code.textContent = snippets(base, drawn, state(), height())[select.value];
  };
  select.onchange = show;
  copies(copy, code, words, () => code.textContent);
  const label = make("label", {}, `${words.share_for} `, select);
  const box = make("div", { className: "share", hidden: true }, label, copy, make("pre", { tabIndex: 0 }, code));
  return { box, show };
}
