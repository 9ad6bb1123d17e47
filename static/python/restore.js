// Starts Python on Pyodide's core in one of two ways: as usual (startPython), or by putting back the memory of a Python
// that has already imported everything (restorePython). A classic script: worker.js runs it in the reader's browser,
// and the build runs it in Node (image.mjs), so that the image is made by the very start that it later replaces.
const STDLIB = "/lib/python312.zip",
  SITE_PACKAGES = "/lib/python3.12/site-packages/";
const PROCESS = {
  thisProgram: "./this.program", // else Node's own, a path of the machine that builds
  arguments: [],
  noImageDecoding: true,
  noAudioDecoding: true,
  noWasmDecoding: true,
};
// The same in both ways, and in every reader's browser, so that the results are the same too. Hashes may be known:
// there is nobody to attack but oneself, and sets of strings keep one order. INSPECT keeps the interpreter up;
// OPTIMIZE=2: NumPy without docstrings, which the archive's bytecode does not have.
const ENVIRONMENT = {
  HOME: "/home/pyodide",
  LANG: "en_US.UTF-8",
  PYTHONINSPECT: "1",
  PYTHONHASHSEED: "0",
  PYTHONOPTIMIZE: "2",
};

// Resolves to Pyodide's module with files in place: the interpreter has run its main, or with `memory` bytes not begun.
// Pyodide's script has much to prepare, so `wasm` may still be compiling.
async function startCore(ways) {
  const limit = Error.stackTraceLimit;
  // Pyodide's script makes errors that nobody reads; for the stack of one V8 would parse all of it again
  Error.stackTraceLimit = 0;
  try {
    return await coreStarted(ways);
  } finally {
    Error.stackTraceLimit = limit;
  }
}

function coreStarted({ wasm, fill, memory, aside, placed = {}, make = false }) {
  return new Promise((resolve, reject) => {
    const config = {
      jsglobals: globalThis,
      env: ENVIRONMENT,
      indexURL: "/",
      packageCacheDir: "/",
      args: [],
      packages: [],
      fullStdLib: false,
      enableRunUntilComplete: true,
      checkAPIVersion: true,
      _makeSnapshot: make,
    };
    const settings = {
      ...PROCESS,
      API: { config }, // without a lock file: nothing will be installed, no index of packages is wanted
      preRun: [
        (module) => {
          Object.assign(module.ENV, ENVIRONMENT);
          for (const folder of [ENVIRONMENT.HOME, SITE_PACKAGES]) module.FS.mkdirTree(folder);
          module.FS.chdir(ENVIRONMENT.HOME);
          module.API.sitePackages = SITE_PACKAGES.slice(0, -1);
          fill(module.FS);
        },
      ],
      quit: (status, error) => {
        reject(error);
        throw error;
      },
      instantiateWasm(imports, done) {
        // Emscripten would wait for ever if this failed: tell whoever waits
        Promise.resolve(wasm)
          .then(async (compiled) => {
            const instance = opened(
              await WebAssembly.instantiate(compiled, imports),
              imports,
              "pyodide.asm.wasm",
              aside,
            );
            setPlaced(imports.env.__indirect_function_table, instance.exports, placed);
            done(instance, compiled);
          })
          .catch(reject);
        return {};
      },
    };
    let before = null; // the tables before the interpreter's main: what the image describes is what came after
    if (make)
      settings.onRuntimeInitialized = function () {
        before = { table: this.wasmTable.length, got: gotOf(this) };
      };
    if (memory) Object.assign(settings, { noInitialRun: true, INITIAL_MEMORY: memory });
    _createPyodideModule(settings).then((module) => resolve(Object.assign(module, { before })), reject);
  });
}

// A function that the module itself has placed in the table comes out of it as another than the exported one in WebKit
// (its bug 165825), and Emscripten, which goes by what comes out, would add it a second time. One that is set comes out
// as the same.
function setPlaced(table, exports, placed) {
  for (const [name, slot] of Object.entries(placed)) table.set(slot, exports[name]);
}

