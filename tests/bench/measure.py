"""One page in one fresh browser: when things show, what a step costs, what was sent and what memory is held."""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gzip
import http.server
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from chromium import launch
from playwright.sync_api import BrowserContext, CDPSession, Error, Page, Playwright

from sitebuild.serve import Handler

PROBE = (Path(__file__).parent / "probe.js").read_text()
PACKET = 65_536
SLOW_BYTES, SLOW_LATENCY, SLOW_PACKET = 200_000, 0.15, 4096  # a second, seconds, bytes
KEPT_SECONDS = 40  # at most, until our page has kept the site
FRAMES = 600  # of a scripted scroll
CALM_MS = 1000  # between live and what is measured after it

# In the worker: every span during which it was busy with a message, on the clock that page and worker share. Our
# worker's handler ends when Python has answered. Panel's does not wait for Python: there, what it runs is timed.
WATCH = """() => {
  const spans = (self.spans = []);
  const timed = (act) => async function (...given) {
    const start = performance.now();
    try { return await act.apply(this, given); }
    finally { spans.push([performance.timeOrigin + start, performance.now() - start]); }
  };
  if (self.pyodide) self.pyodide.runPythonAsync = timed(self.pyodide.runPythonAsync);
  else self.onmessage = timed(self.onmessage);
}"""

# In the worker: the size of Python's memory. Our worker keeps no way into Pyodide but the function that it calls.
WASM_BYTES = """async () => {
  const inside = async () => (await ready).__func__.__globals__.get("__builtins__").get("__import__")("pyodide_js");
  return (self.pyodide ?? (await inside()))._module.HEAPU8.length;
}"""


# In our page: resolves when the service worker has kept the site; at once where there is none to come.
KEPT = """(patience) => new Promise((resolve) => {
  if (!document.querySelector("attention-widget")) return resolve();
  navigator.serviceWorker.addEventListener("message", resolve, { once: true });
  navigator.serviceWorker.startMessages();
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage("keep"));
  setTimeout(resolve, patience);
})"""

# Scrolls from top to bottom in so many frames; the share of those that came late, with a millisecond of grace.
SCROLL = """(frames) => new Promise((resolve) => {
  const way = document.documentElement.scrollHeight - innerHeight;
  let frame = 0, late = 0, last = null;
  const next = (now) => {
    if (last !== null && now - last > 1000 / 60 + 1) late++;
    last = now;
    scrollTo({ top: way * frame / frames, behavior: "instant" });
    if (frame++ < frames) requestAnimationFrame(next);
    else resolve(late / frames);
  };
  requestAnimationFrame(next);
})"""

# Drags: sets a parameter of our widget again and again, through its range and back, and waits for each answer.
STEPS = """async (steps) => {
  const widget = document.querySelector("attention-widget");
  for (let step = 0; step < steps; step++) {
    const answered = new Promise((resolve) => widget.addEventListener("attention:change", resolve, { once: true }));
    widget.params = { stretch: 1 + Math.abs(step % 100 - 50) / 10 };
    await answered;
  }
}"""


class Site(NamedTuple):
    """A page to be measured. `steps` says whether it has a slider, over the source named `bars`."""

    name: str
    folder: Path
    path: str
    steps: bool


@dataclasses.dataclass
class Sent:
    """A file as it was sent, compressed or not, what it is a form of, and how many bytes of it went."""

    form: Path
    path: Path
    bytes: int = 0


