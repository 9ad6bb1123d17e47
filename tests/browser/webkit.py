"""The machine's WebKit, driven by WebDriver: what Safari and every browser on an iPhone is made of."""

import json
import os
import shutil
import socket
import subprocess
import urllib.error
import urllib.request
from contextlib import contextmanager

from browser.engines import PATIENCE, Tab

# Calls an async function of the page with what is given, and its last argument with what it returns.
EVALUATE = """const done = arguments[arguments.length - 1];
(%s)(...JSON.parse(arguments[0])).then((value) => done(JSON.stringify([value])), (error) => done(String(error)));"""


class WebKit(Tab):
    """One tab of MiniBrowser, which tells nothing of what its pages log."""

    def __init__(self, address):
        self.address = address
        made = self.send("POST", "/session", capabilities={"alwaysMatch": {"browserName": "MiniBrowser"}})
        self.address += f"/session/{made['sessionId']}"
        self.send("POST", "/timeouts", script=PATIENCE, pageLoad=PATIENCE)

    def send(self, method, path, **body):
        request = urllib.request.Request(
            self.address + path, json.dumps(body).encode() if method == "POST" else None, method=method
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(error.read().decode()) from error

    def go(self, url):
        self.send("POST", "/url", url=url)

    def evaluate(self, function, *given):
        said = self.send("POST", "/execute/async", script=EVALUATE % function, args=[json.dumps(given)])
        assert said.startswith("["), said
        return json.loads(said)[0]

    def perform(self, actions):
        self.send("POST", "/actions", actions=actions)


def listening(process, port):
    """Waits until something answers at the port."""
    while process.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            continue
    raise AssertionError("WebKitWebDriver does not start")


@contextmanager
def webkit(profile):
    """A WebKit with an empty profile, on a screen that nobody sees."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    screen = subprocess.Popen(
        [shutil.which("Xvfb"), "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    driver = None
    try:
        place = {"DISPLAY": f":{screen.stdout.readline().strip()}", "HOME": str(profile)}
        driver = subprocess.Popen(
            [shutil.which("WebKitWebDriver"), f"--port={port}"], env=os.environ | place, stderr=subprocess.DEVNULL
        )
        listening(driver, port)
        tab = WebKit(f"http://127.0.0.1:{port}")
        yield tab
        tab.send("DELETE", "")
    finally:
        for process in filter(None, (driver, screen)):
            process.terminate()
            process.wait(30)
        screen.stdout.close()