// A module of which the build has put aside what hardly anyone runs (split.py; what that adds to the exports begins
// with "~"): the first call of such a function takes it in, at once, and goes on. `aside` gives the compiled module for
// a file's name.
function opened(instance, imports, file, aside) {
  const own = {},
    added = {};
  for (const [name, value] of Object.entries(instance.exports)) (name[0] === "~" ? added : own)[name] = value;
  const { "~table": table, "~loaded": loaded } = added;
  table?.set(
    table.length - 1,
    callable(() => {
      new WebAssembly.Instance(aside(file), { ...imports, "~": { ...own, ...added } });
      loaded.value = 1;
    }),
  );
  return { exports: own };
}

// A table takes no function of JavaScript's own. This one has passed through WebAssembly: a module that exports what it
// imports, () -> ().
const PASSING = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 101, 1, 102, 0, 0, 7, 5, 1, 1, 102, 0, 0,
]);
const callable = (f) => new WebAssembly.Instance(new WebAssembly.Module(PASSING), { e: { f } }).exports.f;

// What Pyodide's own loader does last. `hiwire`: JavaScript's side of what the image refers to.
function finish(module, hiwire) {
  const { API } = module,
    python = API.finalizeBootstrap(hiwire);
  API._pyodide.set_excepthook();
  API.initializeStreams();
  return python;
}

async function startPython({ wasm, stdlib, tar, aside, make }) {
  const module = await startCore({
    wasm,
    make,
    aside,
    fill(FS) {
      FS.writeFile(STDLIB, stdlib, { canOwn: true });
      untar(tar, FS, SITE_PACKAGES);
    },
  });
  return finish(module);
}

// The archive is a plain USTAR file: a header of 512 bytes with name and octal size, then the content in whole blocks.
function untar(tar, FS, target) {
  const text = (at, length) => new TextDecoder().decode(tar.subarray(at, at + length)).replace(/\0.*$/s, "");
  for (let at = 0; tar[at];) {
    const prefix = text(at + 345, 155),
      name = (prefix ? `${prefix}/` : "") + text(at, 100),
      size = parseInt(text(at + 124, 12), 8);
    FS.mkdirTree(target + name.slice(0, name.lastIndexOf("/")));
    FS.writeFile(target + name, tar.subarray(at + 512, at + 512 + size));
    at += 512 + Math.ceil(size / 512) * 512;
  }
}

// `wasm`, `image` and `libraries` (file name -> compiled module) may still be on their way; `stdlib` is {url, size}.
async function restorePython({ wasm, description, image, libraries, stdlib, aside }) {
  const module = await prepare({ wasm, description, libraries, stdlib, aside });
  if (putBack(await image, description.runs, module.HEAPU8) !== description.sum)
    throw new Error("the image is damaged or does not fit");
  setArgumentCounter(module, module._PyEM_CountArgsPtr);
  const python = finish(module, description.hiwire);
  python.runPython(RESEED);
  return python;
}

// Every reader would else draw the same random numbers.
const RESEED = `
import sys
if "random" in sys.modules:
    sys.modules["random"].seed()
if "numpy.random" in sys.modules:
    sys.modules["numpy.random"].seed()
`;

// A core whose libraries, table and symbols are where the image expects them; only the memory is still a new one's.
async function prepare({ wasm, description, libraries, stdlib, aside }) {
  const module = await startCore({
    wasm,
    aside,
    memory: description.memory,
    placed: description.placed,
    fill(FS) {
      if (stdlib) (FS.mkdirTree("/lib"), lazyFile(FS, STDLIB, stdlib));
      // Python looks into its package's folder for the names of widgets. It never reads these files: all are imported.
      for (const path of description.files) {
        FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
        FS.writeFile(path, "");
      }
    },
  });
  setTable(module, description);
  for (const library of description.libraries) loadLibrary(module, library, await libraries[library.file], aside);
  for (const [slot, library, name] of description.slots) setSlot(module, slot, exportsOf(module, library)[name]);
  setArgumentCounter(module, 0); // differs between engines: it comes back when the memory is restored
  return module;
}

