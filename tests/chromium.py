"""The browser that tests and bench drive: the system's Chromium, or the one that Playwright has brought."""

import shutil

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch(playwright):
    """A Chromium with a new profile, best the one without windows, which starts quicker."""
    installed = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    return playwright.chromium.launch(executable_path=installed, args=FLAGS)
