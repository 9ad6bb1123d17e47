"""The widgets without a build: in a notebook through Widget.__panel__, or `panel serve` with one name (make widget)."""

from __future__ import annotations

import re
import sys
from typing import Any
from unicodedata import normalize

import panel as pn
from bokeh.models import ColumnDataSource

from attention.controls import controls
from attention.parameters import Numbers
from attention.widget import Widget, find, names


def show(widget: Widget) -> pn.viewable.Viewable:
    """The widget's controls beside its figures; every change recomputes and refills the same figures."""
    columns, facts = widget.answer()
    sources = {name: ColumnDataSource(data=data, name=name) for name, data in columns.items()}
    numbers = pn.pane.JSON(facts, depth=1)
    panels = []
    for name, control in controls(widget).items():
        if control.kind in ("numbers", "text"):
            panels.append(field(widget, name, control.schema["label"]))
            continue
        panel = control.panel or pn.widgets.LiteralInput.from_param(widget.param[name])
        if control.kind == "flag":
            panel.param.watch(lambda event, name=name: setattr(widget, name, bool(event.new)), "value")
        elif control.panel is not None:
            panel.link(widget, value=name, bidirectional=True)
        panels.append(panel)

    def refresh(*_: Any) -> None:
        columns, numbers.object = widget.answer()
        for name, data in columns.items():
            sources[name].data = data

    widget.param.watch(refresh, list(widget.parameters()))
    # Figures fill what holds them, so it is the column that has the width (that of a figure in the page).
    figures = [pn.Column(f"**{plot.name}**", pn.pane.Bokeh(plot), width=424) for plot in widget.figure(sources)]
    return pn.Column(f"### {widget.word('title')}", *panels, pn.Row(*figures), numbers)


def field(widget: Widget, name: str, label: str) -> pn.viewable.Viewable:
    """A field for what is typed; what the parameter refuses keeps standing, with the parameter's own words under it."""
    many = isinstance(widget.param[name], Numbers)
    mistake = pn.pane.Str("")

    def written() -> str:
        now = getattr(widget, name)
        return ", ".join(f"{number:g}" for number in now) if many else now

    box = pn.widgets.TextInput(name=label, value=written())

    def read(event: Any) -> None:
        typed = normalize("NFKC", event.new).replace("−", "-")
        try:
            setattr(
                widget, name, [float(part) for part in re.split(r"[,、;\s]+", typed.strip())] if many else event.new
            )
            mistake.object = ""
        except ValueError as error:
            mistake.object = str(error)

    box.param.watch(read, "value")
    widget.param.watch(lambda _: box.param.update(value=written()), name)
    return pn.Column(box, mistake)


if __name__.startswith("bokeh_app"):
    pn.extension()
    for name in sys.argv[1:] or names():
        show(find(name)()).servable()
