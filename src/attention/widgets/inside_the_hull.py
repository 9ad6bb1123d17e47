"""How far can one head go? However high a score, the output stays inside the polygon of the values."""

import numpy as np

from attention import core
from attention.core import plane
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Number
from attention.pictures import arrows, curves
from attention.widget import Widget

VIEW = arrows.View((-0.14, 1.46), (-0.08, 1.52), 0.5)
SIDES = ((-1.0, 0.2), (1.0, 0.2), (0.2, 1.0), (-1.0, 0.2), (1.0, -0.2), (0.6, -1.0))  # where their names stand

VISIBLE = core.causal_mask(len(toy.tokens))[toy.IT]  # (n_keys,): what "it" may see under the mask


class InsideTheHull(Widget):
    words = {
        "title": Words(en="Never outside the polygon", ja="多角形の外には出られない"),
        "score": Words(en="score of “cat” in the row of “it”", ja="it の行の cat のスコア"),
        "plane": Words(
            en="The six values, their polygon, and the way of the output (dashed)",
            ja="六つのバリューと多角形、出力の通り道（破線）",
        ),
        "cat_weight": Words(en="weight of “cat”", ja="cat の重み"),
        "value_cat": Words(en="value of “cat”", ja="cat のバリュー"),
        "distance": Words(en="output to the value of “cat”", ja="出力から cat のバリューまで"),
        "distance_own": Words(en="value of “it” to the value of “cat”", ja="it のバリューから cat のバリューまで"),
        "distance_masked": Words(
            en="output with the causal mask to the value of “cat”", ja="因果マスクをかけた出力から cat のバリューまで"
        ),
        "distance_even": Words(en="even mixture to the value of “cat”", ja="均等な混合から cat のバリューまで"),
    }
    marks = {"output": "output", "distance": "way"}
    roles = {"score": "score"}
    score = Number(round(float(toy.head.scores[toy.IT, toy.CAT]), 2), bounds=(-8.0, 8.0), step=0.01)

    def compute(self):
        scores = toy.head.scores[toy.IT].copy()  # (n_keys,)
        scores[toy.CAT] = self.score
        weights = core.softmax(scores)  # (n_keys,)
        return (
            weights,
            core.mix(weights, toy.head.values),
            core.mix(core.masked_weights(scores, VISIBLE), toy.head.values),
        )

    def facts(self, computed):
        weights, output, masked = computed
        values = toy.head.values

        def from_cat(vector):
            return np.linalg.norm(vector - values[toy.CAT])

        return {
            "output": output,
            "cat_weight": weights[toy.CAT],
            "value_cat": values[toy.CAT],
            "inside": plane.inside(output, plane.convex_hull(values)),
            "distance": from_cat(output),
            "distance_masked": from_cat(masked),
            "distance_own": from_cat(values[toy.IT]),
            "distance_even": from_cat(values.mean(axis=0)),
        }

    def columns(self, computed):
        weights, output, _ = computed
        values = toy.head.values
        without_cat = core.mix(np.where(np.arange(len(values)) == toy.CAT, 0.0, weights), values)
        start = without_cat / (1 - weights[toy.CAT])  # what the others alone would give, whatever cat's score
        x, y = output.tolist()  # the label stands above the tip, clear of the way it goes
        tip = arrows.columns(output, view=VIEW) | {"label_x": [x - 0.03], "label_y": [y + 0.09]}
        return {
            "hull": curves.path(plane.convex_hull(values)),
            "way": curves.path([start, values[toy.CAT]]),
            "output": tip,
            "values": arrows.columns(values, toy.tokens, tails=values - SIDES, avoid=[tip], view=VIEW, gap=0.4),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = arrows.plane(self.word("plane"), VIEW)
        colour, bold = canvas.light("value"), {"text_baseline": "middle", "text_font_style": "bold"}
        plot.patch("x", "y", source=sources["hull"], color=colour, fill_alpha=0.1, line_alpha=0.5)
        curves.draw(plot, sources["way"], "output", "dashed")
        values = {"source": sources["values"], "color": colour}
        plot.scatter("x1", "y1", size=8, **values)
        plot.text("label_x", "label_y", "label", **values, **canvas.TEXT | bold)
        arrows.draw(plot, sources["output"], "output", self.word("output"))
        return [plot]
