// <attention-widget name lang ...params>: shows what the build drew, takes what the reader does, asks Python, shows the
// answer. Properties: state, params (get, set with checking), facts, text. Events: attention:state, attention:change.
import { ParameterError, checked, checkedAll, meant, quoted, say, shown } from "./check.js";
import { field } from "./fields.js";
import { lighten, painted } from "./figures.js";
import { painter } from "./painter.js";
import { cells, orderRow, player, tip, turn, turner, turning } from "./handles.js";
import { python } from "../python/python.js";
import { copies, linked as toldLink, panel } from "./share.js";
import { steps } from "./undo.js";

const base = new URL("../../", import.meta.url),
  site = new URL("../../", base); // this build's folder in the site
export const json = async (path) => {
  const response = await fetch(new URL(path, base));
  if (!response.ok) throw Object.assign(new Error(`${path}: HTTP ${response.status}`), { status: response.status });
  return response.json();
};
const once = (make) => {
  let made = null;
  return () =>
    (made ??= make().catch((error) => {
      made = null;
      throw error;
    }));
};
const swaps = once(() => json("static/swaps.json"));
export const strings = once(() => json("static/strings.json"));
const script = (name) =>
  new Promise((resolve, reject) => {
    const tag = document.createElement("script");
    tag.src = new URL(`static/${name}`, base);
    tag.onload = resolve;
    tag.onerror = () => {
      tag.remove();
      reject(new Error(name));
    };
    document.head.append(tag);
  });
const bokeh = once(async () => {
  await script("bokeh.min.js");
  Bokeh.logger.set_level("error");
});

// On their way before they are wanted; what goes wrong is told when they are.
if (document.querySelector("attention-widget")) for (const wanted of [strings, swaps, bokeh]) wanted().catch(() => {});

// How each kind of control of Bokeh's holds a parameter.
const CONTROLS = {
  slider: { property: "value", read: (model) => Number(model.value.toFixed(10)), write: (value) => value },
  steps: {
    property: "value",
    read: (model) => Number(model.value),
    write: (value, spec) =>
      String(spec.stops.reduce((best, stop) => (Math.abs(stop - value) < Math.abs(best - value) ? stop : best))),
  },
  choice: {
    property: "active",
    read: (model, spec) => spec.options[model.active],
    write: (value, spec) => spec.options.indexOf(value),
  },
  flag: { property: "active", read: (model) => model.active.length > 0, write: (value) => (value ? [0] : []) },
};
CONTROLS.tokens = CONTROLS.choice;

// When all scripts of the page have run: one of them may yet scroll to the place that the address names.
const parsed =
  document.readyState === "complete"
    ? Promise.resolve()
    : new Promise((done) => {
        document.addEventListener("DOMContentLoaded", done);
        addEventListener("load", done);
      });

export const nearViewport = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      if (isIntersecting) {
        nearViewport.unobserve(target);
        target.begin();
      }
  },
  { rootMargin: "120% 0px" },
);

// What stands in an element that a page has put there empty: the HTML that the build wrote for its like.
export function unfold(element, html) {
  const shell = document.createElement("template");
  shell.innerHTML = html;
  element.replaceChildren(...shell.content.querySelector(".card").parentNode.childNodes);
}

// The language of an element, of those that the site speaks: that of the page it stands in unless it says another.
export const spoken = (element) => (/^ja\b/i.test(element.closest("[lang]")?.lang) ? "ja" : "en");

// Whether the host has another build of this page by now, and so perhaps nothing more of this one's.
async function replaced() {
  const page = await fetch(location.pathname, { cache: "no-cache" });
  return page.ok && !(await page.text()).includes(base.pathname.split("/").at(-2));
}