class Counting(Handler):
    """The site's own server, which notes the files it sends, over a line as slow as is asked for."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        path = Path(source.name)
        sent = Sent(path, path.with_suffix("") if self.coding else path)
        self.server.sent.append(sent)
        if self.server.slow:
            time.sleep(SLOW_LATENCY)
        with contextlib.suppress(ConnectionError):
            while packet := source.read(SLOW_PACKET if self.server.slow else PACKET):
                if self.server.slow:
                    with self.server.line:  # all connections share it
                        time.sleep(len(packet) / SLOW_BYTES)
                outputfile.write(packet)
                sent.bytes += len(packet)


class Plain(Counting):
    """A host that compresses nothing and knows no compressed forms."""

    ways: ClassVar[dict[str, str]] = {}


@contextmanager
def serving(
    folder: Path, slow: bool = False, handler: type[Counting] = Counting
) -> Iterator[http.server.ThreadingHTTPServer]:
    """A server of the folder; `slow` is a slow 4G line: 1.6 megabits a second, 150 ms until an answer begins."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(handler, directory=str(folder)))
    server.daemon_threads = True
    server.sent, server.slow, server.line = [], slow, threading.Lock()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def visit(play: Playwright, site: Site, steps: int) -> dict[str, Any]:
    """The figures of one first visit."""
    browser = launch(play.chromium)
    try:
        with serving(site.folder) as server:
            origin = f"http://127.0.0.1:{server.server_port}/"
            context = browser.new_context()
            page = context.new_page()
            page.add_init_script(PROBE)
            outside: list[str] = []
            page.on("request", lambda request: outside.append(request.url) if is_outside(request.url, origin) else None)
            page.goto(origin + site.path, wait_until="commit")
            page.evaluate("() => bench.live")
            page.wait_for_timeout(CALM_MS)
            figures = page.evaluate("() => bench.report()") | sizes(list(server.sent)) | heap(page)
            with contextlib.suppress(Error):  # what is kept for the next visit is not to disturb what is measured
                page.evaluate(KEPT, KEPT_SECONDS * 1000)
            if site.steps:
                figures |= drag(page, steps)
            figures |= second(context, page, origin + site.path)
            return figures | {"outside": outside, "chromium": browser.version}
    finally:
        browser.close()


def sent_plain(play: Playwright, site: Site) -> dict[str, float]:
    """The megabytes of a first visit from a host that compresses nothing."""
    browser = launch(play.chromium)
    try:
        with serving(site.folder, handler=Plain) as server:
            page = browser.new_page(service_workers="block")
            page.add_init_script(PROBE)
            arrive(page, f"http://127.0.0.1:{server.server_port}/{site.path}")
            return {"plain": sum(sent.bytes for sent in server.sent) / 1e6}
    finally:
        browser.close()


def second(context: BrowserContext, page: Page, url: str) -> dict[str, Any]:
    """When the same reader's next visit shows figures and is live: with what caches and service worker keep by then."""
    page.close()
    page = context.new_page()
    page.add_init_script(PROBE)
    figures = arrive(page, url)
    return {f"second_{name}": figures[name] for name in ("figures_visible", "live")}


def arrive(page: Page, url: str) -> dict[str, Any]:
    """Goes there and gives what the probe noted until the page was live."""
    page.goto(url, wait_until="commit")
    page.evaluate("() => bench.live")
    page.wait_for_timeout(CALM_MS)
    return page.evaluate("() => bench.report()")


def handicapped(play: Playwright, site: Site, slow: bool = False, cpu: int = 1) -> dict[str, Any]:
    """A first visit over a slow line, or with a page whose processor is so many times slower."""
    browser = launch(play.chromium)
    try:
        with serving(site.folder, slow) as server:
            page = browser.new_page(service_workers="block")
            page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": cpu})
            page.add_init_script(PROBE)
            return arrive(page, f"http://127.0.0.1:{server.server_port}/{site.path}")
    finally:
        browser.close()


def each_page(play: Playwright, folder: Path, paths: list[str]) -> dict[str, dict[str, Any]]:
    """A first visit to each page, scrolled to its first widget; pages without one are only read."""
    browser = launch(play.chromium)
    try:
        with serving(folder) as server:
            figures = {}
            for path in paths:
                context = browser.new_context(service_workers="block")
                page = context.new_page()
                page.add_init_script(PROBE)
                page.goto(f"http://127.0.0.1:{server.server_port}/{path}", wait_until="domcontentloaded")
                if (widget := page.locator("attention-widget").first).count():
                    widget.scroll_into_view_if_needed()
                    page.evaluate("() => bench.live")
                figures[path] = page.evaluate("() => bench.report()")
                context.close()
            return figures
    finally:
        browser.close()


def scrolled(play: Playwright, folder: Path, path: str) -> dict[str, float]:
    """The share of frames that came later than a sixtieth of a second after the last: the page, and an empty one."""
    browser = launch(play.chromium)
    try:
        with serving(folder) as server:
            page = browser.new_page(service_workers="block")
            page.goto(f"http://127.0.0.1:{server.server_port}/{path}")
            page.locator("attention-widget").first.scroll_into_view_if_needed()
            page.locator("attention-widget[data-state=live]").first.wait_for(timeout=120_000)
            page.evaluate(SCROLL, FRAMES)  # all widgets are drawn on the way
            page.wait_for_timeout(3 * CALM_MS)
            ours = page.evaluate(SCROLL, FRAMES)
            page.set_content("<div style='height: 20000px'>")
            return {"late_frames": ours, "late_frames_empty": page.evaluate(SCROLL, FRAMES)}
    finally:
        browser.close()


