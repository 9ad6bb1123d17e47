// Python's worker: fetches everything at once, tells how far it is, starts Pyodide, and passes messages to Python.
// To the page: {kind: "progress" | "live" | "failed", ...} as objects; answers of stage.py as JSON strings.
const folder = new URL("../python/", self.location.href);
const FETCHED = ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json", "python.tar.gz"];
const progress = { kind: "progress", step: "fetching", done: 0, all: null };
const tell = (change) => self.postMessage(Object.assign(progress, change));

const network = self.fetch.bind(self);
const early = new Map(FETCHED.map((name) => [new URL(name, folder).href, counted(name)]));
for (const file of early.values()) file.catch(() => {});  // reported in boot(), where it is awaited
// Pyodide asks for its files one after another; each was asked for at the start, and is handed over here.
self.fetch = (request, options) => {
  const url = new URL(request.url ?? request, folder).href, response = early.get(url);
  early.delete(url);
  return response ?? network(request, options);
};

// A file of the folder; what goes wrong is told with its name.
async function get(name) {
  const response = await network(new URL(name, folder)).catch((error) => { throw new Error(`${name}: ${error.message}`); });
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

async function counted(name) {
  const response = await get(name);
  count(response.clone().body.getReader());
  return response;
}

async function count(reader) {
  for (;;) {
    const { done, value } = await reader.read().catch(() => ({ done: true }));
    if (done) return;
    tell({ done: progress.done + value.length });
  }
}

async function boot() {
  const sizes = await (await get("files.json")).json();
  tell({ all: FETCHED.reduce((sum, name) => sum + sizes[name], 0) });
  const archive = self.fetch(new URL("python.tar.gz", folder));
  importScripts(new URL("pyodide.js", folder), new URL("pyodide.asm.js", folder));
  await Promise.all(early.values());             // a missing file is told by its name, before Pyodide trips over it
  tell({ step: "starting" });
  const python = await loadPyodide({ indexURL: folder.href });
  tell({ step: "importing" });
  const unzipped = (await archive).body.pipeThrough(new DecompressionStream("gzip"));
  untar(new Uint8Array(await new Response(unzipped).arrayBuffer().catch((error) => { throw new Error(`python.tar.gz: ${error.message}`); })), python.FS, "/lib/python3.12/site-packages/");
  return python.pyimport("attention.browser").receive;
}

// The archive is a plain USTAR file: a header of 512 bytes with name and octal size, then the content in whole blocks.
function untar(tar, FS, target) {
  const text = (at, length) => new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; tar[at]; ) {
    const prefix = text(at + 345, 155), name = (prefix ? `${prefix}/` : "") + text(at, 100), size = parseInt(text(at + 124, 12), 8);
    FS.mkdirTree(target + name.slice(0, name.lastIndexOf("/")));
    FS.writeFile(target + name, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

const ready = boot();
ready.then(
  () => self.postMessage({ kind: "live" }),
  (error) => self.postMessage({ kind: "failed", reason: String(error.message ?? error).split("\n").filter(Boolean).at(-1) }),
);
self.onmessage = async ({ data }) => (await ready)(data);
