"""Who pays when one score rises? The shares add up to 1, whatever the score, so the other five give way."""

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import bars
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
    marks = {"total": "budget", "cat_weight": "bars[cat]"}
    roles = {"score": "score"}
    score = Number(float(toy.head.scores[toy.IT, toy.CAT].round(2)), bounds=(-6.0, 8.0), step=0.01)

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
            "bars": bars.columns(weights, toy.tokens, marked=toy.CAT, shares=True),
            "budget": bars.stack(weights, toy.tokens, marked=toy.CAT),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = canvas.blank((0.0, 1.0), (-0.13, 1.13), canvas.FREE, self.word("budget"))  # as high as the bars
        colour, ink = canvas.light("weight"), canvas.light("ink")
        bar = {"x": 0.42, "width": 0.34, "source": sources["budget"], "line_color": canvas.light("card")}
        plot.vbar(**bar, bottom="start", top="end", fill_color=colour, fill_alpha="strength", line_width=2)
        plot.segment([0.15] * 2, [0, 1], [0.69] * 2, [0, 1], color=ink, line_dash="dashed")
        label = canvas.TEXT | {"color": ink, "text_baseline": "middle", "text_font_style": "bold"}
        plot.text(0.65, "middle", "name", source=sources["budget"], **label)
        plot.text([0.1, 0.1], [0, 1], ["0", "1"], **label)
        return [bars.figure(sources["bars"], "weight", 0.0, 1.0, self.word("bars")), plot]
