"""The classic mistake, live: a score multiplied by 0 still gets weight, and zeroing afterwards breaks the sum."""

from attention import core
from attention.core import masks
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Choice, Token
from attention.pictures import bars, tables
from attention.widget import Widget

MASK = core.causal_mask(len(toy.tokens))


class MaskAddOrMultiply(Widget):
    words = {
        "title": Words(en="Three ways to mask, one of them right", ja="マスクのかけ方三つ、正しいのはひとつ"),
        "mode": Words(en="the mask is applied by", ja="マスクのかけ方"),
        "mode.add": Words(en="adding −∞ to the score", ja="スコアに −∞ を足す"),
        "mode.multiply": Words(en="multiplying the score by 0", ja="スコアに 0 を掛ける"),
        "mode.zero_after": Words(en="zeroing after softmax", ja="softmax の後で 0 にする"),
        "token": Words(en="whose query", ja="誰のクエリか"),
        "future_is_zero": Words(en="no later token has weight", ja="後ろのトークンに重みがない"),
        "rows_sum_to_one": Words(en="every query’s weights sum to 1", ja="どのクエリの重みも合計が 1"),
        "total": Words(en="sum of this query’s weights", ja="このクエリの重みの合計"),
        "leaked": Words(en="weight on later tokens, this query", ja="このクエリで後ろに漏れた重み"),
        "pattern": Words(
            en="All six queries (framed in red: should be 0)", ja="六つのクエリすべて（赤い枠のマスは 0 であるべき）"
        ),
        "bars": Words(en="The weights of this query", ja="このクエリの重み"),
    }
    marks = {"weights": "bars", "last": "bars[5]"}
    checks = ("future_is_zero", "rows_sum_to_one")
    mode = Choice(default="add", objects=["add", "multiply", "zero_after"])
    token = Token(toy.FOLLOW, tokens=toy.tokens)

    def compute(self):
        return core.masked_weights(toy.head.scores, MASK, self.mode)  # (n_queries, n_keys)

    def facts(self, weights):
        row = weights[self.token]  # (n_keys,)
        return {
            "weights": row,
            "total": row.sum(),
            "leaked": masks.leaks(weights, MASK)[self.token],
            "last": row[toy.RAN],
            "name": toy.tokens[self.token],
            "future_is_zero": bool((masks.leaks(weights, MASK) == 0).all()),
            "rows_sum_to_one": masks.sums_to_one(weights),
        }

    def columns(self, weights):
        return {
            "bars": bars.columns(weights[self.token], toy.tokens, shares=True),
            "pattern": tables.columns(weights, toy.tokens, 1.0, shares=True, wrong=~MASK & (weights > 0)),
            "row": tables.row_frame(self.token, len(toy.tokens)),
        }

    def figure(self, sources):
        pattern = tables.figure(sources["pattern"], "weight", toy.tokens, self.word("pattern"))
        tables.draw_frames(pattern, sources["row"])
        return [pattern, bars.figure(sources["bars"], "weight", 0.0, 1.0, self.word("bars"))]
