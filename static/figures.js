// Bokeh's figures, painted in the frame that brings their numbers, and freed of work for what our figures do not have.

// Resolves when all promises that are settled by now have been seen to, and long before a timer would.
const { port1: bell, port2: ringer } = new MessageChannel(), waiting = [];
bell.onmessage = () => waiting.shift()();
const nextTask = () => new Promise((resolve) => { waiting.push(resolve); ringer.postMessage(null); });

// Changes numbers and paints. Bokeh would wait for a frame of its own, and sometimes for one more; painted at once, the picture
// is in the next frame that the reader sees. A paused view only notes what has changed, and paint() draws just that.
export async function painted(plots, change) {
  for (const plot of plots) plot.pause();
  change();
  await nextTask();                                 // the glyphs take their data in a chain of promises
  for (const plot of plots) {
    plot.unpause(true);
    if (!plot.is_destroyed) plot.paint();
  }
}

// Every painting would place an element for each renderer (ours draw on the canvas alone, so it can go), whereupon the browser
// works out the styles anew; and every glyph would be worked out five times, for being selected, muted and the like, which ours never are.
export function lighten(plot) {
  for (const renderer of plot.computed_renderer_views) {
    renderer.update_position = idle;
    renderer.el.style.display = "none";
    for (const state of ["selection_glyph", "nonselection_glyph", "muted_glyph", "decimated_glyph"])
      for (const step of ["set_data", "set_visuals", "after_visuals", "map_data"]) if (renderer[state]) renderer[state][step] = idle;
  }
}
const idle = () => {};
