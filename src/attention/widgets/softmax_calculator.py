"""What does softmax make of these scores? Any that a reader types, at any temperature."""

import numpy as np

from attention import core
from attention.language.numbers import plain, share
from attention.language.words import Words
from attention.parameters import Number, Numbers
from attention.pictures import rows
from attention.widget import Widget

MOST = 8


class SoftmaxCalculator(Widget):
    words = {
        "title": Words(en="Your own scores", ja="自分のスコアで softmax"),
        "scores": Words(en="scores", ja="スコア"),
        "temperature": Words(en="temperature", ja="温度"),
        "scores_listed": Words(en="scores", ja="スコア"),
        "exponentials_listed": Words(en="exponentials, the largest as 1", ja="指数（最大のものを 1 とする）"),
        "weights_listed": Words(en="weights", ja="重み"),
        "total": Words(en="the weights add up to", ja="重みの合計"),
        "exponentials": Words(en="First: exponentials, the largest as 1", ja="まず指数をとる（最大のものを 1 とする）"),
        "weights": Words(en="Then: divided by their sum, the weights", ja="その合計で割ると重みになる"),
    }
    marks = {"weights": "weights"}
    scores = Numbers([4.0, 1.0, 0.0], low=-20.0, high=20.0, length=(2, MOST))
    temperature = Number(1.0, bounds=(0.1, 10.0), step=0.1)

    def compute(self):
        scores = np.asarray(self.scores, float) / self.temperature  # (n_keys,)
        return np.exp(scores - scores.max()), core.softmax(scores)  # each (n_keys,)

    def facts(self, computed):
        exponentials, weights = computed
        ranks = weights.argsort()[::-1]
        return {
            "exponentials": exponentials,
            "weights": weights,
            "scores_listed": ", ".join(plain(score, 4) for score in self.scores),
            "exponentials_listed": ", ".join(share(one) for one in exponentials.tolist()),
            "weights_listed": ", ".join(share(one) for one in weights.tolist()),
            "sum_of_exponentials": exponentials.sum(),
            "total": weights.sum(),
            "largest_weight": weights[ranks[0]],
            "largest_score": plain(self.scores[ranks[0]], 4),
            "ratio": weights[ranks[0]] / weights[ranks[1]],
            "even": 1 / len(weights),
        }

    def columns(self, computed):
        exponentials, weights = computed
        return {"exponentials": self.rows(exponentials), "weights": self.rows(weights)}

    def rows(self, sizes):
        drawn = rows.columns(sizes, [plain(score, 4) for score in self.scores], marked=int(sizes.argmax()), shares=True)
        middle = (MOST - len(sizes)) / 2  # the figure has room for eight
        return drawn | {"y": [y - middle for y in drawn["y"]]}

    def figure(self, sources):
        return [
            rows.figure(sources["exponentials"], "score", 0.0, 1.0, self.word("exponentials"), MOST),
            rows.figure(sources["weights"], "weight", 0.0, 1.0, self.word("weights"), MOST),
        ]
