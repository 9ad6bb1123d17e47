// Python's worker: fetches everything at once, tells how far it is, starts Python and passes messages to it.
// To the page: {kind: "progress" | "live" | "failed", ...} as objects; answers of stage.py as JSON strings.
const root = new URL("../python/", self.location.href);
const progress = { kind: "progress", step: "fetching", done: 0, all: null };
const tell = (change) => self.postMessage(Object.assign(progress, change));
const listed = fetched(new URL("files.json", root), { cache: "no-cache" }).then((response) => response.json());
listed.catch(() => {});              // told when it is awaited
importScripts("restore.js");

async function fetched(url, options) {
  const response = await fetch(url, options);
  if (!response.ok) throw new Error(`${url.pathname.split("/").at(-1)}: HTTP ${response.status}`);
  return response;
}

// The files of one build, all in one folder: fetched in parallel, counted as they arrive.
class Files {
  constructor({ folder, sizes }, names) {
    this.folder = new URL(`${folder}/`, root);
    this.sizes = sizes;
    this.gone = new AbortController();
    tell({ all: names.reduce((sum, name) => sum + sizes[name], progress.all ?? 0) });
  }

  url(name) { return new URL(name, this.folder); }

  fetch(name) { return fetched(this.url(name), { signal: this.gone.signal }); }

  // Counts a file that is all there.
  add(name) { tell({ done: progress.done + this.sizes[name] }); }

  async json(name) {
    const response = await this.fetch(name);
    this.add(name);
    return response.json();
  }

  // A module compiles while it streams in, and the browser keeps what it compiled: only from a response that nobody has read
  // or cloned. So it is counted when it is all there.
  async compiled(name) {
    const module = await WebAssembly.compileStreaming(this.fetch(name));
    this.add(name);
    return module;
  }

  async bytes(name) {
    const reader = (await this.fetch(name)).body.getReader(), bytes = new Uint8Array(this.sizes[name]);
    for (let at = 0; ;) {
      const { done, value } = await reader.read();
      if (done && at < bytes.length) throw new Error(`${name} ends early`);
      if (done) return bytes;
      bytes.set(value, at);
      at += value.length;
      this.count(value.length);
    }
  }

  // Told in steps that can be seen, not with every packet.
  #untold = 0;
  count(length) {
    this.#untold += length;
    if (this.#untold < 500_000) return;
    tell({ done: progress.done + this.#untold });
    this.#untold = 0;
  }
}

// Python's memory as it was after its imports is put back; whatever goes wrong with that, Python starts as usual.
async function boot() {
  const { shared, image, ordinary, ...build } = await listed;
  const files = new Files(build, [...shared, ...image]);
  const wasm = files.compiled("pyodide.asm.wasm");
  const restored = collect(files, image);              // on its way before the script stops this worker for a moment
  for (const promise of [wasm, ...Object.values(restored)]) promise.catch(() => {});     // told when it is awaited
  importScripts(files.url("pyodide.asm.js"));
  files.add("pyodide.asm.js");
  try {
    return await fromImage(files, wasm, restored);
  } catch (error) {
    console.debug("no start from the image:", error);
    files.gone.abort();
    return fromArchive(new Files(build, ordinary), wasm);
  }
}

function collect(files, image) {
  const libraries = image.filter((name) => name.endsWith(".wasm")).map((name) => [name, files.compiled(name)]);
  return { image: files.bytes("image.bin"), description: files.json("image.json"), ...Object.fromEntries(libraries) };
}

async function fromImage(files, wasm, { image, description, ...libraries }) {
  const stdlib = { url: files.url("python_stdlib.zip"), size: files.sizes["python_stdlib.zip"] };
  const start = { wasm: await wasm, description: await description, image, libraries, stdlib };
  tell({ step: "starting" });
  return (await self.python.restorePython(start)).pyimport("attention.browser");
}

async function fromArchive(files, wasm) {
  tell({ step: "fetching" });
  const [core, stdlib, archive] = await Promise.all([wasm, files.bytes("python_stdlib.zip"), files.bytes("python.tar.gz")]);
  tell({ step: "starting" });
  const unzipped = new Blob([archive]).stream().pipeThrough(new DecompressionStream("gzip"));
  const tar = new Uint8Array(await new Response(unzipped).arrayBuffer());
  const python = await self.python.startPython({ wasm: core, stdlib, tar });
  tell({ step: "importing" });
  return python.pyimport("attention.browser");
}

const ready = boot().then((browser) => {
  rehearse(browser.rehearse());
  return browser.receive;
});
ready.then(
  () => self.postMessage({ kind: "live" }),
  (error) => self.postMessage({ kind: "failed", reason: String(error.message ?? error).split("\n").filter(Boolean).at(-1) }),
);
self.onmessage = async ({ data }) => (await ready)(data);

// The engine compiles each function of Python and NumPy when it is first called: better before the reader waits for it.
async function rehearse(steps) {
  do await new Promise((resolve) => setTimeout(resolve, 100));
  while (!steps.next().done);
}
