// On a page with widgets: Python is on its way before the page has been parsed, right after the figures' scripts, which a
// slow line brings first. python.js takes the worker over, with what it has said by then. Not in a frame, where Python
// is shared; not for who is to be asked first, or pays by the byte.
{
  const here = new URL("./", document.currentScript.src), asks = new URLSearchParams(location.search).get("load") === "click";
  const preloaded = (name) => new Promise((resolve) => {
    const link = Object.assign(document.createElement("link"), { rel: "preload", as: "script", href: new URL(name, here) });
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
  const figures = Promise.all(["bokeh.min.js", "bokeh-widgets.min.js"].map(preloaded));
  if (window.parent === window && typeof WebAssembly === "object" && !asks && !navigator.connection?.saveData) {
    self.earlyPython = figures.then(() => {
      const worker = new Worker(new URL("worker.js", here)), said = [];
      worker.onmessage = ({ data }) => said.push(data);
      worker.onerror = (event) => { event.preventDefault(); said.push({ kind: "failed", reason: event.message || "worker.js" }); };
      return { worker, said };
    });
  }
}