function setTable(module, { table, got }) {
  // An engine without WebAssembly's garbage collection (and any on an iPhone) has no argument counter: keep its place
  // free.
  if (!module._PyEM_CountArgsPtr) module.wasmTable.grow(1);
  if (module.wasmTable.length !== table.core)
    throw new Error(`a table of ${module.wasmTable.length} entries, not ${table.core}`);
  module.wasmTable.grow(table.full - table.core);
  for (const [name, value] of Object.entries(got))
    (module.GOT[name] ??= new WebAssembly.Global({ value: "i32", mutable: true })).value = value;
}

// Python's function in WebAssembly that counts the arguments of another, or 0: its address lies in the interpreter's
// state.
function setArgumentCounter(module, address) {
  const offset = module.HEAPU32[module.__PyEM_EMSCRIPTEN_COUNT_ARGS_OFFSET >> 2];
  module.HEAPU32[(module.__PyRuntime + offset) >> 2] = address;
}

// As dlopen does it, except that where its data and functions go is already known: the handle says so (struct dso of
// musl). It also initialises its data; the image will lie over that, and being much like it, is small then (see
// putBack).
function loadLibrary(module, { path, file, handle, memory, table, global }, compiled, aside) {
  module.HEAPU8[handle + 8] = 1;
  module.HEAPU32.set([...memory, ...table], (handle + 12) >> 2);
  const library = module.newDSO(path, handle, "loading");
  library.global = global;
  // all that is defined was set by setTable
  const flags = { loadAsync: false, global, nodelete: true, allowUndefined: true };
  const { Instance } = WebAssembly;
  WebAssembly.Instance = function (module, imports) {
    return opened(new Instance(module, imports), imports, file, aside);
  };
  try {
    library.exports = module.loadWebAssemblyModule(compiled, flags, path, global ? null : {}, handle);
  } finally {
    WebAssembly.Instance = Instance;
  }
  if (global) module.mergeLibSymbols(library.exports, path);
}

function exportsOf(module, library) {
  return module.LDSO.loadedLibsByName[library].exports;
}

// A function that Python has looked up by name.
function setSlot(module, slot, called) {
  if (typeof called !== "function") throw new Error(`slot ${slot} of the table has no function`);
  module.setWasmTableEntry(slot, called);
  module.updateTableMap(slot, 1);
}

// The image is what differs from a new interpreter's memory: XOR it, in the `runs` ([start, end) in bytes) that it
// covers, one after the other. Returns a sum over what results, by which one sees whether all was right: image, engine
// and libraries.
function putBack(image, runs, memory) {
  let sum = 0,
    at = image.byteOffset;
  for (const [start, end] of runs) {
    sum = mix(
      sum,
      new Uint32Array(memory.buffer, start, (end - start) / 4),
      new Uint32Array(image.buffer, at, (end - start) / 4),
    );
    at += end - start;
  }
  return sum;
}

function mix(sum, words, others) {
  for (let i = 0; i < words.length; i++) sum = (Math.imul(sum, 31) + (words[i] ^= others[i])) | 0;
  return sum;
}

// A file that is fetched when it is first read; not FS.createLazyFile, which believes a compressed file's
// Content-Length.
function lazyFile(FS, path, { url, size }) {
  let contents = null;
  const load = () => {
    try {
      return new Uint8Array(fetchedNow(url));
    } catch {
      throw new FS.ErrnoError(29); // EIO
    }
  };
  Object.defineProperties(FS.create(path), {
    contents: { get: () => (contents ??= load()), set: () => {} },
    usedBytes: { get: () => size, set: () => {} },
  });
}

// The bytes of a file that Python's work cannot go on without.
function fetchedNow(url) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.send();
  if (request.status !== 200) throw new Error(`${url.pathname.split("/").at(-1)}: HTTP ${request.status}`);
  return request.response;
}

const gotOf = (module) => Object.fromEntries(Object.entries(module.GOT).map(([name, entry]) => [name, entry.value]));

globalThis.python = { startPython, restorePython, prepare, putBack, gotOf, fetchedNow, SITE_PACKAGES };
