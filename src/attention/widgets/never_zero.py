"""Can a score be so low that nothing is left? On a scale of powers of ten the weight falls and never arrives."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import bars, curves
from attention.widget import Widget

LOWEST, HIGHEST = -60.0, 2.0


class NeverZero(Widget):
    words = {
        "title": Words(en="Never quite nothing", ja="0 にはならない"),
        "score": Words(en="score of “cat” in the row of “it”", ja="it の行の cat のスコア"),
        "weight": Words(en="weight of “cat”", ja="cat の重み"),
        "bars": Words(
            en="The weights as bars: cat’s cannot be seen for long", ja="棒で見た重み（cat はすぐ見えなくなる）"
        ),
        "curve": Words(
            en="Weight of “cat” against its score, in powers of ten", ja="cat のスコアと重み（縦は 10 の累乗の目盛り）"
        ),
    }
    marks = {"weight": "bars[cat]", "score": "here"}
    roles = {"score": "score"}
    score = Number(-30.0, bounds=(LOWEST, HIGHEST), step=1.0)

    def compute(self):
        return self.weights(np.array([self.score]))[0]  # (n_keys,)

    def weights(self, cat):
        """The row of "it" for each score of cat's, (n,)."""
        scores = np.tile(toy.head.scores[toy.IT], (len(cat), 1))  # (n, n_keys)
        scores[:, toy.CAT] = cat
        return core.softmax(scores)

    def facts(self, weights):
        return {
            "weights": weights,
            "weight": weights[toy.CAT],
            "tiny": bool(weights[toy.CAT] < 0.001),
            "is_zero": bool(weights[toy.CAT] == 0),
        }

    def columns(self, weights):
        along = np.linspace(LOWEST, HIGHEST, 32)
        return {
            "bars": bars.columns(weights, toy.tokens, marked=toy.CAT, shares=True),
            "curve": curves.path(np.column_stack([along, self.weights(along)[:, toy.CAT]])),
            "here": curves.path([(self.score, weights[toy.CAT])]),
        }

    def figure(self, sources):
        curve = curves.figure(
            [(sources["curve"], "weight", "solid")],
            sources["here"],
            x=(LOWEST - 2, HIGHEST + 2),
            y=(1e-28, 10.0),
            x_ticks=range(-60, 1, 10),
            y_ticks=[10.0**power for power in range(-25, 1, 5)],
            caption=self.word("curve"),
            log_y=True,
            log_x=False,
        )
        return [curve, bars.figure(sources["bars"], "weight", 0.0, 0.5, self.word("bars"))]
