// Python's worker: fetches everything at once, tells how far it is, starts Python and passes messages to it.
// To the page: {kind: "progress" | "live" | "died", ...} as objects; answers of stage.py as JSON strings.
const root = new URL("../../python/", self.location.href);
const WASM = "application/wasm";
const TOLD_BYTES = 500_000, TOLD_MS = 5000;      // progress is told in steps that can be seen, or now and then, not with every packet
const QUIET_MS = 3_000;              // without a question: then there is time for what nobody has asked for
const progress = { kind: "progress", step: "fetching", done: 0, all: null };
const clients = new Set();           // the page, and the ports of other frames that share its worker
const tell = (change) => {
  Object.assign(progress, change);
  for (const client of clients) client.postMessage(progress);
};
// Started before the page has been parsed, it lets the figures' scripts come first: the page has asked for them, so they come
// out of the browser's cache here.
const figured = self.name === "after the figures" ? fetch("../bokeh.min.js").then((script) => script.blob()).catch(() => {}) : null;   // the page will say so
const listed = fetched(new URL("files.bin", root)).then(async (response) => ({
  ...await response.json(),
  compressing: response.headers.has("Content-Encoding"),          // and so will it send the image, which is of that type too
}));
listed.catch(() => {});              // told when it is awaited
importScripts("restore.js");

// What goes wrong is told with the file's name.
function naming(name) {
  return (error) => { throw new Error(`${name}: ${error.message}`); };
}

async function fetched(url, options) {
  const name = url.pathname.split("/").at(-1), response = await fetch(url, options).catch(naming(name));
  if (!response.ok) throw new Error(`${name}: HTTP ${response.status}`);
  return response;
}

// Files of one build, fetched in parallel and counted as they arrive.
class Files {
  gone = new AbortController();

  constructor({ folder, sizes, compressing }, names) {
    this.folder = new URL(`${folder}/`, root);
    this.sizes = sizes;             // name -> [bytes, bytes that travel]
    this.compressing = compressing;
    this.tell({ all: names.reduce((sum, name) => sum + sizes[name][1], progress.all ?? 0) });
  }

  tell(change) { tell(change); }

  at(name) { return new URL(name, this.folder); }

  fetch(name) { return fetched(this.at(name), { signal: this.gone.signal }); }

  // Counts a file that is all there.
  add(name) { this.tell({ done: progress.done + this.sizes[name][1] }); }

  async json(name) {
    const response = await this.fetch(name);
    this.add(name);
    return response.json();
  }

  // A file of which the host has a compressed form as well. It comes under its own name if the host sends that form for it:
  // then it may be Brotli, and browsers keep what they compiled of it. Else the gzipped form is asked for, and unpacked here.
  async packed(name, type, ask = this.compressing) {
    const response = ask ? await this.fetch(name).catch(() => null) : null;
    if (response?.headers.has("Content-Encoding")) return { response, plain: true };
    response?.body.cancel().catch(() => {});
    return { response: await this.unpacked(name, type), plain: false };
  }

  // Whether a file comes compressed under its own name, asked without its body: megabytes would be on their way before a GET
  // could be taken back. Also if it cannot be known: without a network, what was kept comes under its own name or not at all.
  async comesPacked(name) {
    if (this.compressing) return true;
    const head = await fetch(this.at(name), { method: "HEAD", signal: this.gone.signal }).catch(() => null);
    return !head?.ok || head.headers.has("Content-Encoding");
  }

  // The gzipped form of a file, unpacked while it comes in; one that ends early is an error. Some hosts label it as encoded, and
  // it is unpacked already: the first bytes tell.
  async unpacked(name, type) {
    const [peek, all] = this.counted(await this.fetch(`${name}.gz`), name, this.sizes[name][1]).tee(), reader = peek.getReader();
    const { value: [first, second] = [] } = await reader.read().catch(naming(name));
    reader.cancel().catch(() => {});
    const packed = first === 0x1f && second === 0x8b;
    return new Response(packed ? all.pipeThrough(new DecompressionStream("gzip")) : all, { headers: { "Content-Type": type } });
  }

  // Tells of a file of so many bytes as they come: called with the size of each packet, and in the end without.
  counting(name, size) {
    const travels = this.sizes[name][1];
    let come = 0, told = 0, at = performance.now();
    return (packet = Infinity) => {
      come += packet;
      const until = Math.floor(Math.min(1, come / size) * travels);
      if (packet < Infinity && until - told <= TOLD_BYTES && performance.now() - at < TOLD_MS) return;
      this.tell({ done: progress.done + until - told });
      told = until;
      at = performance.now();
    };
  }

  // The stream of a response of so many bytes, told of as it passes.
  counted(response, name, size) {
    const count = this.counting(name, size);
    return response.body.pipeThrough(new TransformStream({
      transform(packet, out) {
        out.enqueue(packet);
        count(packet.length);
      },
      flush() { count(); },
    }));
  }

