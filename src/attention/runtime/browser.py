"""Python's end of the worker."""

import json
from collections.abc import Callable, Iterator
from typing import Any

from attention.runtime.stage import Stage
from attention.widget import names


def connect(send: Callable[[str], Any]) -> Callable[[str], None]:
    """A stage for one page: what receives that page's messages; `send` carries the answers back to it."""
    return Stage(send).receive


def rehearse() -> Iterator[str]:
    """Works each widget and an exercise once, for a build that looks at what has been imported and is worth keeping."""
    for name in names():
        receive = connect(len)
        for act in ({"do": "mount", "name": name, "params": {}, "texts": []}, {"do": "update", "params": {}}):
            receive(json.dumps(act | {"id": name, "seq": 0}))
        yield name
    exercise = {"draw": {"n": {"first": 2, "of": [2, 4]}}, "answer": "core.softmax([n, 1])", "tolerance": 0.001}
    asked = {
        "do": "exercise",
        "exercise": exercise,
        "seed": 1,
        "texts": [],
        "typed": "x",
        "words": {"gap": "", "not_number": ""},
    }
    receive(json.dumps(asked))
