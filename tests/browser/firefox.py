"""The machine's Firefox, driven by WebDriver BiDi: Playwright drives only a Firefox of its own."""

import itertools
import json
import re
import subprocess
from contextlib import contextmanager
from urllib.parse import urlsplit

from browser.engines import Tab
from tornado.ioloop import IOLoop
from tornado.websocket import websocket_connect

TOLD = re.compile(r"WebDriver BiDi listening on (\S+)")


class Firefox(Tab):
    """One tab: what a page answers, and what it logs."""

    def __init__(self, loop, socket):
        self.loop, self.socket, self.ids = loop, socket, itertools.count()
        self.logged = []
        self.send("session.new", capabilities={})
        self.send("session.subscribe", events=["log.entryAdded"])
        self.tab = self.send("browsingContext.getTree")["contexts"][0]["context"]

    def send(self, method, **params):
        id = next(self.ids)
        self.loop.run_sync(
            lambda: self.socket.write_message(json.dumps({"id": id, "method": method, "params": params}))
        )
        while True:
            said = json.loads(self.loop.run_sync(self.socket.read_message))
            if said.get("method") == "log.entryAdded":
                self.logged.append(said["params"])
            elif said.get("id") == id:
                assert said["type"] == "success", said
                return said["result"]

    def go(self, url):
        self.send("browsingContext.navigate", context=self.tab, url=url, wait="complete")

    def evaluate(self, function, *given):
        """What an async function of the page returns, which must be JSON."""
        expression = f"(async () => JSON.stringify(await ({function})(...{json.dumps(given)})))()"
        target = {"context": self.tab}
        said = self.send("script.evaluate", expression=expression, target=target, awaitPromise=True)
        assert said["type"] == "success", said["exceptionDetails"]["text"]
        return json.loads(said["result"]["value"])

    def perform(self, actions):
        self.send("input.performActions", context=self.tab, actions=actions)


@contextmanager
def firefox(profile):
    """A Firefox with an empty profile."""
    command = [
        "firefox-esr",
        "--headless",
        "--no-remote",
        "--remote-debugging-port=0",
        "--profile",
        profile,
        "about:blank",
    ]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    loop = IOLoop(make_current=False)
    try:
        url = next(told[1] for line in process.stderr if (told := TOLD.search(line)))
        assert urlsplit(url).hostname in ("127.0.0.1", "localhost")
        socket = loop.run_sync(lambda: websocket_connect(f"{url}/session", max_message_size=2**28))
        tab = Firefox(loop, socket)
        yield tab
        tab.send("session.end")
    finally:
        process.terminate()
        process.wait(30)
        process.stderr.close()
        loop.close()
