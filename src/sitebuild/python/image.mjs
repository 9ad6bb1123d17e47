// node image.mjs JOB: starts Python as the browser would, imports everything, and writes its memory and what JavaScript
// must know to put it back (JOB/image.bin, JOB/image.json). JOB holds Pyodide's files, python.tar, restore.js,
// image.py.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const BLOCK = 16384; // bytes, as finely as the image leaves out what a new interpreter has as well
const [job] = process.argv.slice(2);
const bytes = (name) => new Uint8Array(readFileSync(join(job, name)));
process.on("uncaughtException", (error) => {
  console.error(error.message);
  process.exit(1);
});

// The same inputs must give the same image: no clock and no chance while it is made.
Date.now = () => 0;
performance.now = () => 0;
crypto.getRandomValues = (array) => array.fill(0);
globalThis.postMessage = () => {}; // what the package takes from a worker; the browser's own is put in its place

const require = createRequire(import.meta.url);
globalThis.require = require;
for (const name of ["pyodide.asm.js", "restore.js"]) require(join(job, name));
const { startPython, prepare, putBack, gotOf, SITE_PACKAGES } = globalThis.python;

const wasm = await WebAssembly.compile(bytes("pyodide.asm.wasm"));
const python = await startPython({ wasm, stdlib: bytes("python_stdlib.zip"), tar: bytes("python.tar"), make: true });
python.runPython(readFileSync(join(job, "prelude.py"), "utf8"));
const module = python._module;
dropCopies(module);
clearFree(module);

const description = describe(module),
  memory = module.HEAPU8.slice(),
  libraries = {};
for (const { path, file } of description.libraries)
  libraries[file] = await WebAssembly.compile(module.FS.readFile(path));
const fresh = (await prepare({ wasm, description, libraries })).HEAPU8;
description.runs = differences(memory, fresh);
const image = Buffer.concat(
  description.runs.map(([start, end]) => xor(memory.subarray(start, end), fresh.subarray(start, end))),
);
description.sum = putBack(new Uint8Array(image), description.runs, fresh);
if (Buffer.compare(memory, fresh)) throw new Error("the image does not give the memory that was taken");

writeFileSync(join(job, "image.bin"), image);
writeFileSync(join(job, "image.json"), JSON.stringify(description));
process.exit(0);

// Where one memory differs from another, as [start, end) in bytes.
function differences(one, other) {
  const runs = [];
  for (let start = 0; start < one.length; start += BLOCK) {
    const end = start + BLOCK;
    if (!Buffer.compare(one.subarray(start, end), other.subarray(start, end))) continue;
    if (runs.at(-1)?.[1] === start) runs.at(-1)[1] = end;
    else runs.push([start, end]);
  }
  return runs;
}

function xor(one, other) {
  return one.map((byte, place) => byte ^ other[place]);
}

// dlopen keeps each library's file in memory, which nobody reads again: megabytes of the image.
function dropCopies(module) {
  const { free } = module.LDSO.loadedLibsByName.__main__.exports;
  for (const { handle } of librariesOf(module)) {
    const file = module.HEAPU32.subarray((handle + 28) >> 2, (handle + 36) >> 2); // address, size
    free(file[0]);
    file.fill(0);
  }
}

// What lies free on the heap is set to zero, so that the image packs better: take blocks until there are only new ones.
function clearFree(module) {
  const { malloc, free, sbrk } = module.LDSO.loadedLibsByName.__main__.exports,
    top = sbrk(0),
    taken = [];
  for (let size = 1 << 18; size >= 16; size >>= 1) {
    for (;;) {
      const block = malloc(size);
      taken.push(block);
      if (!block || block + size > top) break;
      module.HEAPU8.fill(0, block, block + size);
    }
  }
  for (const block of taken) free(block);
}

// Everything outside the memory that differs from a new interpreter's.
function describe(module) {
  const libraries = librariesOf(module),
    { table, got } = module.before;
  const changed = Object.entries(gotOf(module)).filter(([name, value]) => got[name] !== value);
  return {
    memory: module.HEAPU8.length,
    table: { core: table, full: module.wasmTable.length },
    placed: placedOf(module),
    got: Object.fromEntries(changed),
    libraries,
    slots: slotsOf(module, libraries),
    hiwire: module.API.serializeHiwireState(),
    files: filesOf(module.FS, `${SITE_PACKAGES}attention`),
  };
}

// The exported functions that the core itself has placed in its table, and where: name -> slot, one name for each.
function placedOf(module) {
  const { exports } = module.LDSO.loadedLibsByName.__main__,
    { tableSize } = module.getDylinkMetadata(wasm),
    placed = {};
  for (const { name } of WebAssembly.Module.exports(wasm)) {
    const slot = typeof exports[name] === "function" ? module.getFunctionAddress(exports[name]) : 0;
    if (slot > 0 && slot <= tableSize) placed[slot] = name;
  }
  return Object.fromEntries(Object.entries(placed).map(([slot, name]) => [name, Number(slot)]));
}

// Where dlopen put each library; its handle says it (struct dso of musl).
function librariesOf(module) {
  const handles = new Map(
    Object.entries(module.LDSO.loadedLibsByHandle).map(([handle, library]) => [library, Number(handle)]),
  );
  return Object.entries(module.LDSO.loadedLibsByName)
    .filter(([path]) => path.startsWith("/"))
    .map(([path, library]) => {
      const handle = handles.get(library),
        [base, size, first, count] = module.HEAPU32.subarray((handle + 12) >> 2);
      const file = path
        .slice(SITE_PACKAGES.length)
        .replaceAll("/", ".")
        .replace(/\.cpython-.*$/, ".wasm");
      return { path, file, handle, memory: [base, size], table: [first, count], global: library.global };
    })
    .sort((a, b) => a.table[0] - b.table[0]);
}

// The table's entries that are no library's own: functions that were looked up by name, of the core or of a library.
function slotsOf(module, libraries) {
  const names = new Map(),
    slots = [];
  for (const library of ["__main__", ...libraries.map(({ path }) => path)]) {
    for (const [name, value] of Object.entries(module.LDSO.loadedLibsByName[library].exports)) {
      const slot = typeof value === "function" && module.getFunctionAddress(value);
      if (slot && !names.has(slot)) names.set(slot, [library, name]);
    }
  }
  for (let slot = module.before.table; slot < module.wasmTable.length; slot++) {
    if (
      libraries.some(({ table: [first, count] }) => slot >= first && slot < first + count) ||
      !module.wasmTable.get(slot)
    )
      continue;
    if (!names.has(slot)) throw new Error(`nobody knows the function in slot ${slot} of the table`);
    slots.push([slot, ...names.get(slot)]);
  }
  return slots;
}

function filesOf(FS, folder) {
  return FS.readdir(folder)
    .filter((name) => !name.startsWith("."))
    .flatMap((name) => {
      const path = `${folder}/${name}`;
      return FS.isDir(FS.stat(path).mode) ? filesOf(FS, path) : [path];
    });
}
