// Bokeh's figures, painted in the frame that brings their numbers, and freed of work for what our figures do not have.

// Glyphs take their data in a chain of some two dozen promises, none of which waits for anything. Awaited one by one
// they have been seen to within this very task: a new one might have to wait for a frame.
const CHAIN = 60;
const settled = async () => {
  for (let link = 0; link < CHAIN; link++) await null;
};

// Changes numbers and paints. Bokeh would wait for a frame of its own, and sometimes for one more; painted at once, the
// picture is in the next frame that the reader sees. A paused view only notes what has changed, and paint() draws just
// that.
export async function painted(plots, change) {
  for (const plot of plots) plot.pause();
  change();
  await settled();
  for (const plot of plots) {
    plot.unpause(true);
    if (!plot.is_destroyed) plot.paint();
  }
}

// Every painting would place an element for each renderer and more (ours draw on the canvas alone, so it can go),
// whereupon the browser works out the styles anew; and every glyph would be worked out five times, for being selected,
// muted and the like, which ours never are.
export function lighten(plot) {
  for (const view of plot.element_views) view.reposition = idle;
  // Bokeh clears half a pixel aside of where it paints: what lay in the first row and column would stay.
  const { primary, overlays } = plot.canvas_view;
  for (const layer of [primary, overlays])
    layer.clear = () => layer.ctx.clearRect(-1, -1, layer.bbox.width + 2, layer.bbox.height + 2);
  for (const renderer of plot.computed_renderer_views) {
    renderer.update_position = idle;
    renderer.el.style.display = "none";
    for (const state of ["selection_glyph", "nonselection_glyph", "muted_glyph", "decimated_glyph"])
      for (const step of ["set_data", "set_visuals", "after_visuals", "map_data"])
        if (renderer[state]) renderer[state][step] = idle;
  }
}
const idle = () => {};