  // All of a stream, in one place from the beginning; one that ends early is an error.
  async gathered(stream, name, count = () => {}) {
    const bytes = new Uint8Array(this.sizes[name][0]), reader = stream.getReader();
    let at = 0;
    for (let packet; !(packet = await reader.read().catch(naming(name))).done; at += packet.value.length) {
      bytes.set(packet.value, at);
      count(packet.value.length);
    }
    if (at < bytes.length) throw new Error(`${name} ends early`);
    count();
    return bytes;
  }

  async bytes(name) {
    const { response, plain } = await this.packed(name, "application/octet-stream");
    return this.gathered(response.body, name, plain ? this.counting(name, this.sizes[name][0]) : undefined);
  }

  // A module compiles while it streams in. Counted when it is all there: counting on the way would take a copy, of which the
  // browser would not keep what it compiled.
  async compiled(name, ask) {
    const { response, plain } = await this.packed(name, WASM, ask);
    const isWasm = response.headers.get("Content-Type") === WASM;
    const compiling = isWasm ? WebAssembly.compileStreaming(response) : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
    const module = await compiling.catch(naming(name));
    if (plain) this.add(name);
    return module;
  }

  async whole(name) {
    return this.gathered((await this.fetch(name)).body, name, this.counting(name, this.sizes[name][0]));
  }
}

// What the build has put aside, for hardly anyone runs it (split.py): compiled when nothing else is to be done, or when it is
// called. Nobody waits for it, so nothing is told of it.
class Aside extends Files {
  modules = new Map();              // file -> compiled module

  tell() {}

  fetch(name) { return fetched(this.at(name), { signal: this.gone.signal, priority: "low" }); }

  async all(names) { for (const name of names) this.modules.set(name, await this.compiled(name)); }

  // In the midst of Python's work, which cannot wait, and which is broken for good without it.
  now = (file) => {
    const name = file.replace(".wasm", ".cold.wasm");
    try {
      return this.modules.get(name) ?? new WebAssembly.Module(self.python.fetchedNow(this.at(name)));
    } catch (error) {
      if (asked) die(error);
      throw error;
    }
  };
}

// Python's memory as it was after its imports is put back; whatever goes wrong with that, Python starts as usual.
async function boot() {
  const { groups, ...build } = await listed;
  await figured;
  const core = new Files(build, groups.core), image = new Files(build, groups.image), rest = new Aside(build, []);
  const description = image.json("image.json"), wasm = core.comesPacked("pyodide.asm.wasm").then((packed) => core.compiled("pyodide.asm.wasm", packed));
  const parts = { description, ...fetchImage(image, groups.image) };
  for (const promise of [wasm, ...Object.values(parts)]) promise.catch(() => {});     // told when it is awaited
  importScripts(core.at("pyodide.asm.js"));           // this stops the worker for a moment; the rest is on its way
  core.add("pyodide.asm.js");
  try {
    const browser = await fromImage(image, wasm, parts, rest);
    whenQuiet().then(() => rest.all(groups.aside)).catch((error) => console.debug("not yet there:", error));
    return browser;
  } catch (error) {
    console.debug("no start from the image:", error);
    image.gone.abort();
    const compiled = await wasm;
    tell({ all: progress.done });     // what is left of the image will not come
    await rest.all(groups.aside);     // much that no rehearsal runs
    return fromArchive(new Files(build, groups.archive), compiled, rest);
  }
}

function fetchImage(files, names) {
  const libraries = names.filter((name) => name.endsWith(".wasm")).map((name) => [name, files.compiled(name)]);
  return { image: files.bytes("image.bin"), ...Object.fromEntries(libraries) };
}

async function fromImage(files, wasm, { image, description, ...libraries }, rest) {
  const stdlib = { url: files.at("python_stdlib.zip"), size: files.sizes["python_stdlib.zip"][0] };
  const start = self.python.restorePython({ wasm, description: await description, image, libraries, stdlib, aside: rest.now });
  start.catch(() => {});              // told when it is awaited
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
  do await new Promise((resolve) => setTimeout(resolve, QUIET_MS)); while (performance.now() - asked < QUIET_MS);
}

const started = boot();
let asked = 0;                       // when Python has last answered; 0 until it is live
started.then(() => { asked = performance.now(); }, () => {});

// The page that started this worker, or another frame that joins it: each has a stage to itself. Questions are text; a port
// is another frame's, and an empty message says that its sender goes.
async function join(client) {
  clients.add(client);
  if (progress.all !== null) client.postMessage(progress);
  const receive = started.then((browser) => browser.connect((text) => {
    asked = performance.now();
    client.postMessage(text);
  }));
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

// Python did not start, or broke where nothing can be mended (an error in Python's own code would have been answered): everyone
// hears of it. Whoever tries again gets a new worker.
function die(error) {
  const reason = String(error.message ?? error).split("\n").filter(Boolean).at(-1);
  for (const client of clients) client.postMessage({ kind: "died", reason });
  setTimeout(() => self.close(), 100);
}

const ready = join(self);
ready.catch(() => {});                              // the page has been told
