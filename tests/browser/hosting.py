"""Hosts of other people's pages, made with the tools they are written in; and of the site, with the faults of hosts."""

import subprocess
import sys
import threading
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from urllib.parse import urlsplit

from sitebuild.serve import Handler, server

SPHINX = [sys.executable, "-m", "sphinx", "-q", "-b", "html"]
TOOLS = {
    "plain": None,
    "sphinx": [*SPHINX, "sphinx", "built/sphinx"],
    "mkdocs": [sys.executable, "-m", "mkdocs", "-q", "build", "-f", "mkdocs/mkdocs.yml", "-d", "../built/mkdocs"],
}


@contextmanager
def hosting(folder):
    """The address of the pages in a folder, each subfolder of which is a tool's, built into `built`."""
    (folder / "built").mkdir()
    (folder / "plain").rename(folder / "built" / "plain")
    for command in filter(None, TOOLS.values()):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    serving = server(folder / "built")  # another port is another origin
    threading.Thread(target=serving.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{serving.server_port}/"
    serving.shutdown()
    serving.server_close()


class Wayward(Handler):
    """A host that can go away, serve another build, and answer badly."""

    def do_GET(self):  # noqa: N802
        path = urlsplit(self.path).path.lstrip("/")
        self.server.asked.append(path)
        bad = self.server.bad.get(path)
        if self.server.down:
            self.close_connection = True
        elif self.server.hanging:
            self.server.over.wait()
            self.close_connection = True
        elif bad == "404":
            self.send_error(404)
        elif bad:
            content = (self.server.folder / path).read_bytes()
            self.send_response(200)
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content[: len(content) // 2] if bad == "cut off" else content.replace(b"1", b"2"))
            self.close_connection = True
        else:
            self.directory = str(self.server.folder)
            super().do_GET()

    def do_HEAD(self):  # noqa: N802
        if self.server.down or self.server.hanging:
            return self.do_GET()
        self.directory = str(self.server.folder)
        return super().do_HEAD()


class Server(ThreadingHTTPServer):
    """Says nothing when a browser that is closed lets its connections drop."""

    def handle_error(self, request, client_address):
        pass


class Plain(Wayward):
    """A host that sends files as they are."""

    ways = {}


class Labelling(Plain):
    """A host that calls a file encoded by its name: the browser then unpacks what Python's worker asked for packed."""

    def send_header(self, keyword, value):
        super().send_header(keyword, value)
        if keyword == "Content-type" and urlsplit(self.path).path.endswith(".gz"):
            super().send_header("Content-Encoding", "gzip")
