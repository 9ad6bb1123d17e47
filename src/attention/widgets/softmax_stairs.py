"""How do scores become shares? Their exponentials, divided by the sum: stairs that land on 1."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Steps, Token
from attention.pictures import bars
from attention.widget import Widget

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
    marks = {"weights": "stairs"}
    finished = {"step": N + 1}
    token = Token(toy.FOLLOW, tokens=toy.tokens)
    step = Steps(0, last=N + 1)

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
        shown = computed[min(self.step, 2)]
        numbers = {"number": bars.columns(shown, toy.tokens, shares=climbed > 0)["number"]}
        drawn, nothing = bars.columns(shown / shown.max(), toy.tokens) | numbers, bars.columns([], [])
        return {
            "scores": nothing if self.step else drawn,
            "bars": drawn if self.step else nothing,
            "stairs": bars.stack(computed[2][:climbed], toy.tokens[:climbed]),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        scores = bars.figure(sources["scores"], "score", -0.3, 1.0, self.word("bars"))
        bars.draw(scores, sources["bars"], "weight", -0.4)
        plot = canvas.blank((-0.9, N - 0.4), (-0.13, 1.13), canvas.FREE, self.word("stairs"))
        colour, ink, step = canvas.light("weight"), canvas.light("ink"), {"x": "x", "source": sources["stairs"]}
        plot.segment([-0.6], [0], [N - 0.4], [0], color=canvas.light("line"))
        plot.segment([-0.6], [1.0], [N - 0.4], [1.0], color=ink, line_dash="dashed")
        plot.vbar(**step, top="start", width=1, fill_color=colour, fill_alpha=0.15, line_alpha=0)
        plot.vbar(**step, bottom="start", top="end", width=1, color=colour)
        label = canvas.TEXT | {"color": ink}
        plot.text(**step, y="end", text="number", text_baseline="bottom", y_offset=-3, **label)
        label |= {"text_baseline": "middle", "text_font_style": "bold"}
        plot.text(list(range(N)), [-0.08] * N, list(toy.tokens), **label)
        plot.text([-0.75, -0.75], [0, 1.0], ["0", "1"], **label)
        return [scores, plot]
