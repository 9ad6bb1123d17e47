"""A widget drawn once in CPython: its figures and controls as Bokeh's JSON, its numbers, its schema."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from bokeh.core.json_encoder import serialize_json
from bokeh.document import Document
from bokeh.models import ColumnDataSource, InlineStyleSheet

from attention.controls import Control, controls
from attention.language import numbers
from attention.language.words import fields, glossary
from attention.pictures import canvas
from attention.widget import Widget
from sitebuild.drawing.svg import picture

CODE = Path(__file__).parents[3] / "pages" / "code"
CONTROL_STYLE = Path(__file__).parents[3] / "static" / "style" / "controls.css"


def prerender(widget: Widget) -> dict[str, Any]:
    """Everything the page needs to show the widget before Python is there, in the language being spoken.

    Raises TypeError when a model needs more than Bokeh's own JavaScript.
    """
    columns, facts = widget.answer()
    sources = {name: ColumnDataSource(data=data, name=name) for name, data in columns.items()}
    figures, panels = list(widget.figure(sources)), controls(widget)
    canvas.level(figures)
    for plot in figures:
        canvas.lift(plot)
    style = InlineStyleSheet(css=CONTROL_STYLE.read_text())
    document, roots = Document(), {}
    for name, control in panels.items():
        if control.panel is not None:
            roots[name] = control.panel.get_root()
            roots[name].update(stylesheets=[style], sizing_mode="stretch_width", margin=0, width=None, tags=[])
    for root in (*figures, *roots.values()):
        document.add_root(root)
    for model in document.models:
        if not type(model).__module__.startswith("bokeh."):
            raise TypeError(
                f"{widget.slug()} uses {type(model).__qualname__}, which Bokeh's own JavaScript does not know"
            )
    return {
        "name": widget.slug(),
        "title": str(widget.word("title")),
        "params": widget.state(),
        "facts": facts,
        "schema": {name: control.schema for name, control in panels.items()},
        "controls": [
            {
                "param": name,
                "kind": control.kind,
                "drawn": name in roots,
                "role": widget.role(name),
                "said": said(control, getattr(widget, name)),
            }
            for name, control in panels.items()
        ],
        "many": len(panels) > 2 or any(control.kind == "text" for control in panels.values()),
        "figures": [
            {
                "caption": plot.name,
                "table": plot.tags[0] if plot.tags else None,
                "ratio": plot.aspect_ratio,
                "x": [plot.x_range.start, plot.x_range.end],
                "y": [plot.y_range.start, plot.y_range.end],
            }
            for plot in figures
        ],
        "pictures": [picture(plot) for plot in figures],
        "strip": strip(widget),
        "marks": widget.marks,
        "handle": widget.handle and {**widget.handle._asdict(), "label": str(widget.word("handle"))},
        "checks": [{"fact": name, "label": str(widget.word(name))} for name in widget.checks],
        "presets": [
            {"label": str(widget.word(f"preset.{name}")), "params": params} for name, params in widget.presets.items()
        ],
        "listings": [listing(name) for name in widget.listings],
        "document": renamed(written(document), widget.slug()),
    }


def strip(widget: Widget) -> list[dict[str, Any]]:
    """The first figure of the widget at each of the states that its `strip` names, otherwise as it stands."""
    name, values = widget.strip
    shown = []
    for value in values:
        other = type(widget)(**widget.state() | {name: value})
        columns, _ = other.answer()
        plot = other.figure({of: ColumnDataSource(data=data, name=of) for of, data in columns.items()})[0]
        label = f"{widget.word(name)} {value}"
        shown.append({"label": label, "picture": picture(plot), "ratio": plot.aspect_ratio})
    return shown


def written(document: Document) -> dict[str, Any]:
    """Bokeh's JSON of a document, without the definitions of all models that Panel has: none of them is in it."""
    told: dict[str, Any] = json.loads(serialize_json(document.to_json()))
    told.pop("defs", None)
    return told


