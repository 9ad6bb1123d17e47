"""Many widgets by id in one process: mount, update, unmount. Each message is answered, errors included."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from attention.widget import Widget, find
from attention.words import fill


class Stage:
    """Holds the mounted widgets. Messages come in and go out as JSON; `send` is whatever carries them away.

    In:  {"do": "mount", "id", "seq", "name", "params", "texts"} | {"do": "update", "id", "seq", "params"}
         | {"do": "unmount", "id", "seq"}
    Out: {"id", "seq", "params", "columns", "facts", "texts"} or {"id", "seq", "error"}
    `texts` are templates at mount (see words.fill) and the filled sentences in every answer, in the same order.
    """

    def __init__(self, send: Callable[[str], Any]) -> None:
        self.send = send
        self.mounted: dict[Any, tuple[Widget, list[str]]] = {}

    def receive(self, text: str) -> None:
        """Do what one message asks and answer it."""
        message: dict[str, Any] = {}
        try:
            message = json.loads(text)
            answer = {"mount": self.mount, "update": self.update, "unmount": self.unmount}[message["do"]](message)
        except Exception as error:  # whatever went wrong, the page must hear of it and go on
            answer = {"error": f"{type(error).__name__}: {error}"}
        self.send(json.dumps({"id": message.get("id"), "seq": message.get("seq")} | answer, allow_nan=False))

    def mount(self, message: dict[str, Any]) -> dict[str, Any]:
        widget = find(message["name"])(**message["params"])
        self.mounted[message["id"]] = widget, message["texts"]
        return self.answer(message["id"])

    def update(self, message: dict[str, Any]) -> dict[str, Any]:
        self.mounted[message["id"]][0].param.update(**message["params"])
        return self.answer(message["id"])

    def unmount(self, message: dict[str, Any]) -> dict[str, Any]:
        self.mounted.pop(message["id"], None)
        return {}

    def answer(self, id: Any) -> dict[str, Any]:
        widget, templates = self.mounted[id]
        columns, facts = widget.answer()
        return {
            "params": widget.state(),
            "columns": columns,
            "facts": facts,
            "texts": [fill(template, facts) for template in templates],
        }
