"""Serve the built site as a static host would: `python -m sitebuild.serve FOLDER PORT [--watch]`."""

from __future__ import annotations

import contextlib
import functools
import http.server
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import urlsplit

ROOT = Path(__file__).parents[2]
BY_CONTENT = ("/release/", "/python/")
WATCHED = ("src", "pages", "static", "build.py")


class Handler(http.server.SimpleHTTPRequestHandler):
    """Plain files, in the compressed form that the browser takes; wasm by its own type, or it could not be compiled
    while it streams in. What a folder names by its content is kept for ever; all else is kept, but asked about."""

    ways: ClassVar[dict[str, str]] = {
        "br": ".br",
        "gzip": ".gz",
    }  # none in a subclass: a host that only has plain files
    coding: str | None = None
    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".wasm": "application/wasm",
        ".js": "text/javascript",
        ".webmanifest": "application/manifest+json",
        ".bin": "application/octet-stream",
        ".gz": "application/gzip",
    }
    protocol_version = "HTTP/1.1"

    def translate_path(self, path: str) -> str:
        plain = super().translate_path(path)
        plain = f"{plain}/index.html" if Path(plain).is_dir() and urlsplit(path).path.endswith("/") else plain
        taken = [one.strip() for one in self.headers.get("Accept-Encoding", "").split(",")]
        there = (coding for coding in taken if coding in self.ways and Path(plain + self.ways[coding]).is_file())
        self.coding = min(there, key=list(self.ways).index, default=None)
        return plain + self.ways[self.coding] if self.coding else plain

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        return super().guess_type(str(path).removesuffix(self.ways[self.coding]) if self.coding else path)

    def end_headers(self) -> None:
        by_content = urlsplit(self.path).path.startswith(BY_CONTENT)
        self.send_header("Cache-Control", "max-age=31536000, immutable" if by_content else "no-cache")
        self.send_header("Vary", "Accept-Encoding")
        if self.coding:
            self.send_header("Content-Encoding", self.coding)
        super().end_headers()

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        missing = Path(self.directory) / "404.html"
        if code != 404 or self.command not in ("GET", "HEAD") or not missing.is_file():
            return super().send_error(code, message, explain)
        self.coding = None
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(missing.stat().st_size))
        self.end_headers()
        if self.command == "GET":
            self.wfile.write(missing.read_bytes())
        return None

    def log_message(self, *_: Any) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with contextlib.suppress(ConnectionError):  # the reader may leave before the file is through
            super().copyfile(source, outputfile)


def server(folder: Path, port: int = 0, handler: type[Handler] = Handler) -> http.server.ThreadingHTTPServer:
    """A server of the folder on 127.0.0.1, on a free port if none is named; it is not started."""
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(handler, directory=str(folder)))


def build(folder: Path) -> None:
    """Build a draft of the site; what goes wrong is said, and the last good one stays."""
    subprocess.run([sys.executable, ROOT / "build.py", folder, "--draft"], check=False)


def main(folder: Path, port: int, watch: bool) -> None:
    """Serve until Ctrl-C; with `watch`, build first and again after every change."""
    if watch:
        build(folder)
    try:
        serving = server(folder, port)
    except OSError as error:
        sys.exit(f"cannot serve on 127.0.0.1:{port} ({error.strerror}); choose another port: make serve PORT=8001")
    print(f"http://127.0.0.1:{serving.server_port}/  (stop with Ctrl-C)", flush=True)
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    try:
        if not watch:
            threading.Event().wait()
        from watchfiles import watch as changes

        for changed in changes(*(ROOT / name for name in WATCHED)):
            print("building after", ", ".join(sorted(Path(path).name for _, path in changed)), flush=True)
            build(folder)
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve(), int(sys.argv[2]), "--watch" in sys.argv)
