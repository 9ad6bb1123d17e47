"""Many widgets by id in one process: mount, update, unmount. Each message is answered, errors included."""

from __future__ import annotations

import json
from base64 import b64decode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from attention.language.words import fill
from attention.pictures.columns import Columns
from attention.runtime.exercise import check, draw, sentence
from attention.widget import Widget, find

encode = json.JSONEncoder(allow_nan=False).encode  # json.dumps would make a new one for each answer


@dataclass
class Mounted:
    """A widget of the page, and what it has answered."""

    widget: Widget
    texts: list[str]
    params: dict[str, Any] = field(default_factory=dict)  # of the last answer
    sent: dict[Any, dict[str, Columns]] = field(default_factory=dict)  # seq -> the columns of that answer


class Stage:
    """Holds the mounted widgets. Messages come in and go out as JSON; `send` is whatever carries them away.

    In:  {"do": "mount", "id", "seq", "name", "params", "texts"[, "file"]}
         | {"do": "update", "id", "seq", "params", "shown"} | {"do": "unmount", "id", "seq"}
         | {"do": "exercise", "id", "seq", "exercise", "seed", "texts"[, "typed", "working", "words"]}
    Out: {"id", "seq", "params", "columns", "facts", "texts"[, "more"]} or {"id", "seq", "error"}; to an exercise
         {"id", "seq", "texts", "check"}: the texts with the numbers of this seed, and what became of the answer, if
         any, with "told", the sentence about it
    `more` says that the work is not done (Widget.advance): asked the same again, the stage goes on with it.
    `shown` is the seq of the answer that the page's figures show, and `columns` holds the sources that differ from that
    answer: all of them if there is none, or if it is not known here. Sent is not shown. `texts` are
    templates at mount (see words.fill) and the filled sentences in every answer, in the same order.
    """

    def __init__(self, send: Callable[[str], Any]) -> None:
        self.send = send
        self.mounted: dict[Any, Mounted] = {}

    def receive(self, text: str) -> None:
        """Do what one message asks and answer it."""
        back: dict[str, Any] = {"id": None, "seq": None}
        try:
            message = json.loads(text)
            back |= {key: message[key] for key in back if isinstance(message.get(key), str | int)}
            acts = {"mount": self.mount, "update": self.update, "unmount": self.unmount, "exercise": self.exercise}
            said = acts[message["do"]](message, back)
        except Exception as error:  # whatever went wrong, the page must hear of it and go on
            said = encode(back | {"error": f"{type(error).__name__}: {error}"})
        self.send(said)

    def mount(self, message: dict[str, Any], back: dict[str, Any]) -> str:
        widget = find(message["name"])
        known(message["params"], widget.parameters())
        if message.get("file"):  # what Widget.needs names, in base64
            widget.provide(b64decode(message["file"]))
        mounted = Mounted(widget(**message["params"]), message["texts"])
        said = self.answer(mounted, back, None)
        self.mounted[message["id"]] = mounted
        return said

    def update(self, message: dict[str, Any], back: dict[str, Any]) -> str:
        mounted = self.mounted[message["id"]]
        before = mounted.params
        known(message["params"], before)
        changed = [name for name, value in message["params"].items() if value != before[name]]
        try:
            for name in changed:  # one by one: param.update() is for watchers, of which there are none here
                setattr(mounted.widget, name, message["params"][name])
            return self.answer(mounted, back, message.get("shown"))
        except Exception:
            for name in changed:
                setattr(mounted.widget, name, before[name])
            raise

    def unmount(self, message: dict[str, Any], back: dict[str, Any]) -> str:
        self.mounted.pop(message["id"], None)
        return encode(back)

    def exercise(self, message: dict[str, Any], back: dict[str, Any]) -> str:
        asked, seed, typed = message["exercise"], message["seed"], message.get("typed")
        numbers = draw(asked, seed)
        texts = [fill(template, numbers) for template in message["texts"]]
        found = None
        if typed is not None:
            found = check(asked, seed, typed, message.get("working", ()))
            found["told"] = sentence(asked, found, message["words"])
        return encode(back | {"texts": texts, "check": found})

    def answer(self, mounted: Mounted, back: dict[str, Any], shown: Any) -> str:
        more = mounted.widget.advance()
        columns, facts = mounted.widget.shown()
        params = {name: facts[name] for name in mounted.widget.parameters()}
        before = {} if shown is None else mounted.sent.get(shown, {})
        answer = {
            "params": params,
            "columns": {name: data for name, data in columns.items() if data != before.get(name)},
            "facts": facts,
            "texts": [fill(template, facts) for template in mounted.texts],
        } | ({"more": True} if more else {})
        said = encode(back | answer)
        mounted.params, mounted.sent = params, {shown: before, back["seq"]: columns}  # only what could be told
        return said


def known(params: Mapping[str, Any], accepted: Mapping[str, Any]) -> None:
    """ValueError for a name that is no parameter of the widget: not param's own `name` either."""
    if unknown := params.keys() - accepted.keys():
        raise ValueError(f"no parameter {', '.join(sorted(unknown))}; accepted are {', '.join(accepted)}")
