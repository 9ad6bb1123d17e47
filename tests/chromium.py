"""The browser that tests and bench drive: the system's Chromium, or the one that Playwright has brought."""

import shutil

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(kind, *flags):
    """A Chromium with a new profile, best the one without windows, which starts quicker."""
    installed = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return kind.launch(executable_path=installed, args=[*FLAGS, *flags])
