"""Who gets the light? There is one lamp: what one word gains, the others lose."""

import numpy as np

from attention import core
from attention.examples import bird
from attention.language.numbers import percent
from attention.language.words import Words
from attention.parameters import Number, Token
from attention.widget import Widget

LAMP = 1.8  # how high it hangs above words that stand 1 apart


class Spotlight(Widget):
    words = {
        "title": Words(en="One lamp for all", ja="ライトはひとつ"),
        "token": Words(en="whom to raise", ja="持ち上げる語"),
        "raised": Words(en="raise its score by", ja="スコアに足す数"),
        "share": Words(en="its share of the light", ja="その語が受ける光の割合"),
        "total": Words(en="all the light there is", ja="光の合計"),
        "weights": Words(en="the light on each word", ja="それぞれの語が受ける光"),
    }
    marks = {"share": "beams[{name}]"}
    token = Token(bird.BIRD, tokens=bird.tokens)
    roles = {"raised": "score"}
    raised = Number(0.0, bounds=(-4.0, 8.0), step=0.1)

    def compute(self):
        scores = bird.scores[bird.IT].copy()  # (n_keys,)
        scores[self.token] += self.raised
        return core.softmax(scores)  # (n_keys,)

    def facts(self, weights):
        return {
            "weights": weights,
            "name": bird.tokens[self.token],
            "share": weights[self.token],
            "others": weights.sum() - weights[self.token],
            "total": weights.sum(),
            "brightest": bird.tokens[weights.argmax()],
            "brightest_weight": weights.max(),
        }

    def columns(self, weights):
        return {
            "beams": self.beams(weights),
            "total": {"x": [0.3], "y": [LAMP], "total": [percent(float(weights.sum()))]},
        }

    def beams(self, weights):
        """Beams from the lamp onto words 1 apart, as bright as their weights (n,)."""
        x = np.arange(len(weights)) - (len(weights) - 1) / 2  # (n,)
        return {
            "x": x.tolist(),
            "radius": np.hypot(x, LAMP).tolist(),
            "start": np.arctan2(-LAMP, x - 0.45).tolist(),
            "end": np.arctan2(-LAMP, x + 0.45).tolist(),
            "bright": weights.tolist(),
            "name": list(bird.tokens),
            "share": [percent(part) for part in weights.tolist()],
            "marked": [float(place == self.token) for place in range(len(weights))],
        }

    def figure(self, sources):
        from attention.pictures import canvas

        wide, ratio = len(bird.tokens) + 0.5, 2.2
        plot, ink = canvas.blank((-wide / 2, wide / 2), (-0.9, wide / ratio - 0.9), ratio, ""), canvas.light("ink")
        beam = {"x": 0, "y": LAMP, "radius": "radius", "start_angle": "start", "end_angle": "end"}
        beam |= {"source": sources["beams"], "direction": "anticlock"}
        colour = canvas.light("weight")
        plot.wedge(**beam, fill_color=colour, fill_alpha="bright", line_color=canvas.light("line"))
        plot.wedge(**beam, fill_alpha=0, line_color=ink, line_alpha="marked", line_width=2)
        plot.scatter([0], [LAMP], size=16, color=ink)
        plot.text("x", "y", "total", source=sources["total"], color=ink, **canvas.LARGE | {"text_align": "left"})
        plot.text("x", canvas.value(-0.28), "name", source=sources["beams"], color=ink, **canvas.LARGE)
        plot.text("x", canvas.value(-0.68), "share", source=sources["beams"], color=ink, **canvas.SMALL)
        return [plot]
