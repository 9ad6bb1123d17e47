// "Embed this": the present state of a widget as snippets for the systems that courses are written in.

// Text within an attribute; Markdown that lets HTML through still reads `code` and [links] in it, so all their signs are spelt.
const quote = (text) => String(text).replace(/[!"#$&'*<>@[\]\\^`{|}~]/g, (sign) => `&#${sign.charCodeAt()};`);
const indented = (text) => text.split("\n").map((line) => `   ${line}`).join("\n");

// Snippets by system, for a widget with these parameters on the site at `base`.
export function snippets(base, { name, lang, title }, params) {
  const url = new URL(`embed/${lang}/${name}/`, base);
  for (const [key, value] of Object.entries(params)) url.searchParams.set(key, value);
  const attributes = Object.entries({ name, lang, ...params }).map(([key, value]) => `${key}="${quote(value)}"`).join(" ");
  const element = `<script src="${new URL("static/embed.js", base)}" async></script>\n<attention-widget ${attributes}></attention-widget>`;
  const iframe = `<iframe src="${quote(url)}" title="${quote(title)}" loading="lazy" style="width: 100%; height: 48rem; border: 0"></iframe>`;
  return {
    "HTML": element,
    "HTML (iframe)": iframe,
    "Jupyter Book 1, MyST for Sphinx": `\`\`\`{raw} html\n${element}\n\`\`\``,
    "Jupyter Book 2 (MyST)": `:::{iframe} ${url}\n:width: 100%\n:title: ${title}\n:::`,
    "Quarto": `\`\`\`{=html}\n${element}\n\`\`\``,
    "MkDocs": element,
    "Sphinx (reStructuredText)": `.. raw:: html\n\n${indented(element)}`,
    "Moodle": iframe,
  };
}

const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

// The panel below a widget: choose a system, read the snippet, copy it. `state()` gives the parameters to be kept.
export function panel(base, drawn, words, state) {
  const systems = Object.keys(snippets(base, drawn, {}));
  const select = make("select", {}, ...systems.map((system) => make("option", { value: system, textContent: system })));
  const code = make("code", {}), pre = make("pre", { tabIndex: 0 }, code);
  const copy = make("button", { type: "button", textContent: words.copy_code, hidden: !navigator.clipboard });
  const show = () => { code.textContent = snippets(base, drawn, state())[select.value]; };
  select.onchange = show;
  copy.onclick = async () => {
    await navigator.clipboard.writeText(`${code.textContent}\n`);
    copy.textContent = words.copied;
    setTimeout(() => { copy.textContent = words.copy_code; }, 2000);
  };
  const box = make("div", { className: "share", hidden: true }, make("label", {}, `${words.share_for} `, select), copy, pre);
  return { box, show };
}
