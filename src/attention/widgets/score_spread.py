"""How far do dot products of random vectors scatter? As the root of the width: by drawing them, and by the formula."""

from random import Random

import numpy as np

from attention.language.words import Words
from attention.parameters import Stops, Whole
from attention.pictures import curves
from attention.widget import Widget

WIDTHS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
PAIRS = 300
MIDDLE = 127.5  # components are bytes, each value as likely, less their mean, and then divided by their spread
VARIANCE = (256**2 - 1) / 12  # of such a component
LINE = np.geomspace(WIDTHS[0], WIDTHS[-1], 33)  # where the formula is worked out
BINS = np.linspace(-4.0, 4.0, 17)  # in spreads
TOP = 0.28  # of the histogram: no bin holds more of the pairs


def histogram(numbers, edges):
    """What share of the numbers (n,) lies between each two of the edges (m,); those beyond count at the ends."""
    counts, _ = np.histogram(np.clip(numbers, edges[0], edges[-1]), edges)
    return {"left": edges[:-1].tolist(), "right": edges[1:].tolist(), "top": (counts / numbers.size).tolist()}


class ScoreSpread(Widget):
    words = {
        "title": Words(en="The longer the vectors, the wider the scatter", ja="ベクトルが長いほど、内積は散らばる"),
        "width": Words(en="width d", ja="次元 d"),
        "seed": Words(en="seed of the draw", ja="乱数のシード"),
        "spread": Words(en="spread by the formula, √d", ja="式によるばらつき √d"),
        "sample_spread": Words(en="spread of the pairs drawn", ja="引いた組のばらつき"),
        "n_samples": Words(en="pairs drawn", ja="引いた組の数"),
        "samples": Words(
            en="Dot products drawn, and their spread (bar); dashed: ±1",
            ja="引いた内積とそのばらつき（太線）。破線は ±1",
        ),
        "curve": Words(
            en="Spread against width: √d (line), drawn (dots), 1 (dashed)",
            ja="次元に対するばらつき：√d（実線）、実測（点）、1（破線）",
        ),
    }
    marks = {"spread": "here"}
    width = Stops(64, stops=WIDTHS)
    seed = Whole(6, bounds=(0, 999))

    def compute(self):
        """Dot products (n_pairs,) at this width, and (n_pairs, n_stops) at each: longer parts of the same pairs."""
        # Bytes of Python's own generator: NumPy's would bring ten more libraries into the browser.
        drawn = np.frombuffer(Random(self.seed).randbytes(2 * PAIRS * WIDTHS[-1]), np.uint8)
        queries, keys = drawn.reshape(2, PAIRS, -1).astype(np.float32) - np.float32(MIDDLE)
        terms = queries * keys  # (n_pairs, width)
        between = np.add.reduceat(terms, [0, *WIDTHS[:-1]], axis=1)  # (n_pairs, n_stops)
        return terms[:, : self.width].sum(axis=1) / VARIANCE, between.cumsum(axis=1) / VARIANCE

    def facts(self, computed):
        here, _ = computed
        return {"spread": np.sqrt(self.width), "sample_spread": here.std(), "n_samples": len(here)}

    def columns(self, computed):
        here, everywhere = computed
        measured = float(here.std())
        return {
            "samples": histogram(here, BINS * np.sqrt(self.width)),
            "reach": curves.path([(-measured, -0.015), (measured, -0.015)]),
            "formula": curves.path(np.column_stack([LINE, np.sqrt(LINE)])),
            "drawn": curves.path(np.column_stack([WIDTHS, everywhere.std(axis=0)])),
            "wanted": curves.path([(WIDTHS[0], 1.0), (WIDTHS[-1], 1.0)]),
            "here": curves.path([(self.width, measured)]),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        low, top, colour = -0.12 * TOP, TOP, canvas.light("score")
        samples = canvas.blank((-66.0, 66.0), (low, top), canvas.FREE, self.word("samples"))
        canvas.scales(samples, (-48, -32, -16, 0, 16, 32, 48), ())
        samples.quad("left", "right", "top", 0, source=sources["samples"], color=colour, fill_alpha=0.75)
        samples.line("x", "y", source=sources["reach"], line_color=canvas.light("ink"), line_width=5)
        wanted = {"color": canvas.light("output"), "line_width": 2, "line_dash": "dashed"}
        samples.segment([-1.0, 1.0], low, [-1.0, 1.0], top, **wanted)
        curve = curves.figure(
            [
                (sources["formula"], "score", "solid"),
                (sources["wanted"], "output", "dashed"),
                (sources["drawn"], "score", "dots"),
            ],
            sources["here"],
            x=(0.9, 290.0),
            y=(0.0, 18.0),
            x_ticks=WIDTHS[::2],
            y_ticks=(1, 4, 8, 12, 16),
            caption=self.word("curve"),
        )
        return [samples, curve]
