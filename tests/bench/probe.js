// Put before the scripts of every page measured: notes when things happened, and moves the slider as a reader would.
(() => {
  const FRAME = 1000 / 60,
    LIMIT = 600_000;
  const times = {},
    firstDrawn = new Map();
  let redrawn = () => {},
    wentLive,
    failed;
  const live = new Promise((resolve, reject) => {
    wentLive = resolve;
    failed = reject;
  });
  setTimeout(() => failed(new Error(`not live after ${LIMIT / 1000} s`)), LIMIT);
  const stamp = (name) => {
    times[name] ??= performance.now();
    if (name === "live") wentLive();
  };

  // Our page and the floor say what they are in an attribute; Panel's page keeps its document on the worker object, and
  // lays a sign that it is loading over its figures until it is live.
  new MutationObserver((changes) => {
    for (const {
      target: { dataset, classList },
      oldValue,
    } of changes) {
      if (dataset.state === "live") stamp("live");
      if (dataset.state === "failed") failed(new Error("the page says that it failed"));
      if (oldValue?.includes("pn-loading") && !classList.contains("pn-loading")) stamp("uncovered");
    }
  }).observe(document, { subtree: true, attributeOldValue: true, attributeFilter: ["data-state", "class"] });
  Object.defineProperty(Worker.prototype, "jsdoc", {
    set(value) {
      Object.defineProperty(this, "jsdoc", { value, writable: true });
      stamp("live");
    },
  });

  // Bokeh clears a canvas of its figures just before it draws on it; scratch canvases are not in the page.
  const clear = CanvasRenderingContext2D.prototype.clearRect;
  CanvasRenderingContext2D.prototype.clearRect = function (...area) {
    const { canvas } = this;
    if (canvas.isConnected && canvas.width > 0) {
      if (!firstDrawn.has(canvas)) firstDrawn.set(canvas, performance.now());
      redrawn(canvas);
    }
    return clear.apply(this, area);
  };

  // Whether a frame is being made: what is drawn then is in this frame, what is drawn at another time in the next.
  let inFrame = false;
  const request = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (act) =>
    request((now) => {
      inFrame = true;
      try {
        act(now);
      } finally {
        inFrame = false;
      }
    });

  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
  const all = (root) =>
    [...root.querySelectorAll("*")].flatMap((one) => [one, ...(one.shadowRoot ? all(one.shadowRoot) : [])]);
  const { port1, port2 } = new MessageChannel();
  const thisTaskDone = () =>
    new Promise((resolve) => {
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
  const frame = () => new Promise((resolve) => request(() => resolve()));

  // Arrow keys on the slider's handle: up through its 50 stops and down again, a step in every other frame or so. It is
  // taken at the begin of a frame, which is when a browser tells a page that the pointer has moved, and ends when the
  // frame is ready that shows the last of the answer's sources, the one named here: in both pages the others were
  // filled before it. During the first sweep the browser still compiles what a step runs.
  async function drag(steps, source, warmUp = 100) {
    const handle = all(document).find((one) => one.matches(".noUi-handle"));
    const model = Bokeh.documents
      .map((one) => one.get_model_by_name(source))
      .filter(Boolean)
      .at(-1);
    const figure = new Set();
    redrawn = (canvas) => figure.add(canvas);
    model.change.emit(); // draws its figure, and thereby shows on which canvases that is
    await pause(1000);
    if (!figure.size) throw new Error(`no figure shows ${source}`);

    let answered = null,
      drawn = new Set(),
      done = () => {};
    model.properties.data.change.connect(() => {
      answered = performance.now();
      drawn = new Set();
    });
    redrawn = (canvas) => {
      if (answered !== null && figure.has(canvas) && drawn.add(canvas).size === figure.size) done(inFrame);
    };
    const press = (step) => {
      answered = null;
      const key = step % 100 < 50 ? "ArrowRight" : "ArrowLeft",
        start = performance.now();
      handle.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, composed: true }));
      return start;
    };
    const record = [];
    for (let step = 0; step < steps + warmUp; step++) {
      await pause(FRAME);
      await frame();
      const shown = new Promise((resolve, reject) => {
        done = resolve;
        setTimeout(() => reject(new Error(`step ${step} was not drawn`)), 10_000);
      });
      const start = press(step),
        inThis = await shown;
      await thisTaskDone();
      const painted = performance.now();
      if (!inThis) await frame();
      const end = performance.now();
      record.push({
        first: step < warmUp,
        at: performance.timeOrigin + start,
        answered: answered - start,
        painted: painted - start,
        drawn: end - start,
      });
    }
    await pause(100);
    return { record, canvases: figure.size };
  }

  const report = () => ({
    first_contentful_paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? null,
    figures_drawn: firstDrawn.size ? Math.max(...initial()) : null,
    figures_visible: firstDrawn.size ? Math.max(...initial(), times.uncovered ?? 0) : null,
    live: times.live,
  });
  // The figures' first pictures: canvases that appear later (Panel builds its page anew when it is live) do not count.
  const initial = () => {
    const first = [...firstDrawn.values()],
      start = Math.min(...first);
    return first.filter((time) => time - start < 1000);
  };

  window.bench = { live, drag, report };
})();
