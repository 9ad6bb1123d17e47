"""Why is a longer context so dear? Every token meets every other: the pattern is a square."""

import math

from attention.core import costs
from attention.language.words import Words
from attention.parameters import Stops
from attention.pictures import boxes, curves
from attention.widget import Widget

CONTEXTS = tuple(2**power for power in range(8, 15))
MILLION = 10**6
MOST = 64  # tiles a side: beyond that their cuts would be a blur


def cuts(side):
    """The lines that cut the unit square into squares of that side, the first of them at the lower left."""
    places = [place * side for place in range(1, math.ceil(1 / side))] if MOST * side >= 1 else []
    return {
        "x0": [*places, *[0.0] * len(places)],
        "y0": [*[0.0] * len(places), *places],
        "x1": [*places, *[1.0] * len(places)],
        "y1": [*[1.0] * len(places), *places],
    }


class ContextGrowth(Widget):
    words = {
        "title": Words(en="Twice the text, four times the table", ja="文章が 2 倍なら、表は 4 倍"),
        "context": Words(en="context n, in tokens", ja="文脈長 n（トークン数）"),
        "against": Words(en="compared with", ja="比べる文脈長"),
        "tiles": Words(
            en="The longer context’s pattern, cut into patterns of the shorter one",
            ja="長いほうの注意パターンを、短いほうの大きさに切り分けたもの",
        ),
        "curve": Words(
            en="Cells against context: n² solid, and half of it (dashed) under a causal mask",
            ja="文脈長とマスの数：実線は n²、破線は因果マスクで残る約半分",
        ),
        "cells": Words(en="cells of the pattern, n²", ja="注意パターンのマスの数 n²"),
        "against_cells": Words(en="cells at the other length", ja="比べる側のマスの数"),
        "causal_cells": Words(en="cells a causal mask leaves, n(n + 1)/2", ja="因果マスクで残るマスの数 n(n + 1)/2"),
        "text_ratio": Words(en="text, times", ja="文章の長さの比"),
        "cell_ratio": Words(en="cells, times", ja="マスの数の比"),
    }
    marks = {"cells": "here[0]", "causal_cells": "here[1]"}
    context = Stops(8192, stops=CONTEXTS)
    against = Stops(1024, stops=CONTEXTS)

    def compute(self):
        return costs.cells(self.context), costs.cells(self.against)

    def facts(self, computed):
        cells, against_cells = computed
        return {
            "cells": cells,
            "against_cells": against_cells,
            "causal_cells": costs.causal_cells(self.context),
            "text_ratio": self.context / self.against,
            "cell_ratio": cells / against_cells,
            "order": (self.context > self.against) - (self.context < self.against),
        }

    def columns(self, computed):
        lengths = (self.context, self.against)
        side = min(lengths) / max(lengths)
        smooth = range(0, CONTEXTS[-1] + 1, CONTEXTS[0])
        return {
            "first": boxes.columns(0.0, side, side),
            "cuts": cuts(side),
            "all": curves.path([(n, costs.cells(n)) for n in smooth]),
            "causal": curves.path([(n, costs.causal_cells(n)) for n in smooth]),
            "here": curves.path(list(zip(lengths, computed, strict=True))),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        ticks = range(0, 300 * MILLION, 50 * MILLION)
        curve = curves.figure(
            [(sources["all"], "weight", "solid"), (sources["causal"], "weight", "dashed")],
            sources["here"],
            x=(0, 17000),
            y=(0, 285 * MILLION),
            x_ticks=(0, 4096, 8192, 16384),
            y_ticks=ticks,
            y_names=[f"{tick // MILLION} M" if tick else "0" for tick in ticks],
            caption=self.word("curve"),
            log_x=False,
        )
        tiles, colour = canvas.blank((-0.02, 1.02), (-0.02, 1.02), 1.0, self.word("tiles")), canvas.light("weight")
        tiles.quad([0], [1], [1], [0], color=colour, fill_alpha=0.12)
        tiles.segment("x0", "y0", "x1", "y1", source=sources["cuts"], color=colour, line_alpha=0.6)
        tiles.quad("left", "right", "top", 0, source=sources["first"], color=colour)
        return [tiles, curve]
