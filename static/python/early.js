// On a page with widgets: Python is on its way before the page has been parsed, right after the figures' scripts, which
// a slow line brings first. python.js takes the worker over, with what it has said by then. Not in a frame, where
// Python is shared; not for who is to be asked first, or pays by the byte.
{
  const asks = new URLSearchParams(location.search).get("load") === "click";
  if (window.parent === window && typeof WebAssembly === "object" && !asks && !navigator.connection?.saveData) {
    const name = navigator.serviceWorker?.controller ? "" : "after the figures"; // what is kept needs no order
    const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
    const worker = new Worker(new URL("worker.js", src), { name });
    /** @type {Said[]} */
    const said = [];
    worker.onmessage = ({ data }) => said.push(data);
    worker.onerror = (event) => {
      event.preventDefault();
      said.push({ kind: "died", reason: event.message || "worker.js" });
    };
    window.earlyPython = { worker, said };
  }
}
