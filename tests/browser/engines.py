"""The machine's own Firefox and WebKit, which Playwright does not drive, behind the same few verbs."""

import importlib
import shutil
from concurrent.futures import ThreadPoolExecutor

import pytest

# By name: the programs that must be there, and Debian's packages that have them.
NEEDS = {
    "firefox": (("firefox-esr",), "firefox-esr"),
    "webkit": (("WebKitWebDriver", "Xvfb"), "webkit2gtk-driver xvfb"),
}
PATIENCE = 90_000  # ms, on a machine that is busy with other things too


class Tab:
    """What the tests do in a tab; an engine gives go(url), evaluate(function, *given), perform(WebDriver's actions)."""

    logged = ()

    def drag(self, start, *way):
        """The pointer goes down at a place of the window, along the way, and up."""
        moves = [{"type": "pointerMove", "x": round(x), "y": round(y), "duration": 50} for x, y in (start, *way)]
        press, lift = ({"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp"))
        mouse = {"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}}
        self.perform([mouse | {"actions": [moves[0], press, *moves[1:], lift]}])

    def type(self, keys):
        strokes = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.perform([{"type": "key", "id": "keys", "actions": strokes}])


def visit(name, profile, act):
    """What `act` returns for a tab of the engine with an empty profile; skips the test where the engine is not."""
    needs, packages = NEEDS[name]
    if not all(map(shutil.which, needs)):
        pytest.skip(f"not on this machine: apt-get install {packages}")
    engine = getattr(importlib.import_module(f"browser.{name}"), name)

    def elsewhere():  # Playwright keeps the event loop of the test's own thread
        with engine(profile) as tab:
            return act(tab)

    with ThreadPoolExecutor(1) as thread:
        return thread.submit(elsewhere).result()
