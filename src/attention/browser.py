"""Python's end of the worker."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from attention.stage import Stage
from attention.widget import names


def connect(send: Callable[[str], Any]) -> Callable[[str], None]:
    """A stage for one page: what receives that page's messages; `send` carries the answers back to it."""
    return Stage(send).receive


def rehearse() -> Iterator[str]:
    """Works each widget once where nobody hears the answers, one at a time: what is slow at first is then done."""
    for name in names():
        receive = connect(len)
        for act in ({"do": "mount", "name": name, "params": {}, "texts": []}, {"do": "update", "params": {}}):
            receive(json.dumps(act | {"id": name, "seq": 0}))
        yield name
