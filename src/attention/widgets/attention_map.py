"""The whole head: the picture that every paper prints, readable cell by cell."""

import param

from attention import core, marks, toy
from attention.widget import Token, Widget
from attention.words import Words

N = len(toy.tokens)
MASK = core.causal_mask(N)


class AttentionMap(Widget):
    words = {
        "title": Words(en="The attention map, whole", ja="注意マップの全体"),
        "mask": Words(en="causal mask", ja="因果マスク"),
        "token": Words(en="row (the query’s token)", ja="行(クエリのトークン)"),
        "map": Words(en="Weights: a row for each query, a column for each key", ja="重み(行がクエリ、列がキー)"),
        "bars": Words(en="The weights of this row (outlined: the largest)", ja="この行の重み(枠は最大のもの)"),
        "largest_weight": Words(en="largest weight of this row", ja="この行の最大の重み"),
        "cat_weight": Words(en="weight of cat in this row", ja="この行の cat の重み"),
        "output": Words(en="output of this row", ja="この行の出力"),
    }
    mask = param.Boolean(True)
    token = Token()

    def compute(self):
        mask = MASK if self.mask else None
        return core.attend(toy.head.queries, toy.head.keys, toy.head.values, mask)

    def facts(self, head):
        row = head.weights[self.token]  # (n_keys,)
        return {
            "weights": head.weights,
            "name": toy.tokens[self.token],
            "cat_weight": row[toy.CAT],
            "largest_weight": row.max(),
            "largest": toy.tokens[row.argmax()],
            "output": head.outputs[self.token],
        }

    def columns(self, head):
        row = head.weights[self.token]
        return {
            "map": marks.table(head.weights, toy.tokens, 1.0, dropped=~MASK if self.mask else False),
            "row": marks.row_frame(self.token, N),
            "bars": marks.bars(row, toy.tokens, marked=int(row.argmax())),
        }

    def figure(self, sources):
        from attention import plots

        table = plots.table(sources["map"], "weight", toy.tokens, self.word("map"))
        plots.frame_row(table, sources["row"])
        return [table, plots.bars(sources["bars"], "weight", 0.0, 1.0, self.word("bars"))]
