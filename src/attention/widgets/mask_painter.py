"""Paint who may hear whom: what do the three ways of masking make of it, and of a row that may hear nobody?"""

import numpy as np

from attention import core
from attention.core import masks
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Cells, Choice, Token
from attention.pictures import tables
from attention.widget import Widget

N = len(toy.tokens)
PATTERNS = masks.patterns(N)


class MaskPainter(Widget):
    words = {
        "title": Words(en="Paint a mask", ja="マスクを塗る"),
        "cells": Words(
            en="who (row) may hear whom (column): tap, drag, or arrow keys and space",
            ja="誰が（行）誰を（列）聞いてよいか。触れる、なぞる、または矢印キーとスペース",
        ),
        "preset.causal": Words(en="causal", ja="因果"),
        "preset.window": Words(en="window of 3", ja="窓 3 語"),
        "preset.prefix": Words(en="prefix of 3", ja="先頭 3 語は双方向"),
        "preset.both_ways": Words(en="neighbours, both ways", ja="両隣だけ"),
        "preset.padding": Words(en="padding (last two)", ja="末尾 2 語は詰め物"),
        "preset.blocks": Words(en="causal blocks of 3", ja="3 語ずつの区切り"),
        "preset.first_and_window": Words(en="first word, window of 2", ja="先頭の語と窓 2 語"),
        "preset.documents": Words(en="two documents", ja="文書二つ"),
        "preset.before": Words(en="strictly before", ja="自分も除く"),
        "forbidden": Words(en="how −∞ is added", ja="−∞ の足し方"),
        "forbidden.guarded": Words(en="−∞, empty rows caught", ja="−∞（空の行は別扱い）"),
        "forbidden.plain": Words(en="−∞, plain NumPy", ja="−∞（NumPy でそのまま）"),
        "forbidden.billion": Words(en="−1e9 for −∞", ja="−∞ の代わりに −1e9"),
        "token": Words(en="row to follow", ja="見る行"),
        "hidden_is_zero": Words(en="added: no hidden word has weight", ja="足す：隠した語に重みがない"),
        "rows_sum_to_one": Words(en="added: every row sums to 1", ja="足す：どの行も合計が 1"),
        "added": Words(en="−∞ added before softmax", ja="softmax の前に −∞ を足す"),
        "multiplied": Words(en="Scores multiplied by 0", ja="スコアに 0 を掛ける"),
        "zeroed": Words(en="Weights zeroed after softmax", ja="softmax の後で重みを 0 にする"),
        "n_cells": Words(en="cells painted", ja="塗ったマスの数"),
        "empty_rows": Words(en="rows without a cell", ja="空の行の数"),
        "weights": Words(en="weights of this row, −∞ added", ja="この行の重み（−∞ を足す）"),
        "leak": Words(en="weight on hidden words in this row, multiplied", ja="この行で隠した語に漏れる重み（掛ける）"),
        "row_sums": Words(en="sums of the rows, zeroed after", ja="各行の合計（後で 0）"),
        "heard": Words(en="words the last one hears of after 1, 2, 3 layers", ja="1、2、3 層後、最後の語に届く語数"),
    }
    checks = ("hidden_is_zero", "rows_sum_to_one")
    presets = {name: {"cells": masks.bits(mask)} for name, mask in PATTERNS.items()}
    cells = Cells(masks.bits(PATTERNS["causal"]), rows=toy.tokens, columns=toy.tokens)
    forbidden = Choice(default="guarded", objects=["guarded", "plain", "billion"])
    token = Token(toy.FOLLOW, tokens=toy.tokens)

    def mask(self):
        return masks.cells(self.cells, N)

    def compute(self):
        scores, mask = toy.head.scores, self.mask()
        return {
            "added": masks.hidden(scores, mask, self.forbidden),
            "multiplied": core.masked_weights(scores, mask, "multiply"),
            "zeroed": core.masked_weights(scores, mask, "zero_after"),
        }  # (n_queries, n_keys) each

    def facts(self, weights):
        mask = self.mask()
        empty = ~mask.any(axis=1)
        added = weights["added"]
        return {
            "n_cells": int(mask.sum()),
            "n_all": mask.size,
            "empty_rows": int(empty.sum()),
            "row_is_empty": bool(empty[self.token]),
            "name": toy.tokens[self.token],
            "weights": added[self.token],
            "leak": masks.leaks(weights["multiplied"], mask)[self.token],
            "total": weights["zeroed"].sum(axis=1)[self.token],
            "row_sums": weights["zeroed"].sum(axis=1),
            "heard": masks.heard(mask),
            "hidden_is_zero": bool((masks.leaks(added, mask) == 0).all()),
            "rows_sum_to_one": masks.sums_to_one(added),
        }

    def columns(self, weights):
        mask = self.mask()
        shown = {
            name: tables.columns(of, toy.tokens, 1.0, 3, wrong=~mask & (np.nan_to_num(of) > 0))
            for name, of in weights.items()
        }
        return shown | {"row": tables.row_frame(self.token, N)}

    def figure(self, sources):
        plots = []
        for name in ("added", "multiplied", "zeroed"):
            plot = tables.figure(sources[name], "weight", toy.tokens, self.word(name))
            tables.draw_frames(plot, sources["row"])
            plots.append(plot)
        return plots
