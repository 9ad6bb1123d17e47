// The files that Python is made of, as worker.js fetches them: compressed in whatever way the host can, counted,
// compiled.
const WASM = "application/wasm";
const TOLD_BYTES = 500_000,
  TOLD_MS = 5000; // progress is told in steps that can be seen, or now and then, not with every packet

// Files of one build, fetched in parallel and counted as they arrive.
class Files {
  gone = new AbortController();

  constructor({ folders, sizes, compressing }, names) {
    this.folders = folders; // name -> where it lies: what is pinned lies apart from what a build of ours changes
    this.sizes = sizes; // name -> [bytes, bytes that travel]
    this.compressing = compressing;
    this.tell({ all: names.reduce((sum, name) => sum + sizes[name][1], progress.all ?? 0) });
  }

  tell(change) {
    tell(change);
  }

  at(name) {
    return new URL(`${this.folders[name.replace(/\.gz$/, "")]}/${name}`, root);
  }

  fetch(name) {
    return fetched(this.at(name), { signal: this.gone.signal });
  }

  // Counts a file that is all there.
  add(name) {
    this.tell({ done: progress.done + this.sizes[name][1] });
  }

  async json(name) {
    const response = await this.fetch(name);
    this.add(name);
    return response.json();
  }

  // A file of which the host has a compressed form as well. It comes under its own name if the host sends that form for
  // it: then it may be Brotli, and browsers keep what they compiled of it. Else the gzipped form is asked for, and
  // unpacked here.
  async packed(name, type, ask = this.compressing) {
    const response = ask ? await this.fetch(name).catch(() => null) : null;
    if (response?.headers.has("Content-Encoding")) return { response, plain: true };
    response?.body.cancel().catch(() => {});
    return { response: await this.unpacked(name, type), plain: false };
  }

  // Whether a file comes compressed under its own name, asked without its body: megabytes would be on their way before
  // a GET could be taken back. Also if it cannot be known: without a network, what was kept comes under its own name or
  // not at all.
  async comesPacked(name) {
    if (this.compressing) return true;
    const head = await fetch(this.at(name), { method: "HEAD", signal: this.gone.signal }).catch(() => null);
    return !head?.ok || head.headers.has("Content-Encoding");
  }

  // The gzipped form of a file, unpacked while it comes in; one that ends early is an error. Some hosts label it as
  // encoded, and it is unpacked already: the first bytes tell.
  async unpacked(name, type) {
    const [peek, all] = this.counted(await this.fetch(`${name}.gz`), name, this.sizes[name][1]).tee(),
      reader = peek.getReader();
    const { value: [first, second] = [] } = await reader.read().catch(naming(name));
    reader.cancel().catch(() => {});
    const packed = first === 0x1f && second === 0x8b;
    return new Response(packed ? all.pipeThrough(new DecompressionStream("gzip")) : all, {
      headers: { "Content-Type": type },
    });
  }

  // Tells of a file of so many bytes as they come: called with the size of each packet, and in the end without.
  counting(name, size) {
    const travels = this.sizes[name][1];
    let come = 0,
      told = 0,
      at = performance.now();
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
    return response.body.pipeThrough(
      new TransformStream({
        transform(packet, out) {
          out.enqueue(packet);
          count(packet.length);
        },
        flush() {
          count();
        },
      }),
    );
  }

  // All of a stream, in one place from the beginning; one that ends early is an error.
  async gathered(stream, name, count = () => {}) {
    const bytes = new Uint8Array(this.sizes[name][0]),
      reader = stream.getReader();
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

  // A module compiles while it streams in. Counted when it is all there: counting on the way would take a copy, of
  // which the browser would not keep what it compiled.
  async compiled(name, ask) {
    const { response, plain } = await this.packed(name, WASM, ask);
    const isWasm = response.headers.get("Content-Type") === WASM;
    const compiling = isWasm
      ? WebAssembly.compileStreaming(response)
      : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
    const module = await compiling.catch(naming(name));
    if (plain) this.add(name);
    return module;
  }

  async whole(name) {
    return this.gathered((await this.fetch(name)).body, name, this.counting(name, this.sizes[name][0]));
  }
}

// What the build has put aside, for hardly anyone runs it (split.py): compiled when nothing else is to be done, or when
// it is called. Nobody waits for it, so nothing is told of it.
class Aside extends Files {
  modules = new Map(); // file -> compiled module

  constructor(build, lost) {
    super(build, []);
    this.lost = lost; // told when there is none, and Python broken
  }

  tell() {}

  fetch(name) {
    return fetched(this.at(name), { signal: this.gone.signal, priority: "low" });
  }

  async all(names) {
    for (const name of names) this.modules.set(name, await this.compiled(name));
  }

  // In the midst of Python's work, which cannot wait, and which is broken for good without it.
  now = (file) => {
    const name = file.replace(".wasm", ".cold.wasm");
    try {
      return this.modules.get(name) ?? new WebAssembly.Module(self.python.fetchedNow(this.at(name)));
    } catch (error) {
      this.lost(error);
      throw error;
    }
  };
}
