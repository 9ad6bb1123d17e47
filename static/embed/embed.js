// For other people's pages: <script src=".../static/embed.js" async></script>, then <attention-widget name="key_stretch">
// anywhere. The widget runs in a frame of this site; parameters, locks, theme and language go in, events come out.
// Attributes: name, lang, theme (auto | light | dark), load (lazy | click | eager), lock ("stretch" or "all"), and any
// parameter of the widget. <attention-exercise name="two-dot-products" seed="7"> is the same for an exercise, which tells each
// answer as the event attention:exercise. Properties, events and messages: embed.d.ts beside this file.
(() => {
  const VERSION = 1, OWN = new Set(["name", "lang", "theme", "load", "class", "id", "style", "title", "slot", "hidden", "dir"]);
  const base = new URL("../", document.currentScript.src);
  if (customElements.get("attention-widget")) return;          // a page of our own: it has the element itself

  // Light or dark as the host page shows itself, whatever switch it has for that: by the ground its text stands on.
  const shade = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const [red, green, blue, alpha = 1] = getComputedStyle(at).backgroundColor.match(/[\d.]+/g).map(Number);
      if (alpha) return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
    }
    return matchMedia("(prefers-color-scheme: dark)").matches && getComputedStyle(document.documentElement).colorScheme.includes("dark")
      ? "dark" : "light";
  };

  class Framed extends HTMLElement {
    folder = "";
    static observedAttributes = ["theme"];
    #frame = null;
    #about = { state: "static", params: {}, facts: {}, text: "", schema: null };
    #waiting = [];
    #watch = new AbortController();
    #near = null;

    get state() { return this.#about.state; }
    get params() { return structuredClone(this.#about.params); }
    set params(params) { this.#send({ type: "set", params }); }
    get facts() { return structuredClone(this.#about.facts); }
    get text() { return this.#about.text; }
    get schema() { return structuredClone(this.#about.schema); }

    connectedCallback() {
      if (this.#frame) return;
      if (this.#watch.signal.aborted) this.#watch = new AbortController();
      this.style.display ||= "block";
      const { signal } = this.#watch;
      addEventListener("message", (event) => { if (event.source === this.#frame?.contentWindow) this.#hear(event.data); }, { signal });
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#dress(), { signal });
      const switches = new MutationObserver(() => this.#dress());
      for (const root of [document.documentElement, document.body]) switches.observe(root, { attributes: true });
      signal.addEventListener("abort", () => switches.disconnect());
      if (this.getAttribute("load") === "eager") return this.#open();
      this.#near = new IntersectionObserver(([entry]) => { if (entry.isIntersecting) this.#open(); }, { rootMargin: "600px" });
      this.#near.observe(this);
    }

    disconnectedCallback() {
      this.#watch.abort();
      this.#near?.disconnect();
      this.#frame?.remove();
      this.#frame = null;
      this.#about.state = "static";
    }

    attributeChangedCallback() { this.#dress(); }

    #open() {
      this.#near?.disconnect();
      if (this.#frame) return;
      const lang = this.getAttribute("lang") ?? (this.closest("[lang]")?.lang.startsWith("ja") ? "ja" : "en");
      const url = new URL(`embed/${lang}/${this.folder}${encodeURIComponent(this.getAttribute("name") ?? "")}/`, base);
      for (const { name, value } of this.attributes) if (!OWN.has(name) && !/^(data|aria)-|^on/.test(name)) url.searchParams.set(name, value);
      url.searchParams.set("theme", this.#theme());
      url.searchParams.set("load", this.getAttribute("load") === "click" ? "click" : "eager");   // being here, it is wanted
      this.#frame = Object.assign(document.createElement("iframe"), { src: url.href, title: this.getAttribute("title") ?? "attention", allow: "clipboard-write" });
      this.#frame.style.cssText = "display:block;width:100%;height:32rem;border:0;background:transparent;color-scheme:normal";
      this.append(this.#frame);
    }

    #theme() {
      const asked = this.getAttribute("theme");
      return asked === "light" || asked === "dark" ? asked : shade(this);
    }

    #dress() { if (this.#frame) this.#send({ type: "theme", theme: this.#theme() }); }

    #send(message) {
      if (this.#about.schema) this.#frame.contentWindow.postMessage({ attention: VERSION, ...message }, base.origin);
      else this.#waiting.push(message);                      // said as soon as the frame is ready
    }

    #hear(message) {
      if (message?.attention !== VERSION) return;
      if (message.type === "resize") this.#frame.style.height = `${message.height}px`;
      else Object.assign(this.#about, Object.fromEntries(Object.entries(message).filter(([name]) => name in this.#about)));
      if (message.type === "ready") {
        this.#frame.title = this.getAttribute("title") ?? message.title;
        for (const waiting of this.#waiting.splice(0)) this.#send(waiting);
      }
      const { attention, type, ...detail } = message;
      this.dispatchEvent(new CustomEvent(`attention:${type}`, { bubbles: true, detail }));
    }
  }

  customElements.define("attention-widget", class extends Framed {});
  customElements.define("attention-exercise", class extends Framed { folder = "exercise/"; });
})();
