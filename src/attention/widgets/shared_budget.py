"""Who pays when one score rises? The shares add up to 1, whatever the score, so the other five give way."""

import param

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.pictures import marks
from attention.widget import Widget


class SharedBudget(Widget):
    words = {
        "title": Words(en="One budget for all", ja="ひとつの予算を分け合う"),
        "score": Words(en="score of “cat” in the row of “it”", ja="it の行の cat のスコア"),
        "bars": Words(en="The weights in the row of “it”", ja="it の行の重み"),
        "budget": Words(en="The same weights stacked: the whole budget", ja="同じ重みを積み上げた、予算の全体"),
        "cat_weight": Words(en="weight of “cat”", ja="cat の重み"),
        "others": Words(en="weight of the other five", ja="ほかの五つの重み"),
        "total": Words(en="sum of the weights", ja="重みの合計"),
    }
    score = param.Number(float(toy.head.scores[toy.IT, toy.CAT].round(2)), bounds=(-6.0, 8.0), step=0.01)

    def compute(self):
        scores = toy.head.scores[toy.IT].copy()  # (n_keys,)
        scores[toy.CAT] = self.score
        return core.softmax(scores)  # (n_keys,)

    def facts(self, weights):
        return {
            "weights": weights,
            "cat_weight": weights[toy.CAT],
            "others": weights.sum() - weights[toy.CAT],
            "total": weights.sum(),
        }

    def columns(self, weights):
        return {
            "bars": marks.bars(weights, toy.tokens, 3, marked=toy.CAT, shares=True),
            "budget": marks.stack(weights, toy.tokens, marked=toy.CAT),
        }

    def figure(self, sources):
        from attention.pictures import plots

        return [
            plots.bars(sources["bars"], "weight", 0.0, 1.0, self.word("bars")),
            plots.budget(sources["budget"], "weight", self.word("budget")),
        ]
