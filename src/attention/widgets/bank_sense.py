"""What does a word mean alone? A blur, until a neighbour turns it to one of its senses."""

import numpy as np
import param

from attention import core, lessons, marks, plane
from attention.widget import Widget
from attention.words import Words

COMPANY = {"none": (), "river": ("river",), "money": ("money",), "both": ("river", "money")}
WIDTH = 3.6  # of the plane
UP = (0.0, 1.0)


class BankSense(Widget):
    words = {
        "title": Words(en="“bank”, alone and in company", ja="ひとりの bank、となりのいる bank"),
        "neighbour": Words(en="“bank” stands beside", ja="bank のとなり"),
        "neighbour.none": Words(en="nobody", ja="なし"),
        "neighbour.river": Words(en="river", ja="river"),
        "neighbour.money": Words(en="money", ja="money"),
        "neighbour.both": Words(en="both", ja="両方"),
        "lean": Words(en="bank has turned by (°)", ja="bank が傾いた角度(°)"),
        "neighbour_weight": Words(en="share of the neighbours", ja="となりの語の割合"),
        "output": Words(en="bank's new meaning", ja="bank の新しい意味"),
    }
    neighbour = param.Selector(default="river", objects=list(COMPANY))

    def compute(self):
        tokens = ("the", *COMPANY[self.neighbour], "bank")
        embeddings = np.array([lessons.bank_embeddings[token] for token in tokens])  # (n_tokens, d_model)
        return tokens, core.head(embeddings, lessons.bank_w_q, lessons.bank_w_k, lessons.bank_w_v)

    def facts(self, computed):
        tokens, head = computed
        side = head.outputs[-1, 0]
        return {
            "output": head.outputs[-1],
            "lean": plane.angle(head.outputs[-1], UP),
            "sense": "blur" if abs(side) < plane.ROUNDING else "river" if side < 0 else "money",
            "neighbour_weight": head.weights[-1, 1:-1].sum(),
            "own_weight": head.weights[-1, -1],
            "tokens": list(tokens),
        }

    def columns(self, computed):
        tokens, head = computed
        output = marks.arrows(head.outputs[-1], ["bank"], width=WIDTH)
        senses = [lessons.bank_embeddings[name][:2] for name in ("river", "money")]
        there = [tips for tips, name in zip(senses, ("river", "money"), strict=True) if name in tokens]
        return {
            "output": output,
            "alone": marks.arrows(lessons.bank_embeddings["bank"][:2], width=WIDTH),
            "senses": marks.arrows(senses, ["river", "money"], width=WIDTH),
            "heard": marks.arrows(there, width=WIDTH) if there else marks.no_arrows(),
        }

    def figure(self, sources):
        from attention import plots

        plot = plots.dial((-WIDTH / 2, WIDTH / 2), (-0.25, WIDTH / plots.CARD - 0.25))
        plots.draw_arrows(plot, sources["senses"], "value", width=1, large=True)
        plots.draw_arrows(plot, sources["heard"], "value", width=4)
        plots.draw_ghosts(plot, sources["alone"], "input")
        plots.draw_arrows(plot, sources["output"], "output", width=5, large=True)
        return [plot]
