"""What becomes of the share of the dropped cells? The tokens that are left take it over."""

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.pictures import marks
from attention.widget import Token, Widget

MASK = core.causal_mask(len(toy.tokens))


class Renormalise(Widget):
    words = {
        "title": Words(en="The rest shares the whole budget", ja="残りが予算を丸ごと分け合う"),
        "token": Words(en="row (the query’s token)", ja="行（クエリのトークン）"),
        "bars": Words(en="Weights with the mask (dashed: without it)", ja="マスクありの重み（破線はマスクなし）"),
        "budget": Words(en="The same as one budget", ja="同じものを、ひとつの予算として"),
        "without": Words(en="without the mask (dashed: to be dropped)", ja="マスクなし（破線はこれから捨てる分）"),
        "with": Words(en="with the mask", ja="マスクあり"),
        "before": Words(en="weights without the mask", ja="マスクなしの重み"),
        "weights": Words(en="weights with the mask", ja="マスクありの重み"),
        "removed_weight": Words(en="weight taken over", ja="引き継いだ重み"),
        "total": Words(en="sum of the row", ja="行の合計"),
    }
    token = Token(play=True)

    def compute(self):
        return core.masked_weights(toy.head.scores[self.token], MASK[self.token])  # (n_keys,)

    def facts(self, weights):
        before, allowed = toy.head.weights[self.token], MASK[self.token]  # (n_keys,)
        return {
            "before": before,
            "weights": weights,
            "n_allowed": allowed.sum(),
            "removed_weight": before[~allowed].sum(),
            "total": weights.sum(),
            "name": toy.tokens[self.token],
        }

    def columns(self, weights):
        return {
            "bars": marks.bars(weights, toy.tokens),
            "before": marks.bars(toy.head.weights[self.token], toy.tokens),
            "budget_before": marks.strip(toy.head.weights[self.token], toy.tokens, dropped=~MASK[self.token]),
            "budget": marks.strip(weights, toy.tokens),
        }

    def figure(self, sources):
        from attention.pictures import plots

        plot = plots.bars(sources["bars"], "weight", 0.0, 1.0, self.word("bars"))
        plots.draw_ghost_bars(plot, sources["before"])
        strips = [
            (sources["budget_before"], str(self.word("without"))),
            (sources["budget"], str(self.word("with"))),
        ]
        return [plot, plots.strips(strips, "weight", self.word("budget"))]
