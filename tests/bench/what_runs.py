"""`make profile`: which functions of Pyodide and NumPy are ever run, into src/sitebuild/python/profile.json.

A site is built whose modules note what runs (split.counted); each browser that is there boots it and asks everything
that its pages can ask: every widget over the reach of its parameters, in both languages, and every exercise. What a
browser misses costs its readers a moment, never an answer.
"""

from __future__ import annotations

import html
import json
import re
import shutil
import sys
import tempfile
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

import numpy as np
from browser.engines import NEEDS, visit
from chromium import launch
from playwright.sync_api import sync_playwright
from settings import settings

import build
from attention.runtime import exercise
from sitebuild.python import split
from sitebuild.serve import server

SEEDS = (*range(3), 9999)
TYPED = ("0.5", "1", "1/3", "1, 2, 3", "[0.2, 0.3, 0.5]", "\uff11\uff0e\uff15", "3e2", "a third", "1,000.5")
TIMES = (1, -1, 10, 1.01)  # of the right answer

# In front of the worker: keeps the exports of each module, and tells what has run when it is asked.
COUNTS = """
const seen = [], { Instance, instantiate } = WebAssembly;
const noted = (instance) => { seen.push(instance.exports); return instance; };
WebAssembly.Instance = function (...given) { return noted(new Instance(...given)); };
WebAssembly.instantiate = async (...given) => noted(await instantiate(...given));
self.addEventListener("message", (event) => {
  if (event.data !== "what has run?") return;
  event.stopImmediatePropagation();
  const flags = seen.flatMap((exports) => Object.entries(exports)).filter(([name]) => name.startsWith("~"));
  self.postMessage({ kind: "run", names: flags.filter(([, flag]) => flag.value).map(([name]) => name.slice(1)) });
});
"""
DRIVE = """(messages) => new Promise((resolve, reject) => {
  const script = document.querySelector("script[type=module]").src;
  const worker = new Worker(new URL("../python/worker.js", script));
  let answers = 0;
  worker.onmessage = ({ data }) => {
    if (data.kind === "died") reject(new Error(data.reason));
    if (data.kind === "run") { worker.terminate(); resolve(data.names); }
    if (data.kind === "live") for (const message of messages) worker.postMessage(JSON.stringify(message));
    if (typeof data === "string" && ++answers === messages.length) worker.postMessage("what has run?");
  };
})"""


def asked(release: Path) -> Iterator[dict[str, Any]]:
    """Everything that the built pages ask of Python."""
    for path in sorted(release.glob("widgets/*/*.json")):
        drawn = json.loads(path.read_text())
        texts = [html.unescape(text) for text in re.findall(r'data-says="([^"]*)"', drawn["html"])]
        yield {
            "do": "mount",
            "name": drawn["name"],
            "params": drawn["params"],
            "texts": texts,
            "file": drawn.get("file"),
        }
        for params in [*settings(drawn["name"]), {}, {}, {"no such": 1}, dict.fromkeys(drawn["params"], "wrong")]:
            yield {"do": "update", "params": params}
        yield {"do": "unmount"}
    for path in sorted(release.glob("exercises/*/*.json")):
        posed = json.loads(path.read_text())
        told = {"do": "exercise", "exercise": posed["exercise"], "texts": posed["texts"]}
        for seed in SEEDS if "answer" in posed["exercise"] else ():
            yield told | {"seed": seed}
            right = np.ravel(exercise.draw(posed["exercise"], seed)["answer"]).tolist()
            for typed in [*TYPED, *(", ".join(f"{times * one:.9g}" for one in right) for times in TIMES)]:
                yield told | {"seed": seed, "typed": typed}


def in_chromium(address: str, messages: list[dict[str, Any]]) -> list[str]:
    """What ran there."""
    with sync_playwright() as playwright:
        browser = launch(playwright.chromium)
        page = browser.new_page(service_workers="block")
        page.goto(address)
        names: list[str] = page.evaluate(DRIVE, messages)
        browser.close()
        return names


def elsewhere(engine: str, address: str, messages: list[dict[str, Any]]) -> list[str]:
    """What ran in another engine; nothing where it is not."""
    needs, packages = NEEDS[engine]
    if not all(map(shutil.which, needs)):
        print(f"WITHOUT {engine}: apt-get install {packages}", file=sys.stderr)
        return []

    def drive(tab: Any) -> list[str]:
        tab.go(address)
        names: list[str] = tab.evaluate(DRIVE, messages)
        return names

    with tempfile.TemporaryDirectory() as profile:
        return visit(engine, profile, drive)


def main() -> None:
    """Write the profile anew, after each engine, so that one that fails loses nothing of the others."""
    known: dict[str, dict[str, Any]] = {}

    def counted(name: str, content: bytes, cache: Path) -> dict[str, bytes]:
        known[name] = {"code": split.fingerprint(content), "run": set()}
        return split.counted(name, content, cache)

    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "site"
        build.main(folder, draft=True, parted=counted)
        [release] = (folder / "release").iterdir()
        worker = release / "static/python/worker.js"
        worker.write_text(COUNTS + worker.read_text())
        for form in worker.parent.glob("worker.js.*"):
            form.unlink()
        # As the page writes them (JSON.stringify): Python's own way would have no letter outside ASCII, and 3.0 for 3.
        messages = [{"id": "one", "seq": seq, "shown": seq - 1} | message for seq, message in enumerate(asked(release))]
        serving = server(folder)
        threading.Thread(target=serving.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{serving.server_port}/en/glossary/"  # without a Python of its own
        for engine in ("chromium", *NEEDS):
            run = in_chromium if engine == "chromium" else partial(elsewhere, engine)
            names = run(address, messages)
            before = sum(len(one["run"]) for one in known.values())
            for name in names:
                file, place = name.rsplit(" ", 1)
                known[file]["run"].add(int(place))
            more = sum(len(one["run"]) for one in known.values()) - before
            print(f"{engine}: {len(messages)} questions, {len(names)} functions ran, {more} of them new")
            told = {name: one | {"run": split.packed(one["run"])} for name, one in sorted(known.items())}
            split.PROFILE.write_text(json.dumps(told, indent=1) + "\n")
        serving.shutdown()


if __name__ == "__main__":
    main()
