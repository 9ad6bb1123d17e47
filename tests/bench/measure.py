"""One page in one fresh browser: when things show, what a step costs, what was sent and what memory is held."""

from __future__ import annotations

import functools
import gzip
import http.server
import json
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, CDPSession, Page, Playwright

from attention.site.serve import Handler

PROBE = (Path(__file__).parent / "probe.js").read_text()
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
FLAGS += ("--disable-sync",)
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


class Site(NamedTuple):
    """A page to be measured. `steps` says whether it has a slider, over the source named `bars`."""

    name: str
    folder: Path
    path: str
    steps: bool


class Counting(Handler):
    """The site's own server, which notes the files it sends."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        self.server.sent.append(Path(source.name))
        super().copyfile(source, outputfile)


@contextmanager
def serving(folder: Path) -> Iterator[http.server.ThreadingHTTPServer]:
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Counting, directory=str(folder)))
    server.daemon_threads = True
    server.sent = []
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def launch(play: Playwright) -> Browser:
    """A browser with a new profile: the machine's Chromium, or the one Playwright brought."""
    return play.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)


def visit(play: Playwright, site: Site, steps: int) -> dict[str, Any]:
    """The figures of one first visit."""
    browser = launch(play)
    try:
        with serving(site.folder) as server:
            origin = f"http://127.0.0.1:{server.server_port}/"
            page = browser.new_page()
            page.add_init_script(PROBE)
            outside: list[str] = []
            page.on("request", lambda request: outside.append(request.url) if is_outside(request.url, origin) else None)
            page.goto(origin + site.path, wait_until="commit")
            page.evaluate("() => bench.live")
            page.wait_for_timeout(CALM_MS)
            figures = page.evaluate("() => bench.report()") | sizes(server.sent) | heap(page)
            if site.steps:
                figures |= drag(page, steps)
            return figures | {"outside": outside, "chromium": browser.version}
    finally:
        browser.close()


def is_outside(url: str, origin: str) -> bool:
    return not url.startswith((origin, f"blob:{origin}", "data:"))


def drag(page: Page, steps: int) -> dict[str, Any]:
    """Each step's time from the key to the answer in the figure, to its drawing, and Python's part."""
    worker = page.workers[0]
    worker.evaluate(WATCH)
    done = page.evaluate("(steps) => bench.drag(steps, 'bars')", steps)
    spans, record = worker.evaluate("() => spans"), done["record"]
    ends = [*(step["at"] for step in record[1:]), float("inf")]
    python = [
        sum(spent for at, spent in spans if step["at"] <= at < end) for step, end in zip(record, ends, strict=True)
    ]
    return {
        "step_drawn": [step["drawn"] for step in record],
        "step_answered": [step["answered"] for step in record],
        "step_python": python,
        "canvases": done["canvases"],
    }


def sizes(sent: list[Path]) -> dict[str, float]:
    """Megabytes sent, as they are and as a server would send them compressed."""
    raw, zipped = (sum(size(path)[which] for path in sent) / 1e6 for which in (0, 1))
    return {"raw": raw, "gzip": zipped, "files": len(sent)}


def size(path: Path) -> tuple[int, int]:
    return _size(path, path.stat().st_mtime_ns)


@functools.cache
def _size(path: Path, _changed: int) -> tuple[int, int]:
    content = path.read_bytes()
    return len(content), len(gzip.compress(content, 6))


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
