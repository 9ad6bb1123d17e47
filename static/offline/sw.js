// The service worker: keeps the whole site for a reader without a network, and nothing else of anybody's. The build
// puts VERSION and FILES in front of this: the path of every file of this build and its sha256. What lies in a folder
// named by its content is taken from the cache; pages and other files that keep their names come from the network as
// long as there is one. Only keep() writes into the cache, and only what has the right sum.
const root = new URL("./", self.location.href);
const OURS = `attention ${root.pathname} `; // other sites may share this origin, and other copies of this one
const NAME = OURS + VERSION;
const NAMED_BY_CONTENT = /^(?:release|python)\//;

// The path in this site that an address means, without query; null for what is not ours.
function pathOf(address) {
  const url = new URL(address);
  if (url.origin !== root.origin || !url.pathname.startsWith(root.pathname)) return null;
  const path = decodeURI(url.pathname.slice(root.pathname.length));
  return path === "" || path.endsWith("/") ? `${path}index.html` : path;
}

const at = (path) => new URL(path, root).href;
const ours = async () => (await caches.keys()).filter((name) => name.startsWith(OURS));

// From this build's cache, or an older one's while that is still there.
async function kept(path) {
  for (const name of [NAME, ...(await ours()).reverse()]) {
    const response = await caches.match(at(path), { cacheName: name });
    if (response) return response;
  }
  return null;
}

self.addEventListener("fetch", (event) => {
  const { request } = event,
    path = ["GET", "HEAD"].includes(request.method) ? pathOf(request.url) : null;
  if (path === null) return;
  event.respondWith(NAMED_BY_CONTENT.test(path) ? settled(request, path) : fresh(request, path));
});

// The browser's own cache goes before ours for a module: there the engine keeps what it compiled of it.
async function settled(request, path) {
  const held =
    path.endsWith(".wasm") &&
    (await fetch(request.url, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null));
  return held?.ok
    ? held
    : ((await kept(path)) ?? (await unpacked(request, await kept(`${path}.gz`))) ?? fetch(request));
}

// Python's worker asks for the compressed form itself, except in the midst of work, where it cannot unpack anything.
function unpacked({ method }, packed) {
  if (!packed || method === "HEAD") return packed;
  return new Response(packed.body.pipeThrough(new DecompressionStream("gzip")), {
    headers: { "Content-Type": "application/wasm" },
  });
}

// A network that gives no answer is taken for none, if there is something kept.
const PATIENCE_MS = 4000;

async function fresh(request, path) {
  const network = fetch(request),
    late = new Promise((done) => setTimeout(done, PATIENCE_MS));
  const response = await Promise.race([network, late]).catch(() => null);
  return response?.status < 500 ? response : ((await instead(request, path)) ?? network);
}

// What is kept for an address; for a folder's without its last slash where that is, as a host does it.
async function instead({ url }, path) {
  return (
    (await kept(path)) ??
    ((await kept(`${path}/index.html`)) && Response.redirect(at(`${path}/`) + new URL(url).search))
  );
}

// Keeping: quietly, a few files at a time, what pages are made of before the pages. A page asks for it when its first
// widget is live. Without a part of theirs no pages are kept; the next visit goes on from there.
const AT_A_TIME = 4;
let keeping = null;
self.addEventListener("message", (event) => {
  if (event.data !== "keep") return;
  keeping ??= keep()
    .catch((error) => console.debug("not all is kept:", error))
    .finally(() => {
      keeping = null;
    });
  event.waitUntil(keeping.then(() => event.source.postMessage("kept what there is")));
});

async function keep() {
  const cache = await caches.open(NAME);
  await each(await missing(cache), (path) => take(path, cache));
  await each(await missing(cache, isPage), (path) =>
    take(path, cache).catch((error) => console.debug("a page is not kept:", error)),
  );
  if (!self.registration.waiting && !self.registration.installing) await dropOlder();
}

// Does it with all, in a few lanes; the first error ends them.
async function each(paths, act) {
  const left = [...paths];
  const lane = async () => {
    while (left.length)
      await act(left.shift()).catch((error) => {
        left.length = 0;
        throw error;
      });
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

const isPage = (path) => path.endsWith(".html");
const isPart = (path) => !isPage(path) && !(path.endsWith(".gz") && path.slice(0, -".gz".length) in FILES);

async function missing(cache, wanted = isPart) {
  const there = new Set((await cache.keys()).map(({ url }) => url));
  return Object.keys(FILES).filter((path) => wanted(path) && !there.has(at(path)) && !there.has(at(`${path}.gz`)));
}

// The browser's own cache may hold what came badly once: then past it.
const take = (path, cache) =>
  taken(path, cache, false).catch((error) =>
    NAMED_BY_CONTENT.test(path) ? taken(path, cache, true) : Promise.reject(error),
  );

// What also lies compressed beside itself is kept as the host sends it: under its own name if that comes compressed, or
// if the other is labelled as encoded and so comes unpacked; else under the other's.
async function taken(path, cache, afresh) {
  let name = path,
    response = await find(name, afresh);
  if (`${path}.gz` in FILES && !response.headers.has("Content-Encoding")) {
    response.body.cancel().catch(() => {});
    name = `${path}.gz`;
    response = await find(name, afresh);
  }
  if (!response.ok || response.redirected) throw new Error(`${name}: HTTP ${response.status}`);
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", await response.clone().arrayBuffer()));
  const hex = [...sum].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  if (![FILES[name], FILES[path]].includes(hex)) throw new Error(`${name} is not what was built`);
  await cache.put(at(hex === FILES[path] ? path : name), response);
}

async function find(path, afresh) {
  const byContent = NAMED_BY_CONTENT.test(path),
    cache = afresh ? "reload" : byContent ? "default" : "no-cache";
  return (byContent && !afresh && (await kept(path))) || fetch(at(path), { cache, priority: "low" });
}

async function dropOlder() {
  for (const name of await ours()) if (name !== NAME) await caches.delete(name);
}

// The pages of an older build keep their service worker and its cache until the last of them is closed.
self.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      // an earlier build's: with it Firefox opens no kept page without a network
      await self.registration.navigationPreload?.disable();
      if (!(await missing(await caches.open(NAME))).length) await dropOlder();
    })(),
  ),
);
