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
  const NAMES = new Set([]); // what has a page of its own; the build writes it in
  const base = new URL("../", document.currentScript.src);
  if (customElements.get("attention-widget")) return; // a page of our own: it has the element itself

  const named = (changes) => new Set(changes.map(({ attributeName }) => attributeName));
  const above = (element) => element.parentElement ?? element.getRootNode().host;
  function* standing(element) {
    for (let at = element; at; at = above(at)) yield at;
  }

  // Light or dark as the host page shows itself, whatever switch it has for that: by the ground its text stands on. The
  // browser lays the grounds over each other, in whatever way their colours are written, and shows the pixel.
  const pixel = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
  const pen = pixel.getContext("2d", { willReadFrequently: true });
  const shade = (element) => {
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
    #frame = null;
    #about = { state: "static", params: {}, facts: {}, text: "", schema: null };
    #kept = {}; // parameters of the frame, for the next should it go
    #hears = false; // whether the frame is ready
    #waiting = [];
    #watch = new AbortController();
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
        this.#tell("error", { message: error.message });
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
      for (const [name, value] of Object.entries(this.#kept)) url.searchParams.set(name, value);
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
      const said = this.getAttribute("lang") || this.parentElement?.closest("[lang]")?.lang;
      return /^(ja|en)(?=$|[-_])/i.exec(said)?.[0].toLowerCase();
    }

    // Where its page is in the site; for a name that has none, the page that says which there are.
    #page() {
      const name = this.getAttribute("name") ?? "",
        folder = `embed/${this.#spoken ?? "en"}/${this.folder}`;
      return NAMES.has(this.folder + name) ? `${folder}${name}/` : `${folder}?name=${encodeURIComponent(name)}`;
    }

    #sets(name) {
      return !OWN.has(name) && !/^(data|aria)-|^on/.test(name);
    }

    // Attributes have changed: a parameter is set; a name, a language, a lock or a way of loading want another frame.
    #obey(names) {
      const set = [...names].filter((name) => name !== "lock" && this.#sets(name));
      const anew = ["name", "lang", "lock", "load"].some((name) => names.has(name)) || (set.length && !this.#hears);
      if (anew) this.#close();
      this.#forget(names);
      if (!this.isConnected) return;
      if (anew) return this.#wait();
      if (names.has("theme")) this.#dress();
      if (names.has("title") && this.#frame) this.#frame.title = this.getAttribute("title") ?? "attention";
      const value = (name) => this.getAttribute(name) ?? this.schema[name]?.default;
      for (const name of set) this.#send({ type: "set", params: { [name]: value(name) } });
    }

    // What an attribute says now holds in place of what was; another widget has other parameters.
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

    #send(message) {
      if (message.type === "set") Object.assign(this.#kept, message.params);
      if (this.#hears) this.#frame.contentWindow.postMessage({ attention: VERSION, ...message }, base.origin);
      else this.#waiting.push(message); // said as soon as the frame is ready
    }

    #hear(message) {
      if (message?.attention !== VERSION) return;
      const { attention: _, type, ...detail } = message;
      if (type === "resize") this.#frame.style.height = `${message.height}px`;
      for (const name of Object.keys(this.#about)) if (Object.hasOwn(detail, name)) this.#about[name] = detail[name];
      if (["ready", "change", "error"].includes(type)) this.#kept = { ...this.#about.params };
      if (type === "ready") {
        this.#hears = true;
        this.#frame.title = this.getAttribute("title") ?? message.title;
        for (const waiting of this.#waiting.splice(0)) this.#send(waiting);
      }
      this.#tell(type, detail);
      const lang = this.getAttribute("lang")?.slice(0, 40);
      if (type === "ready" && lang && !this.#spoken) {
        this.#tell("error", { message: `lang can be en or ja, not ${lang}; this is English` });
      }
    }

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
