import { say } from "./check.js";

// "Embed this": the present state of a widget as snippets for the systems that courses are written in.

// Text within an attribute; Markdown that lets HTML through still reads `code` and [links] in it: all signs are spelt.
const quote = (text) => String(text).replace(/[!"#$&'*<>@[\]\\^`{|}~]/g, (sign) => `&#${sign.charCodeAt()};`);
const indented = (text) =>
  text
    .split("\n")
    .map((line) => `   ${line}`)
    .join("\n");

// Snippets by system, for a widget with these parameters on the site at `base`.
export function snippets(base, { name, lang, title }, params) {
  const url = new URL(`embed/${lang}/${name}/`, base);
  for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value);
  const attributes = Object.entries({ name, lang, ...params })
    .map(([key, value]) => `${key}="${quote(value)}"`)
    .join(" ");
  const script = `<script src="${new URL("static/embed.js", base)}" async></script>`;
  const element = `${script}\n<attention-widget ${attributes}></attention-widget>`;
  const frame = `src="${quote(url)}" title="${quote(title)}" loading="lazy" allow="clipboard-write"`;
  const iframe = `<iframe ${frame} style="width: 100%; height: 48rem; border: 0"></iframe>`;
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

const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

// Puts a text into the clipboard and tells whether it is there. A frame may not unless its page allows it: then the old
// way, which needs no permission.
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = make("textarea", { value: text, className: "heard" }),
      before = document.activeElement;
    document.body.append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    before?.focus();
    return done;
  }
}

// A button that copies what stands in `node`, or, where nothing may be copied, marks it and says so.
export function copies(button, node, words, text) {
  button.onclick = async () => {
    const done = await copied(`${text()}\n`);
    button.textContent = words[done ? "copied" : "copy_yourself"];
    if (done)
      setTimeout(() => {
        button.textContent = words.copy_code;
      }, 2000);
    else getSelection().selectAllChildren(node);
  };
}

// What is said of a link that has come into the address: it is copied, or it stands there, or, in a frame, here.
export const linked = async (url, words) =>
  (await copied(url)) ? words.linked : window.parent === window ? words.linked_here : say(words.linked_is, { url });

// The panel below a widget: choose a system, read the snippet, copy it. `state()` gives the parameters to be kept.
export function panel(base, drawn, words, state) {
  const systems = Object.keys(snippets(base, drawn, {}));
  const select = make("select", {}, ...systems.map((system) => make("option", { value: system, textContent: system })));
  const code = make("code", {}),
    pre = make("pre", { tabIndex: 0 }, code);
  const copy = make("button", { type: "button", textContent: words.copy_code });
  const show = () => {
    code.textContent = snippets(base, drawn, state())[select.value];
  };
  select.onchange = show;
  copies(copy, code, words, () => code.textContent);
  const box = make(
    "div",
    { className: "share", hidden: true },
    make("label", {}, `${words.share_for} `, select),
    copy,
    pre,
  );
  return { box, show };
}
