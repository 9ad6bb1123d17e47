// As much of a browser as our modules ask for when they are imported; what they do there, browser tests see.
globalThis.document = {
  body: { classList: { contains: () => false } },
  readyState: "complete",
  querySelector: () => null,
  querySelectorAll: () => [],
};
globalThis.window = globalThis;
globalThis.parent = globalThis;
globalThis.location = new URL("https://example.org/en/tour/#bank_sense?neighbour=money");
globalThis.IntersectionObserver = class {};
globalThis.HTMLElement = class {};
