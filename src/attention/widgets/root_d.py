"""What does the divisor save? Scores grow with the width; dividing by its root keeps the mixture where it was."""

from functools import cache

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.numbers import counted
from attention.language.words import Words
from attention.parameters import Choice, Stops
from attention.pictures import bars, curves
from attention.widget import Widget

DIVISORS = ["none", "sqrt_d", "d"]
WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)


def scores_at(width, divisor):
    """The scores at a width: the base scores have spread 1, and dot products at width d spread by the root of d."""
    return toy.spread_scores * np.sqrt(width) / core.divisor(divisor, width)  # (n_keys,)


@cache
def curve(divisor):
    """The largest weight at every width: the same whatever the reader does."""
    return curves.path([(width, core.softmax(scores_at(width, divisor)).max()) for width in WIDTHS])


class RootD(Widget):
    words = {
        "title": Words(en="Width against divisor", ja="次元と除数"),
        "width": Words(en="width d", ja="次元 d"),
        "divisor": Words(en="divisor", ja="除数"),
        "divisor.none": Words(en="nothing", ja="なし"),
        "divisor.sqrt_d": Words(en="√d", ja="√d"),
        "divisor.d": Words(en="d", ja="d"),
        "divided_by": Words(en="value of the divisor", ja="除数の値"),
        "spread": Words(en="spread of the scores", ja="スコアのばらつき"),
        "largest_weight": Words(en="largest weight", ja="最大の重み"),
        "bars": Words(en="The six weights", ja="六つの重み"),
        "curves": Words(
            en="Largest weight against width: √d dashed, none solid, d dotted",
            ja="次元に対する最大の重み（破線 √d、実線 なし、点線 d）",
        ),
    }
    marks = {"largest_weight": "here"}
    width = Stops(64, stops=WIDTHS)
    divisor = Choice(default="sqrt_d", objects=DIVISORS)

    def compute(self):
        scores = scores_at(self.width, self.divisor)
        return scores, core.softmax(scores)  # each (n_keys,)

    def facts(self, computed):
        scores, weights = computed
        return {
            "weights": weights,
            "scores": scores,
            "spread": scores.std(),
            "largest_weight": weights.max(),
            "divided_by": core.divisor(self.divisor, self.width),
        }

    def columns(self, computed):
        _, weights = computed
        return {divisor: curve(divisor) for divisor in DIVISORS} | {
            "bars": bars.columns(weights, counted("k", len(weights)), shares=True),
            "here": curves.path([(self.width, weights.max())]),
        }

    def figure(self, sources):
        dashes = zip(DIVISORS, ("solid", "dashed", "dotted"), strict=True)
        curve = curves.figure(
            [(sources[divisor], "weight", dash) for divisor, dash in dashes],
            sources["here"],
            x=(0.9, 290.0),
            y=(0.0, 1.05),
            x_ticks=WIDTHS[::2],
            y_ticks=(0, 0.2, 0.4, 0.6, 0.8, 1),
            caption=self.word("curves"),
        )
        return [bars.figure(sources["bars"], "weight", 0.0, 1.0, self.word("bars")), curve]