// What the reader should know, in the element; a button to try again if there is something to do at it, or to load it
// anew.
export function showNotice(element, text, kind, words, again = null) {
  let notice = element.querySelector(".notice");
  if (!notice)
    element.append((notice = Object.assign(document.createElement("div"), { className: "notice", role: "status" })));
  const line = Object.assign(document.createElement("p"), { textContent: text });
  const retry = Object.assign(document.createElement("button"), {
    type: "button",
    className: "retry",
    textContent: words?.retry ?? "↻",
    onclick: again,
  });
  notice.replaceChildren(...(text ? [line, ...(again ? [retry] : [])] : []));
  notice.dataset.kind = kind;
  if (!text || !again) return;
  const reload = () => {
    history.replaceState(null, "", element.moved ? element.link() : location.href);
    location.reload();
  };
  replaced().then(
    (yes) => {
      if (!yes) return;
      line.textContent = words?.replaced ?? text;
      Object.assign(retry, { textContent: words?.reload ?? "↻", onclick: reload });
    },
    () => {},
  );
}

const GLIDE_MS = 500; // from one state to another
const frame = () => new Promise(requestAnimationFrame);
const STILL_MS = 800; // so long after the last step a movement is over
let count = 0;

export class AttentionWidget extends HTMLElement {
  #id = `w${++count}`;
  #state = "static";
  #drawn = null; // what prerender.py wrote: schema, document, facts, ...
  #words = null;
  #params = {};
  #facts = {};
  #sources = new Map(); // name -> Bokeh's source
  #columns = new Map(); // name -> columns as Python sent them, not turned
  #models = new Map(); // parameter -> Bokeh's control
  #own = []; // handles and order rows: {show}
  #after = []; // what to do when the figures have new numbers
  #plots = []; // Bokeh's views of the figures
  #bokeh = null;
  #model = null; // Bokeh's document of this widget
  #early = []; // set by a host before the schema was there
  #changed = null; // who changed what is not yet answered: "reader" | "host"
  #asking = false;
  #shown = null; // seq of the answer that the figures show, none if an answer broke on the way
  #takes = () => true; // keeps the steps of the reader
  #writing = false; // while controls follow the parameters, they are not the reader's
  #gone = new AbortController();
  #begun = false;
  #read = false; // attributes and address have been

