"""How do scores become shares? Their exponentials, divided by the sum: stairs that land on 1."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.pictures import marks
from attention.widget import Stage, Token, Widget

N = len(toy.tokens)


class SoftmaxStairs(Widget):
    words = {
        "title": Words(en="The stairs that land on 1", ja="1 に届く階段"),
        "token": Words(en="row (the query’s token)", ja="行（クエリのトークン）"),
        "step": Words(en="step: scores, exponentials, six stairs", ja="手順（スコア、指数、六つの段）"),
        "bars": Words(
            en="Scores, then exponentials, then weights (height: share of the largest)",
            ja="スコア、指数、重みの順（高さは最大のものとの比）",
        ),
        "stairs": Words(en="The weights, each on top of those before", ja="重みを順に積み上げる"),
        "exponentials": Words(en="exponentials", ja="指数"),
        "sum_of_exponentials": Words(en="sum of the exponentials", ja="指数の合計"),
        "total": Words(en="sum of the weights", ja="重みの合計"),
        "ratio": Words(en="largest weight to smallest", ja="最大と最小の重みの比"),
    }
    token = Token()
    step = Stage(N + 1, last=N + 1)

    def compute(self):
        scores = toy.head.scores[self.token]  # (n_keys,)
        return scores, np.exp(scores), core.softmax(scores)

    def facts(self, computed):
        scores, exponentials, weights = computed
        return {
            "name": toy.tokens[self.token],
            "scores": scores,
            "exponentials": exponentials,
            "sum_of_exponentials": exponentials.sum(),
            "weights": weights,
            "so_far": weights[: max(self.step - 1, 0)].sum(),
            "total": weights.sum(),
            "largest": toy.tokens[weights.argmax()],
            "smallest": toy.tokens[weights.argmin()],
            "ratio": weights.max() / weights.min(),
        }

    def columns(self, computed):
        climbed = max(self.step - 1, 0)
        shown, digits = computed[min(self.step, 2)], 3 if climbed else 2
        numbers = {"number": marks.bars(shown, toy.tokens, digits)["number"]}
        bars, nothing = marks.bars(shown / shown.max(), toy.tokens) | numbers, marks.bars([], [])
        return {
            "scores": nothing if self.step else bars,
            "bars": bars if self.step else nothing,
            "stairs": marks.stack(computed[2][:climbed], toy.tokens[:climbed]),
        }

    def figure(self, sources):
        from attention.pictures import plots

        bars = plots.bars(sources["scores"], "score", -0.3, 1.0, self.word("bars"))
        plots.draw_bars(bars, sources["bars"], "weight", -0.4)
        return [
            bars,
            plots.stairs(sources["stairs"], "weight", toy.tokens, self.word("stairs")),
        ]
