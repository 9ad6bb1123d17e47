"""Python's end of the worker: the only module that knows it runs in a browser."""

import json
from collections.abc import Iterator

from js import postMessage

from attention.stage import Stage
from attention.widget import names

receive = Stage(send=postMessage).receive


def rehearse() -> Iterator[str]:
    """Works each widget once where nobody hears the answers, one at a time: what is slow at first is then done."""
    for name in names():
        stage = Stage(send=len)
        for act in ({"do": "mount", "name": name, "params": {}, "texts": []}, {"do": "update", "params": {}}):
            stage.receive(json.dumps(act | {"id": name, "seq": 0}))
        yield name
