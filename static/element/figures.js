// The figures of a widget as Bokeh draws them: its numbers, its colours by the theme, its text by the page's wish.
import { all } from "./dom.js";
import { embed, lighten, load, models, painted, settings } from "./bokeh.js";
import { once } from "./once.js";
import { json } from "./site.js";
import { turn, turning } from "./turning.js";

/** Each colour of the theme and its partner in the dark. @type {() => Promise<Record<string, string>>} */
const swaps = once(() => json("static/swaps.json"));

/** On their way before they are wanted; what goes wrong is told when they are. */
export const expected = () => [swaps, load].forEach((wanted) => wanted().catch(() => {}));

const USUAL_PX = 16; // of text in a browser that nobody has set

export class Figures {
  /** What to do when the figures have new numbers. @type {(() => void)[]} */
  after = [];
  /** Bokeh's sources by name, and their columns as Python sent them, not turned. @type {Map<string, BokehModel>} */
  #sources = new Map();
  /** @type {Map<string, Columns>} */
  #columns = new Map();
  #dark = new Map();
  #enlarged = 1;

  /**
   * @param {BokehDocument} model
   * @param {HTMLElement} element
   * @param {Record<string, string>} dark
   */
  constructor(model, element, dark) {
    this.model = model;
    this.element = element;
    this.frames = all(element, ".canvas");
    for (const one of models(model)) {
      if (one.type !== "ColumnDataSource" || !one.name) continue;
      this.#sources.set(one.name, one);
      this.#columns.set(one.name, Object.fromEntries(Object.entries(one.data)));
    }
    for (const [light, night] of Object.entries(dark)) this.#dark.set(light, night);
    if (turning.turned) this.#turn();
    this.#tint();
    this.#enlarge();
  }

  /**
   * The figures of an element, drawn; its controls, in `holders`.
   * @param {HTMLElement} element
   * @param {object} document
   * @param {HTMLElement[]} holders
   * @param {AbortSignal} signal
   */
  static async draw(element, document, holders, signal) {
    const [dark] = await Promise.all([swaps(), load()]);
    const figures = new Figures(Bokeh.Document.from_json(document), element, dark);
    const { views, clear } = await embed(figures.model, element, [...figures.frames, ...holders]);
    figures.views = views.slice(0, figures.frames.length);
    for (const view of figures.views) lighten(view);
    const roots = figures.model.roots().slice(figures.frames.length);
    figures.controls = roots.map((control, index) => ({ control, view: views[figures.frames.length + index] }));
    if (signal.aborted) clear();
    signal.addEventListener("abort", clear);
    figures.#follow(signal);
    return figures;
  }
  /** Bokeh's views of the figures, and its controls with theirs. @type {any[]} */
  views = [];
  /** @type {{ control: BokehModel, view: any }[]} */
  controls = [];

  /** @param {AbortSignal} signal */
  #follow(signal) {
    turning.addEventListener("turn", () => this.#turn(), { signal });
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.#tint(), { signal });
    document.addEventListener("attention:theme", () => this.#tint(), { signal });
    addEventListener("resize", () => this.#enlarge(), { signal });
    // The canvas is a picture with a name; Bokeh makes it a tab stop that does nothing.
    for (const frame of this.frames) for (const child of all(frame, ":scope > *")) child.inert = true;
  }

  /** The present columns of a source, turned as they are shown. @param {string} name @returns {Columns} */
  shown(name) {
    return this.#sources.get(name)?.data;
  }

  /** New columns by source, painted. @param {Record<string, Columns>} columns */
  async show(columns) {
    await painted(this.views, () => Object.entries(columns).forEach(([name, data]) => this.#put(name, data)));
    for (const refresh of this.after) refresh();
  }

  /** @param {string} name @param {Columns} columns */
  #put(name, columns) {
    const source = this.#sources.get(name);
    if (!source) throw new Error(`no figure has a source ${name}`);
    this.#columns.set(name, columns);
    source.data = turning.turned && source.tags.includes("turns") ? turn(columns) : columns;
  }

  #turn() {
    for (const [name, columns] of this.#columns)
      if (this.#sources.get(name)?.tags.includes("turns")) this.#put(name, columns);
    for (const refresh of this.after) refresh();
  }

  /** Exchanges every colour of the theme for its partner, whichever is being shown. */
  #tint() {
    const { theme } = document.documentElement.dataset;
    const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    const partner = new Map([...this.#dark].map(([light, night]) => (dark ? [light, night] : [night, light])));
    for (const { value, put } of settings(this.model)) {
      if (partner.has(value)) put(partner.get(value));
      else if (value && partner.has(value.value)) put({ value: partner.get(value.value) });
    }
  }

  /**
   * The text in figures, by the reader's own size of text and the factor that the style sheet asks for (--figure-text).
   */
  #enlarge() {
    const asked = Number(getComputedStyle(this.element).getPropertyValue("--figure-text")) || 1;
    const factor = (asked * parseFloat(getComputedStyle(document.documentElement).fontSize)) / USUAL_PX;
    const by = factor / this.#enlarged;
    if (by === 1) return;
    this.#enlarged = factor;
    for (const { value, put } of settings(this.model, (name) => name.endsWith("text_font_size"))) {
      const size = value?.value ?? value;
      const larger = `${parseFloat(size) * by}px`;
      if (/^[\d.]+px$/.test(size)) put(value.value ? { value: larger } : larger);
    }
  }
}
