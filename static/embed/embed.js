// For other people's pages: <script src=".../static/embed.js" async></script>, then <attention-widget
// name="key_stretch"> anywhere. The widget runs in a frame of this site; parameters, locks, theme and language go in,
// events come out. Attributes: name, lang, theme (auto | light | dark), load (lazy | click | eager), lock ("stretch" or
// "all"), and any parameter of the widget; all are obeyed when they change, too. <attention-exercise
// name="two-dot-products" seed="7"> is the same for an exercise, which tells each answer as the event
// attention:exercise. Moved in the page, or taken out and put back, an element is in the state it was in. Properties,
// events and messages: embed.d.ts beside this file.
(() => {
  const VERSION = 1;
  const OWN = new Set(["name", "lang", "theme", "load", "class", "id", "style", "title", "slot", "hidden", "dir"]);
  /** @type {Set<string>} */
  const NAMES = new Set([]); // what has a page of its own; the build writes it in
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  const base = new URL("../", src);
  if (customElements.get("attention-widget")) return; // a page of our own: it has the element itself

  /** @param {MutationRecord[]} changes @returns {Set<string>} */
  const named = (changes) => new Set(changes.map(({ attributeName }) => attributeName ?? ""));
  /** @param {Element} element @returns {Element | undefined} */
  const above = (element) => element.parentElement ?? /** @type {ShadowRoot} */ (element.getRootNode()).host;
  /** @param {Element} [element] */
  function* standing(element) {
    for (let at = element; at; at = above(at)) yield at;
  }

  // Light or dark as the host page shows itself, whatever switch it has for that: by the ground its text stands on. The
  // browser lays the grounds over each other, in whatever way their colours are written, and shows the pixel.
  const pixel = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = /** @type {CanvasRenderingContext2D} */ (pixel.getContext("2d", { willReadFrequently: true }));
  const shade = (/** @type {Element} */ element) => {
    const night =
      matchMedia("(prefers-color-scheme: dark)").matches &&
      getComputedStyle(document.documentElement).colorScheme.includes("dark");
    const grounds = [...standing(element)].map((at) => getComputedStyle(at).backgroundColor);
    for (const ground of [night ? "black" : "white", ...grounds.reverse()]) {
      pen.fillStyle = ground;
      pen.fillRect(0, 0, 1, 1);
    }
    const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
    return 0.299 * red + 0.587 * green + 0.114 * blue < 128 ? "dark" : "light";
  };

  class Framed extends HTMLElement {
    folder = "";
    /** @type {HTMLIFrameElement | null} */
    #frame = null;
    /**
     * @type {{ state: State, params: Params, facts: Facts, text: string, schema: Record<string, Parameter> | null }}
     */
    #about = { state: "static", params: {}, facts: {}, text: "", schema: null };
    /** Parameters of the frame, for the next should it go. @type {Params} */
    #kept = {};
    #hears = false; // whether the frame is ready
    /** @type {Sent[]} */
    #waiting = [];
    #watch = new AbortController();
    /** @type {IntersectionObserver | null} */
    #near = null;

    #changes = new MutationObserver((changes) => this.#obey(named(changes)));

    constructor() {
      super();
      this.#changes.observe(this, { attributes: true });
    }

    get state() {
      return this.#about.state;
    }
    get params() {
      return structuredClone(this.#about.params);
    }
    set params(params) {
      try {
        this.#send({ type: "set", params: structuredClone(params) });
      } catch (error) {
        this.#tell("error", { message: /** @type {Error} */ (error).message });
      }
    }
    get facts() {
      return structuredClone(this.#about.facts);
    }
    get text() {
      return this.#about.text;
    }
    get schema() {
      return structuredClone(this.#about.schema);
    }

    connectedCallback() {
      if (this.#frame) return;
      this.#watch = new AbortController();
      this.style.display ||= "block";
      const { signal } = this.#watch,
        dress = () => this.#dress();
      addEventListener(
        "message",
        ({ source, data }) => {
          if (source === this.#frame?.contentWindow) this.#hear(data);
        },
        { signal },
      );
      matchMedia("(prefers-color-scheme: dark)").addEventListener("change", dress, { signal });
      document.addEventListener("transitionend", dress, { signal }); // a ground that changed by and by
      const switches = new MutationObserver(dress);
      for (const root of standing(above(this))) switches.observe(root, { attributes: true });
      signal.addEventListener("abort", () => switches.disconnect());
      this.#wait();
    }

    connectedMoveCallback() {
      /* moveBefore() keeps the frame */
    }

    disconnectedCallback() {
      this.#watch.abort();
      this.#close();
    }

    #wait() {
      this.#near?.disconnect();
      if (this.getAttribute("load") === "eager") return this.#open();
      this.#near = new IntersectionObserver(
        ([{ isIntersecting }]) => {
          if (isIntersecting) this.#open();
        },
        { rootMargin: "600px" },
      );
      this.#near.observe(this);
    }

    #close() {
      this.#near?.disconnect();
      if (!this.#frame) return;
      this.#frame.remove();
      this.#frame = null;
      this.#about.state = "static";
      this.#hears = false;
    }

    #open() {
      this.#near?.disconnect();
      if (this.#frame) return;
      this.#forget(named(this.#changes.takeRecords())); // they are read now
      const url = new URL(this.#page(), base);
      for (const { name, value } of this.attributes) if (this.#sets(name)) url.searchParams.set(name, value);
      for (const [name, value] of Object.entries(this.#kept)) url.searchParams.set(name, String(value));
      url.searchParams.set("theme", this.#theme());
      // Being here, it is wanted.
      url.searchParams.set("load", this.getAttribute("load") === "click" ? "click" : "eager");
      const title = this.getAttribute("title") ?? "attention";
      this.#frame = Object.assign(document.createElement("iframe"), { src: url.href, title, allow: "clipboard-write" });
      this.#frame.style.cssText =
        "display:block;width:100%;height:32rem;border:0;background:transparent;color-scheme:normal";
      this.append(this.#frame);
    }

    get #spoken() {
      const said = this.getAttribute("lang") || this.parentElement?.closest("[lang]")?.getAttribute("lang");
      return /^(ja|en)(?=$|[-_])/i.exec(said ?? "")?.[0].toLowerCase();
    }

    // Where its page is in the site; for a name that has none, the page that says which there are.
    #page() {
      const name = this.getAttribute("name") ?? "",
        folder = `embed/${this.#spoken ?? "en"}/${this.folder}`;
      return NAMES.has(this.folder + name) ? `${folder}${name}/` : `${folder}?name=${encodeURIComponent(name)}`;
    }

    /** Whether an attribute of this name is a parameter. @param {string} name */
    #sets(name) {
      return !OWN.has(name) && !/^(data|aria)-|^on/.test(name);
    }

    /**
     * Attributes have changed: a parameter is set; a name, a language, a lock or a way of loading want another frame.
     * @param {Set<string>} names
     */
    #obey(names) {
      const set = [...names].filter((name) => name !== "lock" && this.#sets(name));
      const anew = ["name", "lang", "lock", "load"].some((name) => names.has(name)) || (set.length && !this.#hears);
      if (anew) this.#close();
      this.#forget(names);
      if (!this.isConnected) return;
      if (anew) return this.#wait();
      if (names.has("theme")) this.#dress();
      if (names.has("title") && this.#frame) this.#frame.title = this.getAttribute("title") ?? "attention";
      const schema = this.#about.schema ?? {};
      for (const name of set)
        this.#send({ type: "set", params: { [name]: this.getAttribute(name) ?? schema[name]?.default } });
    }

    /**
     * What an attribute says now holds in place of what was; another widget has other parameters.
     * @param {Set<string>} names
     */
    #forget(names) {
      if (names.has("name")) Object.assign(this.#about, { params: {}, facts: {}, text: "", schema: null });
      for (const name of Object.keys(this.#kept)) if (names.has(name) || names.has("name")) delete this.#kept[name];
    }

    #theme() {
      const asked = this.getAttribute("theme");
      return asked === "light" || asked === "dark" ? asked : shade(this);
    }

    #dress() {
      if (this.#frame) this.#send({ type: "theme", theme: this.#theme() });
    }

    /** @param {Sent} message */
    #send(message) {
      if (message.type === "set") Object.assign(this.#kept, message.params);
      if (this.#hears) this.#frame?.contentWindow?.postMessage({ attention: VERSION, ...message }, base.origin);
      else this.#waiting.push(message); // said as soon as the frame is ready
    }

    /** @param {FromFrame} message */
    #hear(message) {
      if (message?.attention !== VERSION) return;
      const { attention: _, type, ...detail } = message;
      const frame = this.#frame;
      if (!frame) return;
      if (message.type === "resize") frame.style.height = `${message.height}px`;
      const about = Object.entries(detail).filter(([name]) => Object.hasOwn(this.#about, name));
      Object.assign(this.#about, Object.fromEntries(about));
      if (["ready", "change", "error"].includes(type)) this.#kept = { ...this.#about.params };
      if (message.type === "ready") {
        this.#hears = true;
        frame.title = this.getAttribute("title") ?? message.title;
        for (const waiting of this.#waiting.splice(0)) this.#send(waiting);
      }
      this.#tell(type, detail);
      const lang = this.getAttribute("lang")?.slice(0, 40);
      if (type === "ready" && lang && !this.#spoken) {
        this.#tell("error", { message: `lang can be en or ja, not ${lang}; this is English` });
      }
    }

    /** @param {string} type @param {object} detail */
    #tell(type, detail) {
      this.dispatchEvent(new CustomEvent(`attention:${type}`, { bubbles: true, detail }));
    }
  }

  customElements.define("attention-widget", class extends Framed {});
  customElements.define(
    "attention-exercise",
    class extends Framed {
      folder = "exercise/";
    },
  );
})();
