"""How do you keep the future out? Cells above the diagonal are computed, then thrown away, row by row."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Steps
from attention.pictures import tables
from attention.widget import Widget

N = len(toy.tokens)
MASK = core.causal_mask(N)


class CausalMask(Widget):
    words = {
        "title": Words(en="Computed, then thrown away", ja="計算してから捨てる"),
        "rows": Words(en="queries masked", ja="マスクしたクエリの数"),
        "table": Words(en="Scores (dashed: dropped, hollow: negative)", ja="スコア（破線は捨てたもの、白抜きは負）"),
        "removed": Words(en="cells dropped", ja="捨てたマス"),
        "kept": Words(en="cells kept", ja="残したマス"),
        "masked_scores": Words(en="scores after the mask (–: −∞)", ja="マスク後のスコア（– は −∞）"),
    }
    finished = {"rows": N}
    rows = Steps(0, last=N)

    def compute(self):
        return MASK | (np.arange(N) >= self.rows)[:, None]  # (n_queries, n_keys), True = may attend

    def facts(self, mask):
        return {
            "removed": (~mask).sum(),
            "kept": mask.sum(),
            "masked_scores": np.where(mask, toy.head.scores, -np.inf),
        }

    def columns(self, mask):
        under_way = 0 < self.rows < N
        return {
            "table": tables.columns(toy.head.scores, toy.tokens, np.abs(toy.head.scores).max(), dropped=~mask),
            "row": tables.row_frame(self.rows - 1, N) if under_way else tables.cell_frames([]),
        }

    def figure(self, sources):
        plot = tables.figure(sources["table"], "score", toy.tokens, self.word("table"))
        tables.draw_frames(plot, sources["row"])
        return [plot]
