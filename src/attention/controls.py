"""A control for each parameter: Panel's own widgets, chosen by the parameter's kind. Build time and `panel serve`."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import panel as pn
import param
from bokeh.models import CategoricalSlider

from attention.widget import Numbers, Order, Stage, Stops, Text, Token, Widget


class StepSlider(pn.widgets.Widget):
    """A slider over given whole numbers. (Panel's own DiscreteSlider needs CustomJS, which our pages forbid.)"""

    value = param.Integer(0)
    stops = param.List(item_type=int)
    _widget_type: ClassVar[type] = CategoricalSlider
    _rename: ClassVar[dict[str, str | None]] = {"name": "title", "stops": "categories"}
    _source_transforms: ClassVar[dict[str, str | None]] = {"value": None, "stops": None}

    def _process_param_change(self, params: dict[str, Any]) -> dict[str, Any]:
        params = super()._process_param_change(params)
        if "categories" in params:
            params["categories"] = [str(stop) for stop in params["categories"]]
        if "value" in params:
            params["value"] = str(min(self.stops, key=lambda stop: abs(stop - params["value"])))
        return params

    def _process_property_change(self, message: dict[str, Any]) -> dict[str, Any]:
        if "value" in message:
            message = message | {"value": int(message["value"])}
        changed: dict[str, Any] = super()._process_property_change(message)
        return changed


class Control(NamedTuple):
    """How the page reads and writes a parameter. `panel` is None where the page has a control of its own."""

    kind: str  # slider | steps | choice | tokens | flag, and of the page's own: order | numbers | text
    panel: pn.widgets.Widget | None
    schema: dict[str, Any]  # what the parameter accepts, as links and host pages see it


def control(widget: Widget, name: str) -> Control:
    """The control of one parameter, labelled in the language being spoken; TypeError for a kind there is none for."""
    parameter, label, now = widget.param[name], str(widget.word(name)), getattr(widget, name)
    schema: dict[str, Any] = {"label": label, "default": parameter.default}
    if isinstance(parameter, Order):
        tokens = [str(token) for token in parameter.tokens]
        return Control("order", None, schema | {"kind": "order", "length": len(tokens), "options": tokens})
    if isinstance(parameter, Numbers):
        fewest, most = parameter.bounds
        schema |= {"kind": "numbers", "min": parameter.low, "max": parameter.high, "fewest": fewest, "most": most}
        return Control("numbers", None, schema)
    if isinstance(parameter, Text):
        return Control("text", None, schema | {"kind": "text", "most": parameter.most})
    if isinstance(parameter, param.Boolean):
        panel = pn.widgets.CheckBoxGroup(options={label: True}, value=[True] if now else [])
        return Control("flag", panel, schema | {"kind": "flag"})
    if isinstance(parameter, param.Selector):
        words = {str(widget.word(f"{name}.{option}")): option for option in parameter.objects}
        panel = pn.widgets.RadioBoxGroup(name=label, options=words, value=now, inline=True)
        return Control(
            "choice", panel, schema | {"kind": "choice", "options": list(parameter.objects), "words": list(words)}
        )
    if not isinstance(parameter, param.Number):
        raise TypeError(f"{widget.slug()}.{name} is a {type(parameter).__name__}: controls.py knows no control for it")
    low, high = parameter.bounds
    schema |= {"kind": "integer" if isinstance(parameter, param.Integer) else "number", "min": low, "max": high}
    if isinstance(parameter, Token):
        tokens = [str(token) for token in parameter.tokens]
        # Panel wants a mapping: a token that stands twice is told apart by its place.
        options = {
            token if tokens.count(token) == 1 else f"{token} ({place})": place for place, token in enumerate(tokens)
        }
        panel = pn.widgets.RadioBoxGroup(name=label, options=options, value=now, inline=True)
        return Control(
            "tokens", panel, schema | {"options": list(range(high + 1)), "words": list(options), "play": parameter.play}
        )
    if isinstance(parameter, Stops):
        panel = StepSlider(name=label, stops=list(parameter.stops), value=now)
        return Control("steps", panel, schema | {"stops": list(parameter.stops)})
    if isinstance(parameter, param.Integer):
        panel = pn.widgets.IntSlider(name=label, start=low, end=high, value=now)
        return Control("slider", panel, schema | {"step": 1, "play": isinstance(parameter, Stage)})
    step = parameter.step
    panel = pn.widgets.FloatSlider(
        name=label,
        start=low,
        end=high,
        step=step,
        value=now,
        format=f"0.{'0' * max(1, len(f'{step:g}'.partition('.')[2]))}",
    )
    return Control("slider", panel, schema | {"step": step, "play": False})


def controls(widget: Widget) -> dict[str, Control]:
    """The controls of a widget's parameters, in their order."""
    return {name: control(widget, name) for name in widget.parameters()}
