"""Other people's pages, made with the tools they are written in and served from an origin that is not the site's."""

import subprocess
import sys
import threading
from contextlib import contextmanager

from sitebuild.serve import server

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
