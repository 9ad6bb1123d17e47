"""A control for each parameter: Panel's own widgets, chosen by the parameter's kind. Build time and `panel serve`."""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple

import panel as pn
import param
from bokeh.models import CategoricalSlider

from attention.parameters import Controlled
from attention.widget import Widget


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

    kind: str  # see parameters.Controlled.control
    panel: pn.widgets.Widget | None
    schema: dict[str, Any]  # what the parameter accepts, as links and host pages see it


def control(widget: Widget, name: str) -> Control:
    """The control of one parameter, labelled in the language being spoken; TypeError for one that has none."""
    parameter, label = widget.param[name], str(widget.word(name))
    if not isinstance(parameter, Controlled):
        raise TypeError(f"{widget.slug()}.{name} is a {type(parameter).__name__}: take one of attention.parameters")
    accepts = parameter.accepts(lambda option: str(widget.word(f"{name}.{option}")))
    panel = parameter.panel(label, getattr(widget, name), accepts)
    return Control(parameter.control, panel, {"label": label, "default": parameter.default} | accepts)


def controls(widget: Widget) -> dict[str, Control]:
    """The controls of a widget's parameters, in their order."""
    return {name: control(widget, name) for name in widget.parameters()}
