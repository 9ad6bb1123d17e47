// After the first widget has come alive, the service worker keeps the whole site, quietly: the next visit is faster and
// needs no network. Not for a reader who pays by the byte, and not in a frame of somebody else's page.
const CALM_MS = 2000;
const metered = () => navigator.connection?.saveData === true || navigator.connection?.type === "cellular";
let asked = false;

document.addEventListener("attention:state", ({ detail }) => {
  if (detail.state !== "live" || asked || metered() || window.parent !== window) return;
  asked = true;
  setTimeout(keep, CALM_MS);
});

async function keep() {
  try {
    const url = new URL("../../../sw.js", import.meta.url);
    const { installing, waiting, active } = await navigator.serviceWorker.register(url, { updateViaCache: "none" });
    (installing ?? waiting ?? active).postMessage("keep");
  } catch { /* no service workers here, or no place to keep anything: the network has it all */ }
}