  get state() {
    return this.#state;
  }
  get params() {
    return structuredClone(this.#params);
  }
  set params(changes) {
    this.#set(changes, "host");
  }
  get moved() {
    return this.#drawn !== null && JSON.stringify(this.#params) !== JSON.stringify(this.#drawn.params);
  }
  get facts() {
    return structuredClone(this.#facts);
  }
  get text() {
    return this.querySelector(".sentence")?.textContent ?? "";
  }
  // For who points at marks: Bokeh's views of the figures, the frames they stand in, and which mark shows which fact.
  get figures() {
    return this.#plots.map((view, index) => ({ view, frame: this.querySelectorAll(".frame")[index] }));
  }
  get marks() {
    return this.#drawn?.marks ?? {};
  }

  connectedCallback() {
    if (this.#gone.signal.aborted) this.#gone = new AbortController();
    // its page has it on the way; told when it is awaited
    if (document.body.classList.contains("embed")) this.#fetch().catch(() => {});
    if (this.getAttribute("load") === "eager") this.begin();
    else
      parsed.then(() => {
        if (this.isConnected) nearViewport.observe(this);
      });
  }

  disconnectedCallback() {
    queueMicrotask(() => {
      // moved within the page is not gone
      if (this.isConnected) return;
      nearViewport.unobserve(this);
      this.#gone.abort();
      this.#bokeh?.clear();
      // Bokeh itself never forgets one
      if (this.#model) Bokeh.documents.splice(Bokeh.documents.indexOf(this.#model), 1);
      this.#bokeh = this.#model = null; // put back into the page, it is drawn anew
      for (const held of [this.#sources, this.#columns, this.#models]) held.clear();
      this.#own = [];
      this.#after = [];
      this.#plots = [];
      this.replaceChildren();
      if (python.state === "live") python.ask({ do: "unmount", id: this.#id }).catch(() => {});
      this.#begun = false;
      this.#become("static");
    });
  }

  // Called once, when the widget comes near the viewport.
  async begin() {
    if (this.#begun) return;
    this.#begun = true;
    python.addEventListener("progress", () => this.#report(), { signal: this.#gone.signal });
    python.addEventListener("state", () => this.#follow(), { signal: this.#gone.signal });
    const asks = this.getAttribute("load") === "click" && python.state === "absent";
    if (!asks) python.start();
    try {
      await this.#load();
      this.#readAttributes();
      await this.#draw();
      if (asks) this.#offer();
    } catch (error) {
      this.#begun = false;
      return this.#fail(error);
    }
    const { name, lang, title, schema } = this.#drawn;
    this.#tell("ready", { name, lang, title, params: this.params, schema: structuredClone(schema) });
    this.#follow();
  }

  #tell(type, detail) {
    this.dispatchEvent(new CustomEvent(`attention:${type}`, { bubbles: true, detail }));
  }

  // load="click": nothing heavy is fetched until the reader says so.
  #offer() {
    const start = Object.assign(document.createElement("button"), {
      type: "button",
      className: "start-python",
      textContent: this.#words.start,
    });
    start.onclick = () => {
      start.remove();
      python.start();
    };
    python.addEventListener("state", () => start.remove(), { once: true, signal: this.#gone.signal });
    this.querySelector(".progress").before(start);
  }

  #fetch = once(() =>
    json(`widgets/${spoken(this)}/${encodeURIComponent(this.dataset.file ?? this.getAttribute("name"))}.json`),
  );

  async #load() {
    const lang = spoken(this),
      name = this.getAttribute("name"),
      drawn = this.#fetch();
    drawn.catch(() => {}); // told when it is awaited
    this.#words ??= (await strings())[lang];
    try {
      this.#drawn ??= await drawn;
    } catch (error) {
      if (error.status !== 404) throw error;
      const known = Object.keys(await json("embed/schema.json")).filter((one) => !one.includes("/"));
      throw known.includes(name)
        ? error
        : new ParameterError(say(this.#words.unknown_widget, { name, accepted: known.join(", ") }));
    }
    if (!this.querySelector(".card")) {
      unfold(this, this.#drawn.html);
      this.classList.add("widget");
      this.dataset.state = this.#state;
    }
    this.#params = { ...this.#drawn.params, ...this.#params };
    this.#facts = this.#drawn.facts;
  }

  // Attributes that name parameters, the address, and what a host set early: a bad one is told and leaves its parameter
  // alone.
  #readAttributes() {
    if (this.#read) return; // put back into the page, it is where it was
    this.#read = true;
    const wanted = parameters([...this.attributes].map(({ name, value }) => [name, value]));
    if (link(this).has("lock")) this.setAttribute("lock", link(this).get("lock"));
    wanted.push(...linked(this), ...this.#early.splice(0).flatMap((changes) => Object.entries(changes ?? {})));
    const unknown = [...this.#locks]
      .filter((name) => !Object.hasOwn(this.#drawn.schema, name))
      .map((name) =>
        say(this.#words.unknown_param, {
          name: quoted(name),
          accepted: ["all", ...Object.keys(this.#drawn.schema)].join(", "),
        }),
      );
    const dress = link(this).get("theme");
    const odd = [null, ...THEMES].includes(dress)
      ? []
      : [say(this.#words.not_option, { name: "theme", value: quoted(dress), accepted: THEMES.join(", ") })];
    const complaints = [...odd, ...unknown, ...this.#take(wanted)];
    if (complaints.length) this.#notice(complaints.join("\n"), "warning");
    if (Object.keys(wanted).length) this.#changed ??= "host";
  }

  // Sets what is good of [name, value] pairs from outside; gives what there is to say of the others.
  #take(wanted) {
    return wanted.flatMap(([name, value]) => {
      try {
        this.#params[name] = checked(name, value, this.#drawn.schema, this.#words);
        return [];
      } catch (error) {
        if (!(error instanceof ParameterError)) throw error;
        const kept = Object.hasOwn(this.#params, name) ? this.#params[name] : undefined;
        return [error.message + (kept === undefined ? "" : ` ${say(this.#words.kept, { kept })}`)];
      }
    });
  }

  // The address has come to name this widget in another state, by a link or by going back and forward.
  recall() {
    if (!this.#drawn) return; // read when it is drawn
    if (link(this).has("lock") && link(this).get("lock") !== this.getAttribute("lock")) return location.reload();
    this.#params = { ...this.#drawn.params };
    const complaints = this.#take(linked(this));
    this.#changed = "host";
    this.#notice(complaints.join("\n"), "warning");
    this.#showParams();
    this.#ask();
  }

  // The parameters that the one who placed the widget keeps from its readers.
  get #locks() {
    const names = (this.getAttribute("lock") ?? "").split(/[\s,]+/).filter(Boolean);
    return new Set(names.includes("all") ? Object.keys(this.#drawn.schema) : names);
  }

  async #draw() {
    if (this.#bokeh) return;
    const drawn = this.#drawn,
      [dark] = await Promise.all([swaps(), bokeh()]);
    // Not embed_items: it finds its targets by id, and the same widget may stand twice in a page.
    const model = (this.#model = Bokeh.Document.from_json(drawn.document));
    for (const one of model._all_models.values()) {
      if (one.type !== "ColumnDataSource" || !one.name) continue;
      this.#sources.set(one.name, one);
      this.#columns.set(one.name, Object.fromEntries(Object.entries(one.data)));
    }
    if (turning.turned) this.#turn();
    const frames = [...this.querySelectorAll(".canvas")];
    const holders = drawn.controls
      .filter(({ drawn }) => drawn)
      .map(({ param }) => this.querySelector(`[data-param="${param}"]`));
    this.#tint(model, dark);
    this.#enlarge(model);
    this.#bokeh = await Bokeh.embed.add_document_standalone(model, this, [...frames, ...holders]);
    const roots = model.roots(),
      locks = this.#locks;
    this.#plots = roots.slice(0, frames.length).map((root) => this.#bokeh.get(root));
    for (const plot of this.#plots) lighten(plot);
    drawn.controls
      .filter(({ drawn }) => drawn)
      .forEach(({ param, kind }, index) => {
        const control = roots[frames.length + index],
          { property, read } = CONTROLS[kind],
          spec = drawn.schema[param];
        this.#models.set(param, { control, kind });
        if (locks.has(param)) control.disabled = true;
        control.properties[property].change.connect(() => {
          if (!this.#writing) this.#set({ [param]: read(control, spec) }, "reader");
        });
        const view = this.#bokeh.get(control) ?? this.#bokeh.get_by_id?.(control.id);
        name(view, kind, spec, this.querySelector(`[data-param="${param}"]`));
        if (kind === "slider" || kind === "steps") this.#own.push(spell(view, param, spec, () => this.#params[param]));
      });
    for (const { param, kind } of drawn.controls) {
      const make = { order: orderRow, cells: painter, numbers: field, text: field }[kind];
      if (!make) continue;
      const holder = this.querySelector(`[data-param="${param}"]`);
      this.#own.push(
        make(
          holder,
          param,
          drawn.schema[param],
          this.#words,
          (changes) => this.#set(changes, "reader"),
          this.#gone.signal,
          locks.has(param),
        ),
      );
    }
    if (drawn.handle && !locks.has(drawn.handle.x) && !locks.has(drawn.handle.y)) {
      const { figure } = drawn.handle;
      this.#own.push(
        tip(
          frames[figure].parentNode,
          drawn.handle,
          drawn.figures[figure],
          drawn.schema,
          this.#words,
          (changes) => this.#set(changes, "reader"),
          this.#gone.signal,
        ),
      );
    }
    for (const { param } of drawn.controls) {
      const spec = drawn.schema[param];
      if (!spec.play || locks.has(param)) continue;
      this.#own.push(
        player(
          this.querySelector(`[data-param="${param}"]`),
          spec,
          this.#words,
          () => this.#params[param],
          (value) => this.#set({ [param]: value }, "reader"),
          this.#gone.signal,
        ),
      );
    }
    this.querySelectorAll(".presets button").forEach((button, index) => {
      const { params } = drawn.presets[index];
      button.disabled = Object.keys(params).some((param) => locks.has(param));
      button.onclick = () => this.#set(params, "reader");
      this.#own.push({
        show: (now) => {
          button.setAttribute(
            "aria-pressed",
            String(Object.entries(params).every(([param, value]) => now[param] === value)),
          );
        },
      });
    });
    drawn.figures.forEach((figure, index) => {
      if (!figure.table) return;
      const plot = frames[index].closest(".plot"),
        name = figure.table.table;
      const refresh = cells(plot, figure, this.#words, () => this.#sources.get(name).data);
      if (!figure.table.plain) turner(plot, this.#words, this.#gone.signal);
      this.#after.push(refresh);
    });
    turning.addEventListener("turn", () => this.#turn(), { signal: this.#gone.signal });
    // The canvas is a picture with a name; Bokeh makes it a tab stop that does nothing.
    for (const frame of frames) for (const child of frame.children) child.inert = true;
    this.#tools();
    const put = (state) => {
      for (const own of this.#own) own.forget?.();
      this.#set(state, "reader");
    };
    this.querySelector(".reset").onclick = () =>
      put(
        Object.fromEntries(Object.entries(drawn.schema).map(([key, spec]) => [key, drawn.params[key] ?? spec.default])),
      );
    this.#takes = steps(this, () => this.params, put, this.#gone.signal);
    this.#showParams();
    this.dataset.drawn = "";
    const repaint = () => {
      this.#tint(model, dark);
    };
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repaint, { signal: this.#gone.signal });
    document.addEventListener("attention:theme", repaint, { signal: this.#gone.signal });
    addEventListener("resize", () => this.#enlarge(model), { signal: this.#gone.signal });
  }

  // Exchange every colour of the theme for its partner, whichever is being shown.
  #tint(model, dark) {
    const theme = document.documentElement.dataset.theme;
    const isDark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const partner = new Map(Object.entries(dark).map(([light, night]) => (isDark ? [light, night] : [night, light])));
    for (const one of model._all_models.values()) {
      for (const property of one) {
        const value = property.is_unset ? null : property.get_value();
        if (partner.has(value)) one.setv({ [property.attr]: partner.get(value) });
        else if (value && partner.has(value.value)) one.setv({ [property.attr]: { value: partner.get(value.value) } });
      }
    }
  }

  // The text in figures, by the factor that the style sheet asks for (--figure-text), as for a projector.
  #enlarge(model) {
    const factor = Number(getComputedStyle(this).getPropertyValue("--figure-text")) || 1,
      by = factor / (model.enlarged ?? 1);
    if (by === 1) return;
    model.enlarged = factor;
    for (const one of model._all_models.values()) {
      for (const property of one) {
        if (!property.attr.endsWith("text_font_size") || property.is_unset) continue;
        const held = property.get_value(),
          size = `${parseFloat(held?.value ?? held) * by}px`;
        if (/^[\d.]+px$/.test(held?.value ?? held)) one.setv({ [property.attr]: held.value ? { value: size } : size });
      }
    }
  }

  // Goes to a state as the reader would, from the one it was placed in: numbers glide there, the rest is set at once.
  // Done when it is shown; a way back is kept, and whoever moves something on the way stops it.
  async go(wanted) {
    this.begin();
    while (!("drawn" in this.dataset))
      if (this.#state === "failed") return;
      else await frame();
    const from = this.params,
      to = { ...this.#drawn.params, ...checkedAll(wanted, this.#drawn.schema, this.#words) };
    const glides = Object.keys(to).filter((name) => typeof to[name] === "number" && to[name] !== from[name]);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches || this.#state !== "live",
      start = performance.now();
    for (let done = still ? 1 : 0, last = null; ;) {
      const between = (name) =>
        Number((from[name] + done * (to[name] - from[name])).toFixed(this.#drawn.schema[name].digits ?? 0));
      const next = done < 1 ? { ...to, ...Object.fromEntries(glides.map((name) => [name, between(name)])) } : to;
      if (last && JSON.stringify(last) !== JSON.stringify(this.params)) return;
      this.#set(next, "reader", JSON.stringify(this.params) === JSON.stringify(from));
      last = this.params;
      if (done === 1) break;
      await frame();
      done = Math.min(1, (performance.now() - start) / GLIDE_MS);
    }
    while (this.#asking || (this.#changed && this.#state === "live")) await frame();
  }

  #set(changes, by, counts = true) {
    if (!this.#drawn) {
      this.#early.push(changes);
      return;
    }
    const good = checkedAll(changes, this.#drawn.schema, this.#words);
    if (by === "reader" && counts && !this.#takes(good)) return;
    Object.assign(this.#params, good);
    this.#changed = by;
    if (this.#state !== "failed") this.#notice(); // a failure stays told, and its retry at hand
    this.#showParams();
    this.#ask();
  }

  // Controls and handles follow the parameters, whoever set them.
  #showParams() {
    this.#writing = true;
    for (const [param, { control, kind }] of this.#models) {
      const { property, write } = CONTROLS[kind],
        value = write(this.#params[param], this.#drawn.schema[param]);
      if (JSON.stringify(control[property]) !== JSON.stringify(value)) control[property] = value;
    }
    this.#writing = false;
    for (const own of this.#own) own.show(this.#params);
  }

  #follow() {
    if (!this.#begun || (this.#state === "failed" && python.state !== "booting")) return;
    // told when there are words
    if (python.state === "failed") return this.#words && this.#fail(new Error(python.reason));
    if (python.state === "booting") this.#become("booting");
    if (python.state === "live" && this.#bokeh && this.#state !== "live") this.#mount();
    this.#report();
  }

  async #mount() {
    if (this.#asking) return;
    this.#spokenAtMount = this.#spoken();
    const mounted = await this.#answered({
      do: "mount",
      name: this.getAttribute("name"),
      texts: this.#spokenAtMount.map((element) => element.dataset.says),
      file: this.#drawn.file,
    });
    if (!mounted) return;
    if (mounted.more) this.#changed ??= "host";
    this.#become("live");
    if (this.querySelector(".notice")?.dataset.kind === "error") this.#notice();
    // What an update runs is compiled when it first runs: better now than when the reader moves something.
    python.ask({ do: "update", id: this.#id, params: this.#params }).catch(() => {});
    this.#ask();
  }
  #spokenAtMount = [];

  // Asks and shows the answer; it, or false if that went wrong. Who has left the page meanwhile, or come back to it,
  // wants it no more.
  async #answered(question) {
    if (this.#asking) return false;
    const { signal } = this.#gone;
    this.#asking = true;
    try {
      const answer = await python.ask({ id: this.#id, params: { ...this.#params }, shown: this.#shown, ...question });
      if (!signal.aborted) await this.#show(answer, this.#spokenAtMount);
      if (answer.more) this.setAttribute("aria-busy", "true");
      else this.removeAttribute("aria-busy");
      return !signal.aborted && answer;
    } catch (error) {
      if (python.state !== "live" || signal.aborted) return false;
      if (question.do === "mount") this.#become("failed");
      this.#notice(say(this.#words.compute, { reason: error.message }), "error", question.do === "mount");
      return false;
    } finally {
      this.#asking = false;
      if (signal.aborted) this.#follow();
    }
  }

  // Every element whose text is a sentence about this widget's facts, in the widget and in the prose round it.
  #spoken() {
    const name = this.getAttribute("name"),
      first = document.querySelector(`attention-widget[name="${name}"]`) === this;
    return [
      ...this.querySelectorAll("[data-says]"),
      ...(first ? document.querySelectorAll(`[data-of="${name}"]`) : []),
    ];
  }

  // One question in flight; what changes meanwhile is asked afterwards, in one, so the last state is always sent.
  async #ask() {
    if (this.#asking) return;
    while (this.#changed && this.#state === "live" && python.state === "live") {
      const by = this.#changed;
      this.#changed = null;
      const answer = await this.#answered({ do: "update" });
      if (answer) this.#tell("change", { params: this.params, facts: this.facts, by });
      // Asked again when Python is there again; and a long run is shown as it goes, and other widgets get their turn.
      if (answer ? answer.more : python.state !== "live") this.#changed ??= by;
    }
    this.#announce();
  }

  // The sentence is spoken once, when the movement is over; during it each control speaks its own value.
  #announce() {
    this.#lastMove = performance.now();
    if (this.#later) return;
    const speak = () => {
      const still = this.#lastMove + STILL_MS - performance.now(),
        heard = this.querySelector(".announcer");
      this.#later = still > 0 ? setTimeout(speak, still) : null;
      if (!this.#later && heard) heard.textContent = this.text;
    };
    this.#later = setTimeout(speak, STILL_MS);
  }
  #later = null;
  #lastMove = 0;

  async #show({ seq, columns, facts, texts }, spoken) {
    this.#shown = null;
    this.#facts = facts;
    await painted(this.#plots, () => {
      for (const [name, data] of Object.entries(columns)) this.#put(name, data);
    });
    for (const refresh of this.#after) refresh();
    this.#light();
    texts.forEach((text, index) => {
      if (spoken[index].innerHTML !== text) spoken[index].innerHTML = text;
    });
    this.#shown = seq;
  }

  #put(name, columns) {
    const source = this.#sources.get(name);
    this.#columns.set(name, columns);
    source.data = turning.turned && source.tags.includes("turns") ? turn(columns) : columns;
  }

  #turn() {
    for (const [name, source] of this.#sources)
      if (source.tags.includes("turns")) this.#put(name, this.#columns.get(name));
    for (const refresh of this.#after) refresh();
  }

  // The lines of code that have acted so far, and the one that acts.
  #light() {
    for (const line of this.querySelectorAll("[data-line]")) {
      line.classList.toggle("lit", Number(line.dataset.line) <= this.#facts.line);
      line.classList.toggle("acts", Number(line.dataset.line) === this.#facts.line);
    }
  }

  #tools() {
    this.#light();
    this.querySelectorAll(".listing").forEach((listing, index) => {
      const copy = listing.querySelector(".copy");
      copy.hidden = false;
      copies(copy, listing.querySelector("code"), this.#words, () => this.#drawn.listings[index].source);
    });
    this.querySelector(".tools").hidden = false;
    this.querySelector(".aloud").onclick = () => {
      this.querySelector(".announcer").textContent = this.text;
      if (!("speechSynthesis" in window)) return;
      const speaking = speechSynthesis.speaking;
      speechSynthesis.cancel();
      if (!speaking) speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(this.text), { lang: this.lang }));
    };
    const { box, show } = panel(site, this.#drawn, this.#words, () => Object.fromEntries(this.#moved()));
    const embed = this.querySelector(".embed");
    this.querySelector(".tools").after(box);
    this.#after.push(() => {
      if (!box.hidden) show();
    });
    embed.onclick = () => {
      box.hidden = !box.hidden;
      embed.setAttribute("aria-expanded", String(!box.hidden));
      show();
    };
    this.querySelector(".link").onclick = async () => {
      const url = this.link();
      history.replaceState(history.state, "", url);
      this.#notice(await toldLink(url, this.#words), "done");
    };
  }

  // The parameters that differ from the widget's own defaults, and its locks: what a link or a snippet must say.
  #moved() {
    const moved = Object.entries(this.#params).filter(
      ([key, value]) => String(value) !== String(this.#drawn.schema[key].default),
    );
    const lock = this.getAttribute("lock");
    return [...moved.map(([key, value]) => [key, String(value)]), ...(lock ? [["lock", lock]] : [])];
  }

  // The address that opens this widget in its present state: on its own page, or at its place in this one.
  link() {
    const url = new URL(location.href),
      query = new URLSearchParams(this.#moved()).toString();
    if (document.body.classList.contains("embed")) url.search = query;
    else url.hash = `${this.getAttribute("name")}${query && "?"}${query}`;
    return url.href;
  }

  #fail(error) {
    const words = this.#words,
      wrong = error instanceof ParameterError,
      gone = python.state === "failed";
    const kind = gone ? (this.#shown === null ? "failed" : "lost") : "no_figure",
      reason = gone ? python.why(words) : error.message;
    this.#become("failed");
    this.#notice(
      wrong ? error.message : gone && python.hopeless ? reason : say(words?.[kind] ?? "{reason}", { reason }),
      "error",
      !wrong && !(gone && python.hopeless),
    );
  }

  #become(state) {
    if (this.#state === state) return;
    this.#state = this.dataset.state = state;
    this.#tell("state", { state });
  }

  #report() {
    if (this.#state !== "booting" || !this.#words) return;
    const { step, done, all } = python.progress,
      megabytes = (bytes) => (bytes / 1e6).toFixed(1);
    const bar = Object.assign(document.createElement("progress"), all ? { max: all, value: Math.min(done, all) } : {});
    const line = document.createElement("span");
    line.textContent =
      (python.revived ? this.#words.revived : "") +
      say(this.#words.booting, { step: this.#words[step], done: megabytes(done), all: all ? megabytes(all) : "…" });
    bar.setAttribute("aria-hidden", "true");
    this.querySelector(".progress")?.replaceChildren(bar, line);
  }

  // What the reader should know, in the widget; nothing clears it. A retry starts what failed again.
  #notice(text = "", kind = "", retry = false) {
    if (text && (kind === "warning" || kind === "error")) this.#tell("error", { message: text });
    const again = () => {
      this.#state = "static";
      python.start();
      this.begin();
      this.#follow();
    };
    showNotice(this, text, kind, this.#words, retry ? again : null);
  }
}

// What may stand beside parameters in a link or an element.
const SETTINGS = ["load", "theme", "lock"],
  THEMES = ["light", "dark", "auto"];
const parameters = (pairs) => pairs.filter(([name]) => !SETTINGS.includes(name)).filter(meant);

// What a link asks of this widget: in the query of its own page, or after its name in the fragment of another.
function link(widget) {
  if (document.body.classList.contains("embed")) return new URLSearchParams(location.search);
  const [name, query] = location.hash.slice(1).split("?"),
    own = widget.getAttribute("name");
  return new URLSearchParams(
    name === own && document.querySelector(`attention-widget[name="${own}"]`) === widget ? query : "",
  );
}

const linked = (widget) => parameters([...link(widget)]);

// Bokeh draws its controls without names for a screen reader; they get the ones that stand beside them.
function name(view, kind, spec, holder) {
  holder.setAttribute("role", "group");
  holder.setAttribute("aria-label", spec.label);
  if (kind !== "slider" && kind !== "steps") return;
  view.shadow_el.querySelector("[role=slider]").setAttribute("aria-label", spec.label);
}

// A slider tells its value as all numbers here are written, in its title and aloud; and the true one where the control
// has no stop at it. What Bokeh hands over is a number or, by stops, a text.
function spell(view, param, spec, now) {
  const grip = view.shadow_el.querySelector("[role=slider]");
  const said = () => shown(now(), spec.digits ?? 0);
  const show = () => {
    view._update_title();
    grip.setAttribute("aria-valuetext", said());
  };
  view.pretty = said;
  view._noUiSlider.on("update", show);
  return { show };
}

customElements.define("attention-widget", AttentionWidget);