def worn(play: Playwright, site: Site, steps: int) -> dict[str, float]:
    """Megabytes held at first, and after so many steps of the widget's first parameter."""
    browser = launch(play.chromium)
    try:
        with serving(site.folder) as server:
            page = browser.new_page(service_workers="block")
            page.add_init_script(PROBE)
            arrive(page, f"http://127.0.0.1:{server.server_port}/{site.path}")
            page.evaluate(STEPS, 200)
            before = heap(page)["heap"]
            page.evaluate(STEPS, steps)
            return {"heap_steps": steps, "heap_before": before, "heap_after": heap(page)["heap"]}
    finally:
        browser.close()


def is_outside(url: str, origin: str) -> bool:
    return not url.startswith((origin, f"blob:{origin}", "data:"))


def drag(page: Page, steps: int) -> dict[str, Any]:
    """Each step's time from the key to the answer in the figure, to its drawing, and Python's part."""
    worker = page.workers[0]
    worker.evaluate(WATCH)
    done = page.evaluate("(steps) => bench.drag(steps, 'bars')", steps)
    spans = worker.evaluate("() => spans")
    record = [step for step in done["record"] if not step["first"]]
    ends = [*(step["at"] for step in record[1:]), float("inf")]
    python = [
        sum(spent for at, spent in spans if step["at"] <= at < end) for step, end in zip(record, ends, strict=True)
    ]
    return {
        "first_drawn": [step["drawn"] for step in done["record"] if step["first"]],
        "step_drawn": [step["drawn"] for step in record],
        "step_answered": [step["answered"] for step in record],
        "step_painted": [step["painted"] for step in record],
        "step_python": python,
        "canvases": done["canvases"],
    }


def sizes(sent: list[Sent]) -> dict[str, float]:
    """Megabytes as they would be if a host sent all files in gzip, and as they were sent where that was Brotli."""
    figures = {"gzip": sum(zipped(one.path) for one in sent) / 1e6, "files": len(sent)}
    if any(one.form != one.path for one in sent):
        figures["brotli"] = sum(one.bytes for one in sent) / 1e6
    return figures


@functools.cache
def zipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 6))


def heap(page: Page) -> dict[str, float]:
    """Megabytes held after a garbage collection: Python's memory, and JavaScript's heaps in worker and page."""
    session = page.context.new_cdp_session(page)
    worker = Worker(page, session)
    page_heap, worker_heap = collected(session.send), collected(worker.send)
    wasm = page.workers[0].evaluate(WASM_BYTES) / 1e6
    session.detach()
    return {"wasm": wasm, "js_worker": worker_heap, "js_page": page_heap, "heap": wasm + worker_heap + page_heap}


def collected(send: Any) -> float:
    send("HeapProfiler.collectGarbage")
    return send("Runtime.getHeapUsage")["usedSize"] / 1e6


class Worker:
    """Talks with the page's worker over the page's debugging session, which passes messages on as text."""

    def __init__(self, page: Page, session: CDPSession) -> None:
        self.page, self.session, self.ids, self.answers = page, session, 0, {}
        attached: list[str] = []
        session.on("Target.attachedToTarget", lambda event: attached.append(event["sessionId"]))
        session.on("Target.receivedMessageFromTarget", self.hear)
        session.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
        self.wait(lambda: attached)
        self.id = attached[0]

    def hear(self, event: dict[str, Any]) -> None:
        message = json.loads(event["message"])
        self.answers[message.get("id")] = message

    def send(self, method: str, params: dict[str, Any] | None = None) -> Any:
        self.ids += 1
        text = json.dumps({"id": self.ids, "method": method, "params": params or {}})
        self.session.send("Target.sendMessageToTarget", {"sessionId": self.id, "message": text})
        self.wait(lambda: self.ids in self.answers)
        return self.answers.pop(self.ids)["result"]

    def wait(self, done: Any) -> None:
        for _ in range(1000):
            if done():
                return
            self.page.wait_for_timeout(10)
        raise TimeoutError("the worker did not answer its debugger")