def said(control: Control, value: Any) -> str:
    """A control's value as it shows it, for whoever has no control: before scripts run, without them, on paper."""
    schema = control.schema
    if control.kind in ("choice", "tokens"):
        return str(schema["words"][schema["options"].index(value)])
    if control.kind == "order":
        return " · ".join(schema["options"][place] for place in value)
    if control.kind == "cells":
        n = len(schema["columns"])
        return " ".join(
            "".join("■" if value >> row * n + column & 1 else "□" for column in range(n))
            for row in range(len(schema["rows"]))
        )
    if control.kind == "numbers":
        return ", ".join(map(numbers.plain, value))
    if control.kind == "flag":
        return "✓" if value else "–"
    if control.kind == "slider" and schema["kind"] == "number":
        return numbers.written(float(value), f".{schema['digits']}f")
    return str(value) if control.kind == "text" else numbers.written(value)


def listing(name: str) -> dict[str, Any]:
    """Code to be shown: title, source to be copied, and lines, each with its number within attend() or 0."""
    source = (CODE / f"{name}.py").read_text()
    title, code = source.split("\n\n", 1)
    lines = code.strip("\n").split("\n")
    start = next(number for number, line in enumerate(lines) if line.startswith("def attend"))
    return {
        "title": title.strip('"'),
        "source": code.strip("\n"),
        "lines": [{"text": line, "number": max(0, number - start)} for number, line in enumerate(lines)],
    }


def renamed(document: Any, prefix: str) -> Any:
    """Bokeh's document with ids that are the same in every build: the counter behind them starts anew for each."""
    known: dict[str, str] = {}

    def walk(node: Any) -> Any:
        if isinstance(node, dict):
            return {
                key: known.setdefault(item, f"{prefix}-{len(known)}")
                if key == "id" and isinstance(item, str) and re.fullmatch(r"p\d+|[0-9a-f-]{36}", item)
                else walk(item)
                for key, item in node.items()
            }
        return [walk(item) for item in node] if isinstance(node, list) else node

    return walk(document)


def rows(widget: type[Widget], facts: dict[str, Any], sentence: str) -> list[dict[str, Any]]:
    """The table of numbers under a widget: every fact with a name in words, as templates that the facts fill.

    A fact is written as in the widget's sentence, and all weights are written alike. A list whose length changes
    cannot be cells: it stands as one text, the fact of its name with "_listed".
    """
    told: dict[str, set[str]] = {}
    for name, spec in fields(sentence):
        if spec not in ("", "?"):
            told.setdefault(kind(name), set()).add(spec)
    table = []
    for name, fact in facts.items():
        if (
            f"{name}_listed" in facts
            or name in widget.parameters()
            or name in widget.checks
            or not (name in widget.words or name in glossary)
        ):
            continue
        table.append({"label": str(widget.word(name)), "cells": cells(name, fact, told.get(kind(name), set()))})
    return table


def kind(name: str) -> str:
    """What all facts have in common that are written alike."""
    return "weight" if "weight" in name or name == "share" else name


def cells(name: str, fact: Any, told: set[str]) -> list[list[str]]:
    """Templates by row: one for a number or a word, one row for a list, several for a table.

    `told` are the formats of the sentence; where they are none or at odds, two decimals, or those of a weight.
    """
    [spec] = told if len(told) == 1 else ["share" if kind(name) == "weight" else ".2f"]
    if not isinstance(fact, list):
        return [[f"{{{name}:{spec}}}" if isinstance(fact, float) else f"{{{name}}}"]]
    if isinstance(fact[0], list):
        return [[f"{{{name}[{row}][{column}]:{spec}}}" for column in range(len(fact[row]))] for row in range(len(fact))]
    return [[f"{{{name}[{place}]{f':{spec}' if isinstance(item, float) else ''}}}" for place, item in enumerate(fact)]]
