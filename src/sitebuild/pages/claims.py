"""Figures in the prose that can be pressed: the state of the widget that gives them, as a link says it and in words."""

from __future__ import annotations

import json
from html import escape
from typing import Any
from urllib.parse import urlencode

from attention.controls import Control
from attention.widget import Widget
from sitebuild.drawing.prerender import said


def state(widget: type[Widget], params: dict[str, Any]) -> str:
    """The attributes of a fact at these parameters: where its widget goes when it is pressed, by link and in words."""
    words = "; ".join(f"{label}: {value}" for label, value in spoken(widget, params).items())
    told = f"{widget.word('title')} ({words})"
    link = urlencode({name: linked(value) for name, value in params.items()}, safe=",")
    return f' data-to="{escape(link)}" data-state="{escape(told)}"'


def linked(value: Any) -> str:
    """A parameter as a link to a state has it: 3, true, 0,2,1."""
    return ",".join(map(linked, value)) if isinstance(value, list | tuple) else json.dumps(value).strip('"')


def spoken(widget: type[Widget], params: dict[str, Any]) -> dict[str, str]:
    """The parameters by their labels, as their controls show them."""
    shown = {}
    for name, value in params.items():
        parameter = widget.param[name]
        accepts = parameter.accepts(lambda option, name=name: str(widget.word(f"{name}.{option}")))
        shown[str(widget.word(name))] = said(Control(parameter.control, None, accepts), value)
    return shown
