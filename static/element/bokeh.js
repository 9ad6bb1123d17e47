// Bokeh's own script, and all that we use of it which it does not promise: views of figures and sliders, the models of
// a document, the way it paints. Written for this version; another must be looked at first.
import { once } from "./once.js";
import { base } from "./site.js";

export const WRITTEN_FOR = "3.9";
// Glyphs take their data in a chain of some two dozen promises, none of which waits for anything. Awaited one by one
// they have been seen to within this very task: a new one might have to wait for a frame.
const CHAIN = 60;
// Of a glyph's states: ours are never selected, muted and the like, for which each would be worked out anew.
const STATES = ["selection_glyph", "nonselection_glyph", "muted_glyph", "decimated_glyph"];
const STEPS = ["set_data", "set_visuals", "after_visuals", "map_data"];
const idle = () => {};

export const load = once(async () => {
  await script("bokeh.min.js");
  if (!Bokeh.version.startsWith(`${WRITTEN_FOR}.`)) throw new Error(`Bokeh ${Bokeh.version} is not ${WRITTEN_FOR}`);
  Bokeh.logger.set_level("error");
});

/** @param {string} name @returns {Promise<unknown>} */
const script = (name) =>
  new Promise((resolve, reject) => {
    const onerror = () => {
      tag.remove();
      reject(new Error(name));
    };
    const src = new URL(`static/${name}`, base).href;
    const tag = Object.assign(document.createElement("script"), { src, onload: resolve, onerror });
    document.head.append(tag);
  });

/** All models of a document. @param {any} model @returns {BokehModel[]} */
export const models = (model) => [...model._all_models.values()];

/**
 * All properties of a document's models that have a value: {value, put(value)}.
 * @param {BokehDocument} model
 * @param {(name: string) => boolean} wanted
 */
export function* settings(model, wanted = () => true) {
  for (const one of models(model)) {
    for (const property of /** @type {any} */ (one)) {
      if (!wanted(property.attr) || property.is_unset) continue;
      const put = (/** @type {unknown} */ value) => one.setv({ [property.attr]: value });
      yield { value: property.get_value(), put };
    }
  }
}

/**
 * Draws a document's roots into these places; not embed_items: it finds its targets by id, and the same widget may
 * stand twice in a page.
 * @param {BokehDocument} model
 * @param {Element} element
 * @param {Element[]} places
 */
export async function embed(model, element, places) {
  const views = await Bokeh.embed.add_document_standalone(model, element, places);
  const view = (/** @type {BokehModel} */ root) => views.get(root) ?? views.get_by_id?.(root.id);
  const clear = () => {
    views.clear();
    Bokeh.documents.splice(Bokeh.documents.indexOf(model), 1); // Bokeh itself never forgets one
  };
  return { views: model.roots().map(view), clear };
}

/**
 * Changes numbers and paints. Bokeh would wait for a frame of its own, and sometimes for one more; painted at once, the
 * picture is in the next frame that the reader sees. A paused view only notes what has changed, and paint() draws just
 * that.
 * @param {any[]} plots
 * @param {() => void} change
 */
export async function painted(plots, change) {
  for (const plot of plots) plot.pause();
  change();
  for (let link = 0; link < CHAIN; link++) await null;
  for (const plot of plots) {
    plot.unpause(true);
    if (!plot.is_destroyed) plot.paint();
  }
}

/**
 * Frees a figure of work for what ours do not have: every painting would place an element for each renderer and more
 * (ours draw on the canvas alone, so it can go), whereupon the browser works out the styles anew.
 * @param {any} plot
 */
export function lighten(plot) {
  for (const view of plot.element_views) view.reposition = idle;
  // Bokeh clears half a pixel aside of where it paints: what lay in the first row and column would stay.
  const { primary, overlays } = plot.canvas_view;
  for (const layer of [primary, overlays])
    layer.clear = () => layer.ctx.clearRect(-1, -1, layer.bbox.width + 2, layer.bbox.height + 2);
  for (const renderer of plot.computed_renderer_views) {
    renderer.update_position = idle;
    renderer.el.style.display = "none";
    const glyphs = STATES.map((state) => renderer[state]).filter(Boolean);
    for (const glyph of glyphs) for (const step of STEPS) glyph[step] = idle;
  }
}

/**
 * A figure as who points into it must know it: where its units lie in pixels, the ends of its height, its sources.
 * @param {any} view
 */
export function geometry(view) {
  const { x_scale, y_scale } = view.frame;
  const { y_range, renderers } = view.model;
  const sources = renderers.map((/** @type {BokehModel} */ one) => one.data_source ?? one.source);
  return {
    x: (/** @type {number} */ at) => x_scale.compute(at),
    y: (/** @type {number} */ at) => y_scale.compute(at),
    floor: y_range.start,
    ceiling: y_range.end,
    sources: new Set(/** @type {BokehModel[]} */ (sources.filter((/** @type {BokehModel} */ one) => one?.name))),
  };
}

/**
 * A slider has no name for a screen reader; it gets one. It tells its value as all numbers here are written, in its
 * title and aloud; and the true one where the control has no stop at it. (What Bokeh hands over is a number or, by
 * stops, a text.) Gives what shows the value.
 * @param {any} view
 * @param {string} label
 * @param {() => string} said
 */
export function spell(view, label, said) {
  const grip = view.shadow_el.querySelector("[role=slider]");
  const show = () => {
    view._update_title();
    grip.ariaValueText = said();
  };
  grip.ariaLabel = label;
  view.pretty = said;
  view._noUiSlider.on("update", show);
  return show;
}
