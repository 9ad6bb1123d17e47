"""What if nobody divides? The mixture collapses onto one weight, and the gradient dies with it."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.numbers import counted
from attention.language.words import Words
from attention.parameters import Stops
from attention.pictures import bars, curves
from attention.widget import Widget

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
LINE = np.geomspace(WIDTHS[0], WIDTHS[-1], 33)  # where the curves are worked out


class Collapse(Widget):
    words = {
        "title": Words(en="Undivided, one takes all", ja="割らなければ、ひとり勝ちになる"),
        "width": Words(en="width d", ja="次元 d"),
        "spread": Words(en="spread of the scores", ja="スコアのばらつき"),
        "largest_weight": Words(en="largest weight w", ja="最大の重み w"),
        "gradient": Words(en="slope w(1 − w)", ja="傾き w(1 − w)"),
        "bars": Words(en="The six weights, undivided", ja="割らないときの六つの重み"),
        "curves": Words(
            en="Against width: largest weight w (solid), slope w(1 − w) (dashed)",
            ja="次元に対する、最大の重み w（実線）と傾き w(1 − w)（破線）",
        ),
    }
    marks = {"weights": "bars", "largest_weight": "here[0]"}
    width = Stops(16, stops=WIDTHS)

    def compute(self):
        return self.weights([self.width])[0]  # (n_keys,)

    def weights(self, widths):
        return core.softmax(np.sqrt(widths)[:, None] * toy.spread_scores)  # (n_widths, n_keys)

    def gradient(self, weights):
        """w(1 - w) of the largest weight, 1 - w taken as the sum of the others: near 1 the difference would lose it."""
        ordered = np.sort(weights)
        return ordered[..., -1] * ordered[..., :-1].sum(axis=-1)

    def facts(self, weights):
        return {
            "weights": weights,
            "largest_weight": weights.max(),
            "gradient": self.gradient(weights),
            "spread": np.sqrt(self.width) * toy.spread_scores.std(),
        }

    def columns(self, weights):
        everywhere = self.weights(LINE)  # (n_widths, n_keys)
        names = counted("k", len(weights))
        return {
            "bars": bars.columns(weights, names, shares=True),
            "largest": curves.path(np.column_stack([LINE, everywhere.max(axis=1)])),
            "gradients": curves.path(np.column_stack([LINE, self.gradient(everywhere)])),
            "here": curves.path([(self.width, weights.max()), (self.width, self.gradient(weights))]),
        }

    def figure(self, sources):
        curve = curves.figure(
            [(sources["largest"], "weight", "solid"), (sources["gradients"], "ink", "dashed")],
            sources["here"],
            x=(0.9, 290.0),
            y=(-0.04, 1.05),
            x_ticks=WIDTHS[::2],
            y_ticks=(0, 0.2, 0.4, 0.6, 0.8, 1),
            caption=self.word("curves"),
        )
        return [bars.figure(sources["bars"], "weight", 0.0, 1.0, self.word("bars")), curve]
