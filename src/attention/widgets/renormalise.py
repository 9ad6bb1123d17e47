"""What becomes of the share of the dropped cells? The tokens that are left take it over."""

import numpy as np

from attention import core
from attention.examples import toy
from attention.language.words import Words
from attention.parameters import Token
from attention.pictures import bars
from attention.widget import Widget

MASK = core.causal_mask(len(toy.tokens))


def strip(parts, names, dropped=False):
    """Parts (n,) of a whole of 1 laid end to end; those that are `dropped` (bool, broadcast) are dashed outlines.

    A part that is too narrow for its name goes without.
    """
    out = np.broadcast_to(dropped, parts.shape)
    return bars.end_to_end(parts) | {
        "name": [name if width >= 0.08 else "" for name, width in zip(names, parts.tolist(), strict=True)],
        "tint": np.where(out, 0.0, 0.2).tolist(),
        "solid": (~out).astype(float).tolist(),
        "dropped": out.astype(float).tolist(),
    }


class Renormalise(Widget):
    words = {
        "title": Words(en="The rest shares the whole budget", ja="残りが予算を丸ごと分け合う"),
        "token": Words(en="row (the query’s token)", ja="行（クエリのトークン）"),
        "bars": Words(en="Weights with the mask (dashed: without it)", ja="マスクありの重み（破線はマスクなし）"),
        "budget": Words(en="The same as one budget", ja="同じものを、ひとつの予算として"),
        "without": Words(en="without the mask (dashed: to be dropped)", ja="マスクなし（破線はこれから捨てる分）"),
        "with": Words(en="with the mask", ja="マスクあり"),
        "weights_before": Words(en="weights without the mask", ja="マスクなしの重み"),
        "weights": Words(en="weights with the mask", ja="マスクありの重み"),
        "removed_weight": Words(en="weight taken over", ja="引き継いだ重み"),
        "total": Words(en="sum of the row", ja="行の合計"),
    }
    marks = {"weights": "bars", "weights_before": "before"}
    token = Token(toy.FOLLOW, tokens=toy.tokens, play=True)

    def compute(self):
        return core.masked_weights(toy.head.scores[self.token], MASK[self.token])  # (n_keys,)

    def facts(self, weights):
        before, allowed = toy.head.weights[self.token], MASK[self.token]  # (n_keys,)
        return {
            "weights_before": before,
            "weights": weights,
            "n_allowed": allowed.sum(),
            "removed_weight": before[~allowed].sum(),
            "total": weights.sum(),
            "name": toy.tokens[self.token],
        }

    def columns(self, weights):
        return {
            "bars": bars.columns(weights, toy.tokens, shares=True),
            "before": bars.columns(toy.head.weights[self.token], toy.tokens, shares=True),
            "budget_before": strip(toy.head.weights[self.token], toy.tokens, dropped=~MASK[self.token]),
            "budget": strip(weights, toy.tokens),
        }

    def figure(self, sources):
        from attention.pictures import canvas

        plot = bars.figure(sources["bars"], "weight", 0.0, 1.0, self.word("bars"))
        bars.draw_ghosts(plot, sources["before"])
        strips = canvas.blank((-0.02, 1.02), (-1.5, 0.55), 3.4 / 2.05, self.word("budget"))
        colour, quiet, text = canvas.light("weight"), canvas.light("quiet"), canvas.TEXT | {"text_baseline": "middle"}
        for row, (name, said) in enumerate((("budget_before", "without"), ("budget", "with"))):
            strips.text([0.0], [0.3 - row], [str(self.word(said))], **text | {"text_align": "left", "color": quiet})
            part = {"left": "left", "right": "right", "bottom": -0.4 - row, "top": 0.12 - row, "source": sources[name]}
            strips.quad(**part, color=colour, fill_alpha="tint", line_alpha="solid")
            strips.quad(**part, fill_alpha=0, line_color=quiet, line_alpha="dropped", line_dash="dashed")
            label = text | {"color": canvas.light("ink"), "text_font_style": "bold"}
            strips.text("middle", canvas.value(-0.14 - row), "name", source=sources[name], **label)
        return [plot, strips]
