"""Many widgets by id in one process: mount, update, unmount. Each message is answered, errors included."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from attention.language.words import fill
from attention.pictures.columns import Columns
from attention.runtime.exercise import check, draw
from attention.widget import Widget, find

encode = json.JSONEncoder(allow_nan=False).encode  # json.dumps would make a new one for each answer


class Stage:
    """Holds the mounted widgets. Messages come in and go out as JSON; `send` is whatever carries them away.

    In:  {"do": "mount", "id", "seq", "name", "params", "texts"} | {"do": "update", "id", "seq", "params"}
         | {"do": "unmount", "id", "seq"} | {"do": "exercise", "id", "seq", "exercise", "seed", "texts", "readings"}
    Out: {"id", "seq", "params", "columns", "facts", "texts"} or {"id", "seq", "error"}; to an exercise (exercise.py)
         {"id", "seq", "texts", "check"}: the texts with the numbers of this seed, and what became of the answer, if any
    `columns` holds the sources that differ from the answer before, at first all of them. `texts` are templates at mount
    (see words.fill) and the filled sentences in every answer, in the same order.
    """

    def __init__(self, send: Callable[[str], Any]) -> None:
        self.send = send
        self.mounted: dict[Any, tuple[Widget, list[str]]] = {}
        self.params: dict[Any, dict[str, Any]] = {}  # and what was sent last: parameters and columns
        self.sent: dict[Any, dict[str, Columns]] = {}

    def receive(self, text: str) -> None:
        """Do what one message asks and answer it."""
        back: dict[str, Any] = {"id": None, "seq": None}
        try:
            message = json.loads(text)
            back |= {key: message[key] for key in back if isinstance(message.get(key), str | int)}
            acts = {"mount": self.mount, "update": self.update, "unmount": self.unmount, "exercise": self.exercise}
            answer = acts[message["do"]](message)
            said = encode(back | answer)
        except Exception as error:  # whatever went wrong, the page must hear of it and go on
            said = encode(back | {"error": f"{type(error).__name__}: {error}"})
        self.send(said)

    def mount(self, message: dict[str, Any]) -> dict[str, Any]:
        id, widget, texts = message["id"], find(message["name"])(**message["params"]), message["texts"]
        self.sent.pop(id, None)
        answer = self.answer(id, widget, texts)
        self.mounted[id] = widget, texts
        return answer

    def update(self, message: dict[str, Any]) -> dict[str, Any]:
        widget, texts = self.mounted[message["id"]]
        before = self.params[message["id"]]
        if unknown := message["params"].keys() - before.keys():
            raise ValueError(f"no parameter {', '.join(sorted(unknown))}; accepted are {', '.join(before)}")
        changed = [name for name, value in message["params"].items() if value != before[name]]
        try:
            for name in changed:  # one by one: param.update() is for watchers, of which there are none here
                setattr(widget, name, message["params"][name])
            return self.answer(message["id"], widget, texts)
        except Exception:
            for name in changed:
                setattr(widget, name, before[name])
            raise

    def unmount(self, message: dict[str, Any]) -> dict[str, Any]:
        for known in (self.mounted, self.params, self.sent):
            known.pop(message["id"], None)
        return {}

    def exercise(self, message: dict[str, Any]) -> dict[str, Any]:
        asked, seed, readings = message["exercise"], message["seed"], message.get("readings")
        numbers = draw(asked, seed)
        return {
            "texts": [fill(template, numbers) for template in message["texts"]],
            "check": check(asked, seed, readings) if readings else None,
        }

    def answer(self, id: Any, widget: Widget, texts: list[str]) -> dict[str, Any]:
        columns, facts = widget.answer()
        sentences = [fill(template, facts) for template in texts]
        before = self.sent.get(id, {})
        self.sent[id] = columns
        self.params[id] = {name: facts[name] for name in widget.parameters()}
        return {
            "params": self.params[id],
            "columns": {name: data for name, data in columns.items() if data != before.get(name)},
            "facts": facts,
            "texts": sentences,
        }
