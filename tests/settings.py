"""Where a widget can be taken to: the ends of every parameter, asked of the parameters themselves."""

from functools import cache
from itertools import product
from math import prod

from attention.widget import find

MOST = 150  # settings of one widget; beyond that the parameters are moved one at a time


@cache
def settings(name):
    """Every combination of what the parameters reach, or each alone and all ends at once where those are too many."""
    reached = {param: parameter.worth_trying() for param, parameter in find(name).parameters().items()}
    if prod(map(len, reached.values())) <= MOST:
        return [dict(zip(reached, values, strict=True)) for values in product(*reached.values())]
    default = {param: values[0] for param, values in reached.items()}
    alone = [default | {param: value} for param, values in reached.items() for value in values]
    ends = product(*(values[1:3] or values for values in reached.values()))
    return [*alone, *(dict(zip(reached, values, strict=True)) for _, values in zip(range(MOST), ends, strict=False))]
