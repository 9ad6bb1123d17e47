// Python's worker: fetches everything at once, tells how far it is, starts Python and passes messages to it.
// To the page: {kind: "progress" | "live" | "died", ...} as objects; answers of stage.py as JSON strings.
const root = new URL("../../python/", self.location.href);
const QUIET_MS = 3_000; // without a question: then there is time for what nobody has asked for
const progress = { kind: "progress", step: "fetching", done: 0, all: null };
const clients = new Set(); // the page, and the ports of other frames that share its worker
const tell = (change) => {
  Object.assign(progress, change);
  for (const client of clients) client.postMessage(progress);
};
// Started before the page has been parsed, it lets the figures' scripts come first: the page has asked for them, so
// they come out of the browser's cache here.
const figured =
  self.name === "after the figures"
    ? fetch("../bokeh.min.js")
        .then((script) => script.blob())
        .catch(() => {})
    : null; // the page will say so
const listed = fetched(new URL("files.bin", root)).then(async (response) => ({
  ...(await response.json()),
  compressing: response.headers.has("Content-Encoding"), // and so will it send the image, which is of that type too
}));
listed.catch(() => {}); // told when it is awaited
importScripts("files.js", "restore.js");

// What goes wrong is told with the file's name.
function naming(name) {
  return (error) => {
    throw new Error(`${name}: ${error.message}`);
  };
}

async function fetched(url, options) {
  const name = url.pathname.split("/").at(-1),
    response = await fetch(url, options).catch(naming(name));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

// Python's memory as it was after its imports is put back; whatever goes wrong with that, Python starts as usual.
async function boot() {
  const { groups, ...build } = await listed;
  await figured;
  const core = new Files(build, groups.core),
    image = new Files(build, groups.image),
    rest = new Aside(build, (error) => {
      if (asked) die(error);
    });
  const description = image.json("image.json"),
    wasm = core.comesPacked("pyodide.asm.wasm").then((packed) => core.compiled("pyodide.asm.wasm", packed));
  const parts = { description, ...fetchImage(image, groups.image) };
  for (const promise of [wasm, ...Object.values(parts)]) promise.catch(() => {}); // told when it is awaited
  importScripts(core.at("pyodide.asm.js")); // this stops the worker for a moment; the rest is on its way
  core.add("pyodide.asm.js");
  try {
    const browser = await fromImage(image, wasm, parts, rest);
    whenQuiet()
      .then(() => rest.all(groups.aside))
      .catch((error) => console.debug("not yet there:", error));
    return browser;
  } catch (error) {
    console.debug("no start from the image:", error);
    image.gone.abort();
    const compiled = await wasm;
    tell({ all: progress.done }); // what is left of the image will not come
    await rest.all(groups.aside); // much that no rehearsal runs
    return fromArchive(new Files(build, groups.archive), compiled, rest);
  }
}

function fetchImage(files, names) {
  const libraries = names.filter((name) => name.endsWith(".wasm")).map((name) => [name, files.compiled(name)]);
  return { image: files.bytes("image.bin"), ...Object.fromEntries(libraries) };
}

async function fromImage(files, wasm, { image, description, ...libraries }, rest) {
  const stdlib = { url: files.at("python_stdlib.zip"), size: files.sizes["python_stdlib.zip"][0] };
  const start = self.python.restorePython({
    wasm,
    description: await description,
    image,
    libraries,
    stdlib,
    aside: rest.now,
  });
  start.catch(() => {}); // told when it is awaited
  await Promise.all([wasm, image]);
  tell({ step: "starting" });
  return (await start).pyimport("attention.runtime.browser");
}

async function fromArchive(files, wasm, rest) {
  tell({ step: "fetching" });
  const [stdlib, tar] = await Promise.all([files.whole("python_stdlib.zip"), files.bytes("python.tar")]);
  tell({ step: "starting" });
  const python = await self.python.startPython({ wasm, stdlib, tar, aside: rest.now });
  tell({ step: "importing" });
  return python.pyimport("attention.runtime.browser");
}

// Resolves when Python has had nothing to answer for a while; never for who pays by the byte.
async function whenQuiet() {
  if (navigator.connection?.saveData) await new Promise(() => {});
  do await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
  while (performance.now() - asked < QUIET_MS);
}

const started = boot();
let asked = 0; // when Python has last answered; 0 until it is live
started.then(
  () => {
    asked = performance.now();
  },
  () => {},
);

// The page that started this worker, or another frame that joins it: each has a stage to itself. Questions are text; a
// port is another frame's, and an empty message says that its sender goes.
async function join(client) {
  clients.add(client);
  if (progress.all !== null) client.postMessage(progress);
  const receive = started.then((browser) =>
    browser.connect((text) => {
      asked = performance.now();
      client.postMessage(text);
    }),
  );
  client.onmessage = async ({ data, ports: [other] }) => {
    if (other) join(other).catch(() => {});
    else if (data !== null) await receive.then((ask) => ask(data)).catch(die);
    else {
      clients.delete(client);
      client.close();
      (await receive).destroy();
    }
  };
  await receive.then(() => client.postMessage({ kind: "live" }), die);
  return receive;
}

// Python did not start, or broke where nothing can be mended (an error in Python's own code would have been answered):
// everyone hears of it. Whoever tries again gets a new worker.
function die(error) {
  const reason = String(error.message ?? error)
    .split("\n")
    .filter(Boolean)
    .at(-1);
  for (const client of clients) client.postMessage({ kind: "died", reason });
  setTimeout(() => self.close(), 100);
}

const ready = join(self);
ready.catch(() => {}); // the page has been told
