"""Where a widget can be taken to: the ends of every parameter, asked of the parameters themselves."""

from itertools import product
from math import prod

import param

from attention.widget import Numbers, Order, Text, find

FEW = 40  # whole numbers that are all tried
MOST = 150  # settings of one widget; beyond that the parameters are moved one at a time


def reach(parameter):
    """The values of a parameter worth trying, its default first."""
    if isinstance(parameter, param.Boolean):
        values = [False, True]
    elif isinstance(parameter, param.Selector):
        values = list(parameter.objects)
    elif isinstance(parameter, Order):
        ahead = sorted(parameter.default)
        values = [ahead, ahead[::-1], ahead[1:] + ahead[:1]]
    elif isinstance(parameter, Numbers):
        fewest, most = parameter.bounds
        low, high = parameter.low, parameter.high
        ends = [low + (high - low) * place / max(1, most - 1) for place in range(most)]
        values = [ends, ends[:fewest], [low] * most, [high] * fewest, [min(max(0.0, low), high)] * most]
    elif isinstance(parameter, Text):
        values = [f"{parameter.default} x".strip()[: parameter.most], "", "?" * parameter.most, "ねこ、<b> & 🐈"]
    elif getattr(parameter, "stops", ()):
        values = list(parameter.stops)
    elif isinstance(parameter, param.Integer) and parameter.bounds[1] - parameter.bounds[0] <= FEW:
        values = list(range(parameter.bounds[0], parameter.bounds[1] + 1))
    elif isinstance(parameter, param.Number):
        low, high = parameter.bounds
        step = parameter.step or 1
        values = [low, high, low + step, high - step, *([type(low)(0)] if low < 0 < high else [])]
    else:
        values = []
    return [parameter.default, *(value for value in values if value != parameter.default)]


def settings(name):
    """Every combination of what the parameters reach, or each alone and all ends at once where those are too many."""
    reached = {param: reach(parameter) for param, parameter in find(name).parameters().items()}
    if prod(map(len, reached.values())) <= MOST:
        return [dict(zip(reached, values, strict=True)) for values in product(*reached.values())]
    default = {param: values[0] for param, values in reached.items()}
    alone = [default | {param: value} for param, values in reached.items() for value in values]
    ends = product(*(values[1:3] or values for values in reached.values()))
    return [*alone, *(dict(zip(reached, values, strict=True)) for _, values in zip(range(MOST), ends, strict=False))]
