// After the first widget has come alive, and when the reader moves nothing, the service worker keeps the whole site:
// the next visit is faster and needs no network. Not for a reader who pays by the byte, and not in a frame of somebody
// else's page.
const CALM_MS = 2000;
const metered = () => navigator.connection?.saveData === true || navigator.connection?.type === "cellular";
let calm = 0;
let asked = false;

const later = () => {
  clearTimeout(calm);
  if (!asked) calm = setTimeout(keep, CALM_MS);
};
document.addEventListener("attention:state", (event) => {
  const { detail } = /** @type {CustomEvent} */ (event);
  if (detail.state === "live" && !metered() && window.parent === window) later();
});
document.addEventListener("attention:change", () => {
  if (calm) later();
});

async function keep() {
  asked = true;
  try {
    const url = new URL("../../../../sw.js", import.meta.url);
    const { installing, waiting, active } = await navigator.serviceWorker.register(url, { updateViaCache: "none" });
    (installing ?? waiting ?? active)?.postMessage("keep");
  } catch {
    /* no service workers here, or no place to keep anything: the network has it all */
  }
}
