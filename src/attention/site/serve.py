"""Serve the built site as a static host would: `python -m attention.site.serve FOLDER PORT [--watch]`."""

from __future__ import annotations

import contextlib
import functools
import http.server
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[3]
WATCHED = ("src", "pages", "static", "build.py")


class Handler(http.server.SimpleHTTPRequestHandler):
    """Plain files; wasm by its own type, or the browser could not compile it while it streams in."""

    extensions_map = http.server.SimpleHTTPRequestHandler.extensions_map | {
        ".wasm": "application/wasm",
        ".js": "text/javascript",
    }
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")  # kept, but asked about: a new build shows at once
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with contextlib.suppress(ConnectionError):  # the reader may leave before the file is through
            super().copyfile(source, outputfile)


def server(folder: Path, port: int = 0) -> http.server.ThreadingHTTPServer:
    """A server of the folder on 127.0.0.1, on a free port if none is named; it is not started."""
    return http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Handler, directory=str(folder)))


def build(folder: Path) -> None:
    """Build the site; what goes wrong is said, and the last good one stays."""
    subprocess.run([sys.executable, ROOT / "build.py", folder], check=False)


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
