"""Why turn the volume down? Softmax is a loudspeaker with two stops, 0 and 1: what is too loud is clipped."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.numbers import percent
from attention.language.words import Words
from attention.parameters import Flag, Stops
from attention.pictures import bars, curves
from attention.widget import Widget

SWING = np.linspace(0.0, 4.0 * np.pi, 161)  # two full swings, in radians
CLIPPED = 0.01  # a weight this near to 0 or 1 has stopped answering


def wave(spread):
    """What one of two words weighs while its score swings round the other's as a sine of that spread: (n_moments,).

    A sine's standard deviation is its height over the root of 2.
    """
    score = np.sqrt(2.0) * spread * np.sin(SWING)
    return core.softmax(np.stack([score, np.zeros_like(score)], axis=-1))[:, 0]


class Gain(Widget):
    words = {
        "title": Words(en="Turn the gain down", ja="音量を下げる"),
        "width": Words(en="width d", ja="次元 d"),
        "divided": Words(en="divide by √d", ja="√d で割る"),
        "spread": Words(en="spread of the scores", ja="スコアのばらつき"),
        "largest_weight": Words(en="largest weight", ja="最大の重み"),
        "clipped": Words(en="share of the swing that is clipped", ja="波のうち、つぶれた割合"),
        "slope": Words(en="slope at the largest weight", ja="最大の重みでの傾き"),
        "signal": Words(en="of the steepest slope there can be", ja="ありうる最大の傾きに対して"),
        "weights_shown": Words(en="the six weights", ja="六つの重み"),
        "wave_shown": Words(en="one weight, swinging", ja="揺れるひとつの重み"),
    }
    width = Stops(64, stops=(1, 4, 16, 64, 256))
    divided = Flag(False)

    def compute(self):
        # toy.spread_scores have spread 1; dot products at width d spread by the root of d.
        louder = np.sqrt(self.width) / core.divisor("sqrt_d" if self.divided else "none", self.width)
        return louder, core.softmax(toy.spread_scores * louder), wave(louder)

    def facts(self, computed):
        spread, weights, swing = computed
        largest = weights.max()
        return {
            "weights": weights,
            "spread": spread,
            "largest_weight": largest,
            "largest_share": percent(largest),
            "slope": largest * (1 - largest),
            "signal": percent(4 * largest * (1 - largest)),  # of the most that w(1 - w) can be, a quarter
            "clipped": ((swing < CLIPPED) | (swing > 1 - CLIPPED)).mean(),
        }

    def columns(self, computed):
        _, weights, swing = computed
        along = 7.0 + 6.0 * SWING / SWING[-1]
        return {
            "bars": bars.columns(weights, [""] * len(weights), shares=True),
            "wave": curves.path(np.stack([along, swing], axis=-1)),
            "clean": curves.path(np.stack([along, wave(1.0)], axis=-1)),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = canvas.blank((-1.1, 13.2), (-0.3, 1.13), canvas.CARD, "")  # the wave runs from 7 to 13
        colour, ink, quiet = canvas.light("weight"), canvas.light("ink"), canvas.light("quiet")
        for low, high in ((-0.6, 5.6), (7.0, 13.0)):
            plot.segment([low] * 2, [0, 1], [high] * 2, [0, 1], color=ink, line_dash=["solid", "dashed"])
        plot.vbar("x", top="top", width=0.7, source=sources["bars"], color=colour)
        plot.line("x", "y", source=sources["clean"], line_color=quiet, line_width=2, line_dash="dotted")
        plot.line("x", "y", source=sources["wave"], line_color=colour, line_width=4, line_join="round")
        plot.text([-0.85, -0.85, 6.75, 6.75], [0, 1] * 2, ["0", "1"] * 2, color=quiet, **canvas.SMALL)
        names = [str(self.word(name)) for name in ("weights_shown", "wave_shown")]
        plot.text([2.5, 10.0], [-0.17] * 2, names, color=ink, **canvas.SMALL)
        return [plot]
